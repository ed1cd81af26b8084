"""Tests of the stop word lists."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ra.text import LANGUAGES, words
from ra.text.stopwords import LISTS, stop_words

# Words that people search for; among them some whose stem is close to that of a small word.
SUBJECTS = {
    "english": "file folder search name word time code water network server use configuration",
    "german": "Datei Suche Name Wort Zeit Sprache Wasser Netz Sicherheit Seite Einheit Zustand",
    "french": "fichier dossier recherche nom mot temps langue eau réseau sécurité SaaS js or",
    "spanish": "archivo búsqueda nombre palabra tiempo agua estado red masa control sol seguridad",
    "russian": "файл папка поиск имя слово время язык вода сеть поэт безопасность том",
    "swedish": "fil sökning namn kund kunder motor intern int börs säkerhet genomet",
    "turkish": "dosya arama isim kelime satır olay data veri oran bilgi küme doğru",
    "hungarian": "fájl keresés név sor mag út nagy kereszt IT",
}
QUESTIONS = {
    "arabic": "ماذا لماذا متى أين كيف كم هل",
    "danish": "hvad hvem hvor hvordan hvornår hvorfor hvilken hvilke",
    "dutch": "wat wie waar wanneer waarom hoe welke",
    "english": "What which who when where why how",
    "finnish": "mikä mitä missä miten miksi milloin kuka",
    "french": "qui que quoi quand où comment pourquoi combien quelle quels",
    "german": "Was wer wo wann warum wie welche welcher welches",
    "greek": "τι ποιος ποια πού πώς πότε γιατί ΠΌΤΕ",
    "hungarian": "ki mi hol mikor miért hogyan milyen melyik",
    "italian": "chi cosa quale quando dove come perché quanti",
    "norwegian": "hva hvem hvor hvordan hvorfor hvilke",
    "portuguese": "que quem quando onde como porque qual quais",
    "romanian": "ce cine care când unde cum cât",
    "russian": "Что кто где когда почему зачем как какой какие сколько",
    "spanish": "qué que quién cuándo dónde cómo cuál cuáles cuántos",
    "swedish": "vad vem när var varför hur vilken vilka",
    "tamil": "என்ன ஏன் எப்படி எப்போது எங்கே யார்",
    "turkish": "ne neden nasıl nerede kim hangi kaç",
}


def test_every_language_has_a_list() -> None:
    """SPEC 6.1, 8.2: what weighs stop words down works in each of the 18 languages."""
    assert tuple(LISTS) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_short(language: str) -> None:
    """SPEC 8.2: short lists ranked best; a list that shrank to nothing would go unnoticed."""
    assert 50 <= len(LISTS[language].split()) <= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_listed_word_is_lowercase_and_one_word_of_its_own(language: str) -> None:
    """SPEC 6.1: each is one analyzed word that is not empty, and no two are the same."""
    listed = LISTS[language].split()
    assert [word for word in listed if word != word.lower()] == []
    analyzed = {word: words(word, language) for word in listed}
    assert {
        word: found for word, found in analyzed.items() if len(found) != 1 or not found[0]
    } == {}
    once = {found[0] for found in analyzed.values()}
    assert len(once) == len(listed)
    assert stop_words(language) == once.union(words("vs versus", language))


@pytest.mark.parametrize("language", SUBJECTS)
def test_what_people_search_for_is_no_stop_word(language: str) -> None:
    """SPEC 8.2: only small words are weighted down, also when stems come close to each other."""
    assert [
        word for word in words(SUBJECTS[language], language) if word in stop_words(language)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_words_are_stop_words(language: str) -> None:
    """SPEC 8.1: a question is told from a lookup by them, in capitals and in any form."""
    found = words(QUESTIONS[language], language)
    assert [word for word in found if word not in stop_words(language)] == []


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("english", "What's the best way? I don't know", ["best", "way", "know"]),
        ("french", "Qu'est-ce que l'eau ?", ["eau"]),
        ("romanian", "şi și ȘI", []),
        ("russian", "еще ещё", []),
    ],
)
def test_apostrophes_and_spellings(language: str, text: str, rest: list[str]) -> None:
    """SPEC 6.1: words are asked for as the analyzer cuts them."""
    assert [word for word in words(text, language) if word not in stop_words(language)] == rest


def test_an_unknown_language_has_none() -> None:
    """A missing list must not stop a search."""
    assert stop_words("klingon") == frozenset()


def test_importing_analyzes_nothing() -> None:
    """Commands that do not search must not pay for loading the search library."""
    code = "import sys, ra.text.stopwords; print('tantivy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
