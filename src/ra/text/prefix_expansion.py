"""Expands a prefix to the stems that its word could have (SPEC 7).

The index stores stems, and no stem starts with `runnin`. But `runnin` + `g` is a word with the stem
`run`. The lists contain the remainders of the usual endings of a language. For a language without a
list, the prefix itself and the stem of the typed word are used.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from ra.text.languages import spoken

LISTS = MappingProxyType({
    "danish": """
        e er en et ene erne ede ing ning lig hed elser else s
    """,
    "dutch": """
        e en er ing ingen heid heden lijk ig s t de den te ten je
    """,
    "english": """
        e es s ed d ing er ers est y ies ly ily al ally ic ical ive ize ized izes izing ization
        ion ions ation ations ator able ible ability ity ment ments ness ful less ous ism ist or
        n on ng g l t ty te ted tes ting tion tions tional nal
    """,
    "finnish": """
        n ssa sta lla lta ista issa iden ksi na t
    """,
    "french": """
        e s es er ez ent ant ante ion ions ation ations ment ments eur eurs euse if ive iste ité
        ités able ables ance ence ique iques ons aient n t r
    """,
    "german": """
        e en er es em n s st t te ten et ung ungen ng g lich liche lichen keit heit isch ische
        igkeit ig ige end ende
    """,
    "hungarian": """
        k t nak nek ban ben ok ek ak a e val vel
    """,
    "italian": """
        o a i e are ere ire ato ata ati ate ando endo zione zioni ione ioni mente ento amento
        amenti ità oso osa ivo iva ista
    """,
    "norwegian": """
        e er en et ene ede ing ning lig het else s
    """,
    "portuguese": """
        o a os as e es ar er ir ado ada ados ando endo ção ções ão ões mente mento mentos dade
        dades oso osa ivo iva ista
    """,
    "romanian": """
        e a i ul ului ilor are ere ire at ată ați ție ții iune iuni ment mente itate ist
    """,
    "russian": """
        а я о е ы и у ю ой ей ом ем ам ям ами ями ах ях ый ий ая ое ые ого ему ть ение ения ению
        ость ости ный ная ние ния
    """,
    "spanish": """
        o a os as e es ar er ir ado ada ados adas ando iendo ción ciones ión iones mente miento
        mientos dad dades oso osa ivo iva ista
    """,
    "swedish": """
        a ar en er et e na ade ande ning ing lig het else s t
    """,
    "turkish": """
        lar ler ı i u ü da de dan den ın in un ün lik lık
    """,
})  # fmt: skip


@cache
def endings(language: str) -> tuple[str, ...]:
    """The remainders that may follow the start of a word in a language."""
    return tuple(dict.fromkeys(LISTS.get(spoken(language), "").split()))
