"""What does a file say?"""

from ra.parse.blocks import Layout
from ra.parse.document import PARSER_VERSION, blocks_of, layout_of, parse

__all__ = ["PARSER_VERSION", "Layout", "blocks_of", "layout_of", "parse"]
