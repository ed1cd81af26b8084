"""How fast is ra, and how large? Candidates run interleaved in one run and are told as ratios."""
