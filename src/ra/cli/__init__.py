"""What can be typed? One file per command: parse, call the library, print."""
