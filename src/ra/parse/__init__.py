"""What does a file say?"""

from ra.parse.document import PARSER_VERSION, blocks_of, parse

__all__ = ["PARSER_VERSION", "blocks_of", "parse"]
