"""Recognizes a question: by its question words, or by its question mark (SPEC 8.1)."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from ra.text.languages import spoken

# For each language with a list of stop words, as typed, in lower case. Left out is what is mostly a
# preposition or a conjunction, such as Arabic "من" or Hungarian "hogy".
QUESTION_WORDS = MappingProxyType(
    {
        "arabic": """
            ماذا لماذا متى أين اين كيف كم هل أي أية ما
        """,
        "danish": """
            hvad hvem hvor hvordan hvornår hvorfor hvilken hvilket hvilke
        """,
        "dutch": """
            wat wie waar waarom wanneer hoe hoeveel welk welke wiens waarmee waardoor
        """,
        "english": """
            what who whom whose which where when why how
        """,
        "finnish": """
            mikä mitä mitkä minkä missä mistä mihin milloin miksi miten kuinka kuka ketkä
            kenen kumpi montako
        """,
        "french": """
            quel quelle quels quelles qui quoi où quand pourquoi comment combien lequel
            laquelle
        """,
        "german": """
            wer wen wem wessen was wo wohin woher wann warum weshalb wieso wie wieviel
            wieviele welche welcher welches welchen welchem wodurch womit wofür worin woran
        """,
        "greek": """
            τι ποιος ποια ποιο ποιοι ποιες ποιον ποιους ποιου πού πότε γιατί πώς πως πόσο
            πόσα πόσοι πόσες πόσος
        """,
        "hungarian": """
            mi mit ki kit kik mikor hol hova honnan miért hogyan mennyi hány melyik milyen
            mely
        """,
        "italian": """
            che cosa chi quale quali quando dove perché come quanto quanta quanti quante
        """,
        "norwegian": """
            hva hvem hvor hvordan når hvorfor hvilken hvilket hvilke kva kven korleis kvifor
        """,
        "portuguese": """
            que quê qual quais quem quando onde porquê como quanto quanta quantos quantas
        """,
        "romanian": """
            ce cine care când unde cum cât câtă câți câte cui
        """,
        "russian": """
            что кто кого кому чей где куда откуда когда почему зачем как какой какая какое
            какие каких каким сколько чем
        """,
        "spanish": """
            que qué quién quiénes cuál cuáles cuándo dónde cómo cuánto cuánta cuántos
            cuántas cual cuales cuando donde como cuanto cuantos cuantas
        """,
        "swedish": """
            vad vem vems var vart när varför hur vilken vilket vilka
        """,
        "tamil": """
            என்ன யார் எது எவை எங்கே எங்கு எப்போது ஏன் எப்படி எத்தனை எவ்வளவு எந்த யாருடைய
        """,
        "turkish": """
            ne nedir nelerdir neden niçin niye nasıl nasıldır kim kimin kimdir hangi hangisi
            nerede nereye nereden kaç mi mı mu mü midir mıdır
        """,
    }
)
_COMPARED = frozenset({"vs", "versus"})
_MARKS = ("?", "？", "؟", "\u037e", "⁇", "⁈", "‽")
_AROUND = "\"'.,:;!¿¡()[]«»„“”‘’"


def question_words(language: str) -> frozenset[str]:
    """The question words of a language, as typed."""
    return frozenset(QUESTION_WORDS.get(spoken(language), "").split())


def is_question(words: Iterable[str], language: str) -> bool:
    """Whether words as typed are a question or compare two things.

    The Greek question mark looks like a semicolon and is often typed as one.
    """
    typed = list(words)
    last = typed[-1].rstrip("\"')]»”’") if typed else ""
    if last.endswith(_MARKS) or (spoken(language) == "greek" and last.endswith(";")):
        return True
    asked = question_words(language) | _COMPARED
    return any(word.strip(_AROUND).lower() in asked for word in typed)
