"""How good is a search? Questions with known answers are asked, and what comes back is measured."""
