"""Which pages of the reference are written by a program? One file each."""
