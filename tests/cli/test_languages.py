"""Tests of a folder in ten languages without settings (SPEC 6.1)."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox

# By language: a note about houses and one about trees, in its own words.
NOTES: dict[str, dict[str, str]] = {
    "german": {
        "wohnen.md": "# Wohnen am See\n\nDie alten Häuser stehen am Ufer, und sie sind aus Holz "
        "gebaut. Im Winter ist es in ihnen nicht warm, aber das ist für uns kein Problem.\n",
        "wald.md": "# Der Wald\n\nIm Wald wachsen die Bäume sehr langsam, weil der Boden dort "
        "nicht tief ist und der Wind von den Bergen zu ihnen kommt.\n",
    },
    "french": {
        "maison.md": "# La maison\n\nLes vieilles maisons sont au bord du lac, et elles sont "
        "construites en bois. En hiver il ne fait pas chaud dans ces pièces.\n",
        "foret.md": "# La forêt\n\nDans la forêt les arbres poussent très lentement, parce que le "
        "sol est pauvre et que le vent vient des montagnes.\n",
    },
    "spanish": {
        "casas.md": "# Las casas\n\nLas casas antiguas están a la orilla del lago y son de madera. "
        "En el invierno no hace calor en las habitaciones, pero eso no es un problema.\n",
        "bosque.md": "# El bosque\n\nEn el bosque los árboles crecen muy lentamente, porque el "
        "suelo es pobre y el viento viene de las montañas.\n",
    },
    "italian": {
        "case.md": "# Le case\n\nLe vecchie case sono sulla riva del lago e sono fatte di legno. "
        "In inverno non fa caldo nelle stanze, ma questo non è un problema per noi.\n",
        "bosco.md": "# Il bosco\n\nNel bosco gli alberi crescono molto lentamente, perché il suolo "
        "non è ricco e il vento viene dalle montagne.\n",
    },
    "portuguese": {
        "casa.md": "# As casas\n\nAs casas antigas estão na margem do lago e são de madeira. No "
        "inverno não faz calor nos quartos, mas isso não é um problema para nós.\n",
        "floresta.md": "# A floresta\n\nNa floresta as árvores crescem muito lentamente, porque o "
        "solo é pobre e o vento vem das montanhas até aqui.\n",
    },
    "russian": {
        "дома.md": "# Дома у озера\n\nСтарые дома стоят на берегу озера, и они построены из "
        "дерева. Зимой в комнатах холодно, но это не беда.\n",
        "лес.md": "# Лес\n\nВ лесу деревья растут очень медленно, потому что почва бедная и ветер "
        "приходит с гор.\n",
    },
    "turkish": {
        "evler.md": "# Evler\n\nEski evler gölün kıyısında ve ahşaptan yapılmış. Kışın odalarda "
        "hava sıcak değil ama bu bizim için bir sorun değil.\n",
        "orman.md": "# Orman\n\nOrmanda ağaçlar çok yavaş büyür, çünkü toprak verimli değil ve "
        "rüzgâr dağlardan gelir.\n",
    },
    "polish": {
        "domy.md": "# Domy\n\nStare domy stoją na brzegu jeziora i są zbudowane z drewna. Zimą w "
        "pokojach nie jest ciepło, ale żyjemy w nich chętnie, często i długo.\n",
        "las.md": "# Las\n\nW lesie drzewa rosną powoli, ponieważ gleba jest uboga, a wiatr wieje "
        "często z gór. Późną jesienią żółkną liście i łąki są puste.\n",
    },
    "chinese": {
        "fangzi.md": "# 湖边的房子\n\n老房子在湖边，是用木头建造的。冬天房间里不暖和。\n",
        "senlin.md": "# 森林\n\n森林里的树长得很慢，因为土壤贫瘠，风从山上吹来。\n",
    },
    "english": {
        "houses.md": "# Houses at the lake\n\nThe old houses stand at the shore, and they are "
        "built of wood. In winter it is not warm in the rooms, but that is fine with us.\n",
        "forest.md": "# The forest\n\nIn the forest the trees are growing slowly, because the soil "
        "is poor and the wind comes from the mountains.\n",
    },
}
# Words in another form than in the note, that only the stemmer of its language brings together.
ASKED = {
    "Haus": "wohnen.md",
    "Wie wächst ein Baum im Wald?": "wald.md",
    "construire une maison vieille": "maison.md",
    "arbre lent": "foret.md",
    "casa antigua": "casas.md",
    "¿Cómo crece un árbol?": "bosque.md",
    "vecchia casa di legno": "case.md",
    "albero lento": "bosco.md",
    "quarto antigo": "casa.md",
    "árvore lenta": "floresta.md",
    "старый дом": "дома.md",
    "как растёт дерево в лесу": "лес.md",
    "eski ev": "evler.md",
    "ağaç nasıl büyür": "orman.md",
    "stare domy": "domy.md",
    "wiatr z gór": "las.md",
    "湖边的房子": "fangzi.md",
    "森林里的树": "senlin.md",
    "old house": "houses.md",
    "how do trees grow": "forest.md",
}


@pytest.fixture
def folder(box: Sandbox) -> Sandbox:
    """The notes of all languages side by side; nothing but their words tells which is which."""
    box.write({name: text for notes in NOTES.values() for name, text in notes.items()})
    return box


def test_each_document_has_its_language(folder: Sandbox) -> None:
    """SPEC 6.1: by its stop words."""
    told = {one["path"]: one["language"] for one in folder.ra("ls", "docs", "--json").json}
    assert told == {name: language for language, notes in NOTES.items() for name in notes}
    assert "german" in folder.ra("inspect", "doc", "wald.md").out
    assert "german" in folder.ra("ls", "docs", "-l").out


@pytest.mark.parametrize("query", ASKED)
def test_a_question_finds_the_note_in_its_language(folder: Sandbox, query: str) -> None:
    """SPEC 6.1: the query is analyzed once for each language of the documents."""
    results = folder.ra("search", query, "--json").json["results"]
    assert results[0]["path"] == ASKED[query]


def test_matches_are_marked_in_the_language_of_the_document(folder: Sandbox) -> None:
    """SPEC 8.9: `Haus` is marked as `Häuser`, with the reason."""
    (result, *_) = folder.ra("search", "Haus", "--json", "--explain").json["results"]
    start, end = result["match_ranges"][0]
    assert result["body"].encode()[start:end].decode() == "Häuser"
    assert result["why"]["terms"] == ["Haus"]


def test_a_word_is_excluded_in_every_language(folder: Sandbox) -> None:
    """SPEC 7: and a query of exclusions means all other documents, in any language."""
    asked = "-Haus -maison -casa"
    found = folder.ra("search", "--json", "-n", "50", "--", asked).json["results"]
    names = {one["path"] for one in found if one["body"].strip()}
    assert not names & {"maison.md", "casas.md", "case.md", "casa.md"}
    assert "wohnen.md#wohnen-am-see" not in "".join(one["id"] for one in found)
    assert {"wald.md", "foret.md", "forest.md", "лес.md", "senlin.md"} <= names


def test_a_prefix_and_a_typo_work_in_every_language(folder: Sandbox) -> None:
    """SPEC 7, 8.1."""
    for query, name in (("mont*", "foret.md"), ("monttagne", "foret.md"), ("Häusr", "wohnen.md")):
        results = folder.ra("search", query, "--json").json["results"]
        assert name in [one["path"] for one in results], query


def test_a_document_may_change_its_language(folder: Sandbox) -> None:
    """SPEC 6.1, 6.3: and the last one of a language may go."""
    folder.write({"wald.md": NOTES["english"]["forest.md"].replace("forest", "jungle")})
    (folder.folder / "wohnen.md").unlink()
    (result, *_) = folder.ra("search", "growing jungles", "--json").json["results"]
    assert result["path"] == "wald.md"
    told = {one["path"]: one["language"] for one in folder.ra("ls", "docs", "--json").json}
    assert told["wald.md"] == "english"
    assert "german" not in told.values()


def test_front_matter_comes_before_the_folder_and_the_folder_before_words(box: Sandbox) -> None:
    """SPEC 6.1: `lang` or `language`, else a folder named by a language code."""
    box.write({
        "a.md": "---\nlang: de\n---\nHäuser\n",
        "b.md": "---\nLanguage: French\n---\nmaisons\n",
        "content/pt-br/c.md": "casas\n",
        "zh-cn/d.md": "API\n",
        "de/e.md": "---\nlang: sv\n---\nHusen\n",
        "it/f.md": NOTES["english"]["houses.md"],
        "g.md": "Häuser\n",
        "h.md": "---\nlanguage: python\n---\nHouses\n",
    })  # fmt: skip
    told = {one["path"]: one["language"] for one in box.ra("ls", "docs", "--json").json}
    assert told == {
        "a.md": "german",
        "b.md": "french",
        "content/pt-br/c.md": "portuguese",
        "zh-cn/d.md": "chinese",
        "de/e.md": "swedish",
        "it/f.md": "english",  # a text that is clearly in another language than its folder
        "g.md": "english",
        "h.md": "english",
    }


def test_a_tree_with_a_language_has_this_one(box: Sandbox) -> None:
    """SPEC 1.4: `language = "german"` is for all documents."""
    box.write({
        ".ra.toml": '[tree.notes]\npath = "."\nlanguage = "german"\n',
        "a.md": "---\nlang: en\n---\nHäuser\n",
    })  # fmt: skip
    (result, *_) = box.ra("search", "Haus", "--json").json["results"]
    assert result["path"] == "a.md"
    (document,) = box.ra("ls", "docs", "--json").json
    assert document["language"] == "german"


def test_the_stemmer_is_for_documents_of_unknown_language(box: Sandbox) -> None:
    """SPEC 6.1: else `[search] stemmer`."""
    box.write({".ra.toml": 'search.stemmer = "german"\n', "a.md": "Häuser\n"})
    (result, *_) = box.ra("search", "Haus", "--json").json["results"]
    assert result["path"] == "a.md"


SPELLED: dict[str, tuple[str, str, str]] = {
    # language -> a text, a query that spells a word of it in another way, what is marked
    "french": ("Les élèves préfèrent ce musée.", "l'élève preferent", "élèves"),
    "italian": ("Il sindaco vive in questa città.", "l'sindaco citta", "sindaco"),
    "turkish": ("Başkent Ankara çok güneşli, dün güneş vardı.", "gunes Ankara'nın", "güneş"),
    "portuguese": ("A revolução começou no verão.", "revolucao", "revolução"),
    "arabic": ("قرأ الولد الصحف والكتاب في البيت.", "الكتاب", "والكتاب"),
}


@pytest.mark.parametrize("language", SPELLED)
def test_other_spellings_match_too(box: Sandbox, language: str) -> None:
    """SPEC 6.1: without accents, with an article or ending at an apostrophe, with particles."""
    text, query, marked = SPELLED[language]
    box.write({"a.md": f"---\nlang: {language}\n---\n{text}\n", "b.md": "something else\n"})
    (result,) = box.ra("search", query, "--json").json["results"]
    ranges = [result["body"].encode()[start:end].decode() for start, end in result["match_ranges"]]
    assert marked in ranges
