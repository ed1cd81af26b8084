"""Where do chunks live?"""
