"""Where does a link lead? Pure functions: what a link looks for, by which keys, and which wins."""
