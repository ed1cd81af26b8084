"""Which chunks answer, and in what order?"""
