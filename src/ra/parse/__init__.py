"""What does a file say?"""

from ra.parse.document import PARSER_VERSION, parse

__all__ = ["PARSER_VERSION", "parse"]
