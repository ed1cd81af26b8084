"""SPEC 6.1: words match in every language and script."""

from __future__ import annotations

import pytest
import tantivy

from ra.text import LANGUAGES, camel_parts, normalize_text, path_text, words
from ra.text.analysis import analyzer
from ra.text.tokenizer import stemmer
from ra.text.word_offsets import tokens

INFLECTIONS = {
    "arabic": ("كتاب", "الكتاب"),
    "danish": ("huset", "husene"),
    "dutch": ("werken", "werkend"),
    "english": ("connection", "connected"),
    "finnish": ("talossa", "talosta"),
    "french": ("continuer", "continuait"),
    "german": ("Häuser", "Häusern"),
    "greek": ("δρόμος", "ΔΡΟΜΟΥ"),
    "hungarian": ("házban", "háznak"),
    "italian": ("gatto", "gatti"),
    "norwegian": ("huset", "husene"),
    "portuguese": ("livro", "livros"),
    "romanian": ("casele", "caselor"),
    "russian": ("книга", "книгой"),
    "spanish": ("gato", "gatos"),
    "swedish": ("bilar", "bilarna"),
    "tamil": ("வீடு", "வீடுகள்"),
    "turkish": ("kitap", "kitaplarda"),
}

# (text, words or parts of words that a reader would look for, words that are not in it)
SENTENCES = [
    ("अमेज़न वर्षावन का क्षेत्रफल कितना है", ("क्षेत्रफल", "वर्षावन", "अमेज़न"), ("क्षेत्र", "षेत")),
    ("ทีมรับของแพนเธอร์สยอมแพ้ที่คะแนนเท่าไร", ("คะแนน", "เท่าไร", "แพนเธอร์ส"), ("ทะเล",)),
    ("日本語の文章を検索する", ("日本語", "文章", "検索"), ("英語", "日語")),
    ("全文检索不需要任何配置", ("检索", "配置", "全文检索"), ("全检",)),
    ("한국어 문서를 검색합니다", ("한국어", "문서", "검색"), ("영어",)),
    ("Дремучий за́мок стоял на холме", ("замок", "холме", "ДРЕМУЧИЙ"), ("мок",)),
    ("كانت المكتبة مفتوحة أمام الجميع", ("المكتبة", "الجميع"), ("كتب",)),
    ("كَتَبَ الوَلَدُ رِسالَةً", ("كتب", "الولد", "رسالة"), ("كت",)),
    ("שָׁלוֹם לָעוֹלָם", ("שלום", "לעולם"), ("שלו",)),
    ("Η ΟΔΟΣ είναι κλειστή", ("οδος", "κλειστή"), ("δος",)),
    ("İstanbul'da kışın hava soğuktur", ("istanbul", "İSTANBUL", "kışın"), ("stanbul",)),
    ("தமிழ் மொழியில் எழுதப்பட்ட நூல்", ("தமிழ்", "மொழியில்", "நூல்"), ("தமி",)),
    ("Die ﻿Tür war ge\u00adschlos\u00adsen", ("Tür", "geschlossen"), ("schlos",)),
    ("ＡＰＩ の ﾃﾞｰﾀ", ("api", "データ"), ("テータ",)),
]


def _index(language: str, *texts: str) -> tantivy.Index:
    """A real index, fed as an engine feeds it: the text, then the parts of its words."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False, tokenizer_name="ra", index_option="position")
    builder.add_integer_field("number", stored=True)
    index = tantivy.Index(builder.build())
    index.register_tokenizer("ra", stemmer(language))
    writer = index.writer(heap_size=15_000_000, num_threads=1)
    for number, text in enumerate(texts):
        values = [normalize_text(text, language), *camel_parts(text)]
        writer.add_document(tantivy.Document(body=list(filter(None, values)), number=[number]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def _found(index: tantivy.Index, language: str, asked: str) -> list[int]:
    """The numbers of the texts that have these words one right after the other."""
    terms = words(asked, language)
    assert terms
    if len(terms) == 1:
        query = tantivy.Query.term_query(index.schema, "body", terms[0])
    else:
        query = tantivy.Query.phrase_query(index.schema, "body", list(terms))
    searcher = index.searcher()
    hits = searcher.search(query, limit=100).hits
    return sorted(searcher.doc(address)["number"][0] for _, address in hits)


def test_every_language_has_an_example() -> None:
    """SPEC 6.1 names 18 languages; this file shows each at work."""
    assert sorted(INFLECTIONS) == sorted(LANGUAGES)
    assert len(LANGUAGES) == 18


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_forms_of_a_word_are_one(language: str) -> None:
    """SPEC 6.1: words are stemmed by the rules of the tree's language."""
    written, asked = INFLECTIONS[language]
    assert words(written, language) == words(asked, language)
    assert _found(_index(language, written, "zzz"), language, asked) == [0]


@pytest.mark.parametrize(("text", "inside", "outside"), SENTENCES)
def test_words_of_every_script_are_found(
    text: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    """SPEC 6.1: Chinese, Japanese, Korean, Thai, Indic and others need no setting."""
    index = _index("english", "plain words only", text)
    for asked in inside:
        assert _found(index, "english", asked) == [1], asked
    for asked in outside:
        assert _found(index, "english", asked) == [], asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("東京 大阪 京都", "東京 大阪"),
        ("用Rust写的search引擎", "写的search引擎"),
        ("用Rust写的search引擎", "写的search"),
        ("ภาษาไทย ทดสอบ ระบบ", "ภาษาไทย ทดสอบ"),
        ("세종대왕, 한국어 문서", "세종대왕 한국어"),
    ],
)
def test_phrases_go_on_from_run_to_run(text: str, asked: str) -> None:
    """SPEC 7: words in order are found across spaces, signs and other scripts."""
    assert _found(_index("english", "nothing of it", text), "english", asked) == [1]


@pytest.mark.parametrize(
    ("written", "asked"), [("लड़के", "लड़का"), ("किताबें", "किताब"), ("भाषाओं", "भाषाओ")]
)
def test_forms_of_hindi_words_meet(written: str, asked: str) -> None:
    """SPEC 6.1: no stemmer knows Hindi; the vowels at the end of its words are left out."""
    assert _found(_index("english", written, "zzz"), "english", asked) == [0]


@pytest.mark.parametrize("character", "日本語")
def test_one_character_is_found_as_the_start_of_a_pair(character: str) -> None:
    """SPEC 6.1: also the last character of a run, which starts no pair."""
    analyzed = analyzer("english").analyze(normalize_text("ここは日本語", "english"))
    assert any(word.startswith(character) for word in analyzed)


def test_scripts_mix_in_one_text() -> None:
    """SPEC 6.1: Chinese or Thai next to Latin words, without a space between them."""
    text = "用Rust写的search引擎 และAPIใหม่ running"
    index = _index("english", "nothing of it", text)
    for asked in ("rust", "写的", "searches", "引擎", "และ", "api", "ใหม่", "run"):
        assert _found(index, "english", asked) == [1], asked


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("DEC-0054", ("dec", "0054")),
        ("std::io::Error", ("std", "io", "error", "io::Error")),
        ("@scope/pkg", ("scope", "pkg")),
        ("snake_case_name", ("snake", "case", "names", "case_name")),
        ("getElementById", ("get", "element", "id", "elements by id", "GETELEMENTBYID")),
        ("XMLHttpRequest", ("xml", "http", "requests", "xml http request")),
        ("überGroß", ("über", "groß", "ÜBERGROß")),
        ("приветМир", ("привет", "мир")),
    ],
)
def test_identifiers_are_found_whole_and_by_their_words(name: str, parts: tuple[str, ...]) -> None:
    """SPEC 6.1: split on punctuation; camelCase whole and by its parts."""
    index = _index("english", "something else", f"one calls {name} twice")
    for asked in (name, *parts, f"calls {name} twice"):
        assert _found(index, "english", asked) == [1], asked


def test_parts_do_not_disturb_phrases() -> None:
    """SPEC 6.1: a phrase across a camelCase word is found, one that nobody wrote is not."""
    index = _index("english", "calls getElementById twice")
    assert _found(index, "english", "calls get element") == []
    assert _found(index, "english", "twice get") == []


def test_parts_of_two_words_are_no_phrase() -> None:
    """SPEC 7: nobody wrote `id xml` who wrote of getElementById and XMLHttpRequest."""
    index = _index("english", "getElementById and XMLHttpRequest")
    assert _found(index, "english", "id xml") == []
    assert _found(index, "english", "xml http request") == [0]


@pytest.mark.parametrize("letter", ["a", "é", "ж", "ह", "𐐨"])
def test_words_over_200_bytes_are_dropped(letter: str) -> None:
    """SPEC 6.1: words are kept up to 200 bytes."""
    longest = letter * (200 // len(letter.encode()))
    for text in (f"before {longest} after", f"before {longest}{letter} after"):
        kept = analyzer("english").analyze(normalize_text(text, "english"))
        assert len(kept) == (3 if text.split()[1] == longest else 2)
        assert (kept[0], kept[-1]) == ("befor", "after")
        assert [word.text for word in tokens(text, "english")] == kept


def test_long_identifiers_keep_their_parts() -> None:
    """SPEC 6.1: a long word is found whole up to 200 bytes, and by its camelCase parts always."""
    name = "KubeletServiceAccountTokenForCredentialProviders"
    index = _index("english", f"set {name} first", f"set {'x' * 200}{name} first")
    assert _found(index, "english", name) == [0]
    assert _found(index, "english", "credential providers") == [0, 1]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("- [ ] water 🔁 every day 📅 2026-01-01", "🔁"),
        ("priority⏫🔁", "🔁"),
        ("done ✔\ufe0f now", "✔"),
        ("thumbs 👍🏽 up", "👍"),
        ("work 👩\u200d💻 here", "👩\u200d💻"),
        ("flag 🇩🇪!", "🇩🇪"),
    ],
)
@pytest.mark.parametrize("language", ["english", "tamil"])
def test_emoji_are_words(text: str, asked: str, language: str) -> None:
    """SPEC 6.1: each emoji is a word, whatever stands beside it; variants of it are the same."""
    index = _index(language, text, "nothing of the kind ➡")
    assert _found(index, language, asked) == [0]
    first = len(text[: text.index(asked[0])].encode())
    assert first in [word.start for word in tokens(text, language)]


def test_paths_are_cut_at_separators_and_dots() -> None:
    """SPEC 6.2: `path` is tokenized on separators and dots."""
    assert path_text("docs/api/handlers.md") == "docs api handlers md"
    assert path_text("a-b/c_d.e/日本.md") == "a b c d e 日本 md"


def test_a_range_marks_the_whole_camel_word() -> None:
    """SPEC 6.1: "a range marks the whole word"."""
    text = "né getElementById"
    data = text.encode()
    marked = {word.text: data[word.start : word.end].decode() for word in tokens(text, "english")}
    assert marked == {
        "né": "né",
        **dict.fromkeys(("getelementbyid", "get", "element", "by", "id"), "getElementById"),
    }
