"""Measures speed and size; candidates run interleaved and are reported as ratios."""
