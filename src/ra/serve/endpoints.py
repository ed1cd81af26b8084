"""The table of endpoints: their parameters and answers.

HTTP, MCP and the OpenAPI document (`tools/pages/openapi.py`) are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from ra.config.choices import MODES
from ra.library import Library
from ra.serve import answers, ask
from ra.serve.parameters import Given, Parameter
from ra.typed import Any, NamedTuple

PREFIX = "/api/v1"
MAX_QUERIES = 8
MAX_QUERY = 1_000  # characters; agents and people type far less
MAX_ID = 4_096
MAX_LIMIT = 100
MAX_TOKENS = 200_000
MAX_EVIDENCE = 20_000
MAX_PAGE = 1_000
MAX_OFFSET = 10**9

Q = Parameter(
    "q",
    "text",
    "The query; of several, each gets its share of the results.",
    many=MAX_QUERIES,
    required=True,
    low=1,
    high=MAX_QUERY,
)
TREE = Parameter("tree", "text", "Read only this tree; may repeat.", many=16, low=1, high=100)
LIMIT = Parameter("limit", "whole", "Maximum number of results.", low=1, high=MAX_LIMIT)
TOKENS = Parameter(
    "max_tokens",
    "whole",
    "Maximum number of tokens of all breadcrumbs and texts; 0 means no limit.",
    high=MAX_TOKENS,
    default=0,
)
ID = Parameter(
    "id",
    "text",
    "`tree:path` of a document, or `tree:path#slug` of a section.",
    required=True,
    low=1,
    high=MAX_ID,
)
HTML = Parameter("html", "flag", "Add the text as safe HTML, matches in `<mark>`.", default=False)
PAGE = (
    Parameter("limit", "whole", "Maximum number of entries.", low=1, high=MAX_PAGE, default=100),
    Parameter("offset", "whole", "Number of entries to skip.", high=MAX_OFFSET, default=0),
)
MODE = Parameter(
    "mode",
    "choice",
    "Search by words, by meaning (embeddings), or both; without embeddings by words.",
    choices=MODES,
)
SEARCH = (
    Q,
    TREE,
    LIMIT,
    TOKENS,
    Parameter(
        "match",
        "choice",
        "Require all words, any word, or decide by query length.",
        choices=("auto", "all", "any"),
    ),
    MODE,
    Parameter("words", "flag", "Read the queries as plain words.", default=False),
    Parameter(
        "fallback",
        "flag",
        "Read an invalid query as plain words, and say so in `notes`.",
        default=False,
    ),
    Parameter("tag", "text", "Only documents with this tag; may repeat.", many=8, low=1, high=200),
    Parameter(
        "path",
        "text",
        "Only documents at or below this path; `*` and `?` are wildcards; may repeat.",
        many=8,
        low=1,
        high=1_000,
    ),
    Parameter(
        "property",
        "text",
        "Only documents with this property: `name`, or `name:value`; may repeat.",
        many=8,
        low=1,
        high=200,
    ),
    Parameter("after", "text", "Only documents of this date or later; or `7d`.", low=1, high=20),
    Parameter("before", "text", "Only documents before this date; or `7d`.", low=1, high=20),
    Parameter("aggregates", "flag", "Unite matching subsections.", default=True),
    Parameter("explain", "flag", "Add every stage and the reasons.", default=False),
    Parameter("curve", "flag", "Add the scores of all candidates, for a picture.", default=False),
    HTML,
)
CONTEXT = (
    ID._replace(many=8, required=False, help="A document to find context for; may repeat."),
    Parameter("text", "text", "A text to find context for.", low=1, high=50_000),
    Parameter("path", "text", "The path of the text, whose names count too.", low=1, high=1_000),
    TREE,
    LIMIT,
    TOKENS,
    HTML,
)
ASK = (
    Q._replace(many=0, help="The question."),
    TREE,
    TOKENS._replace(
        help="Maximum number of tokens of the evidence.", low=1, high=MAX_EVIDENCE, default=3_000
    ),
    Parameter(
        "sentences", "whole", "Maximum number of sentences to quote.", low=1, high=20, default=3
    ),
    MODE,
    Parameter(
        "llm",
        "flag",
        "Let the language model of the settings write the answer, if they name one.",
        default=True,
    ),
    Parameter(
        "before",
        "text",
        "A question before this one, which a follow-up refers to; may repeat.",
        many=8,
        low=1,
        high=MAX_QUERY,
    ),
    Parameter("stream", "flag", "Answer with server-sent events.", default=False),
    HTML._replace(help="Add the text of each sentence as safe HTML."),
)


EventSource = Callable[[Library, Given], Generator[bytes, None, None]]


class ApiRoute(NamedTuple):
    """A path below the prefix. `returns` names the schema of its answer.

    `events` answers with server-sent events instead, if the parameter `stream` asks for them.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Library, Given], Any]
    returns: str
    posts: bool = False
    events: EventSource | None = None


ENDPOINTS: tuple[ApiRoute, ...] = (
    ApiRoute("search", "Search for sections.", SEARCH, answers.search, "search", posts=True),
    ApiRoute(
        "context",
        "Sections related to documents, or to a text.",
        CONTEXT,
        answers.context,
        "search",
        posts=True,
    ),
    ApiRoute(
        "ask",
        "The answer to a question, with citations.",
        ASK,
        ask.ask,
        "answer",
        posts=True,
        events=ask.events,
    ),
    ApiRoute(
        "likethis",
        "Sections similar to a document or section.",
        (ID, TREE, LIMIT, TOKENS, HTML),
        answers.likethis,
        "search",
    ),
    ApiRoute("get", "A document or section by its id.", (ID, HTML), answers.get, "place"),
    ApiRoute("chunks", "The chunks of a document.", (ID, *PAGE), answers.chunks, "chunks"),
    ApiRoute("links", "The links of a document.", (ID,), answers.links, "doc_links"),
    ApiRoute("documents", "The documents.", (TREE, *PAGE), answers.documents, "documents"),
    ApiRoute("facets", "Tags and properties with their counts.", (TREE,), answers.facets, "facets"),
    ApiRoute("trees", "The trees.", (TREE,), answers.trees, "trees"),
    ApiRoute("status", "The state of each tree.", (TREE,), answers.status, "served_status"),
)
BY_NAME = {each.name: each for each in ENDPOINTS}
