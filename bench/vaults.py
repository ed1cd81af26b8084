"""Vaults of notes as people write them, generated: the same ones in every run.

Notes are named by their files, their h1 headings are sections, and they mention one another in
text and headings, so that a note must compete with those about its neighbors.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

TOPICS = """RSA|BGP|OSPF|TCP|UDP|DNS|DHCP|NAT|ARP|ICMP|TLS|SSH|HTTP|QUIC|MPLS|VLAN|Docker|Git|Bash
Python|Rust|Kubernetes|Terraform|Ansible|Nginx|Postgres|Redis|Kafka|SQLite|Matrix
Binary Search|Hash Map|Heap|Linked List|Quick Sort|Merge Sort|Dijkstra|Bellman Ford
Dynamic Programming|Greedy Algorithms|Graph|Tree Traversal|Red Black Tree|Bloom Filter
Trie|Suffix Array|Fourier Transform|Laplace Transform|Eigenvalues|Determinant
Vector Space|Basis|Linear Map|Inner Product|Orthogonality|Limits|Derivatives|Integrals
Taylor Series|Green's Theorem|Probability|Bayes Theorem|Random Variable
Normal Distribution|Central Limit Theorem|Markov Chain|Regression|Neural Network
Backpropagation|Gradient Descent|Overfitting|Decision Tree|Random Forest|Clustering
Solar Boat|Battery|Hull Design|Sourdough|Kimchi|Miso Soup|Green Tea|Espresso
Bicycle Repair|Tent Pitching|Sewing Machine|Houseplants|Composting|Chess Openings
Go Strategy|Photography|Aperture|Shutter Speed|Tax Return|Lease Agreement|Insulin
Vaccines|Photosynthesis|Mitosis|Plate Tectonics|Roman Republic|French Revolution
Silk Road|Stoicism|Utilitarianism|Supply and Demand|Inflation|Game Theory
Prisoner's Dilemma|Habit Stacking|Spaced Repetition|Zettelkasten|Weekly Review"""
HEADINGS = """Installation|Setup|Concepts|Commonly Used Terminology|Notation|Algorithm|Example|Usage
Overview|Definition|Proof|Properties|Notes|Questions|References|See also|Tips|History
Pros and Cons|Exercises"""
SENTENCES = """{a} is often confused with {b}, but the two solve different problems.
Start with the smallest case of {a} that can fail, then look at {b}.
The important part is how {a} behaves when {b} is not available.
In practice most people use {a} together with {b}.
Remember the trade-off between speed and memory when {a} grows.
A common mistake is to apply {a} before checking the assumptions of {b}.
The lecture compared {a} with {b} and ended with three open questions.
Write the steps down, repeat them without looking, and compare.
It took two evenings to understand why {a} needs a second pass.
The table at the end lists the commands, their options and one example each."""
PEOPLE = (
    "Ada Byron|Grace Murray|Alan Mathison|Edsger Wybe|Barbara Huberman|Donald Ervin|Mary Winston"
)
NAMES = {
    "zettel": "{topic}",
    "lectures": "{number:02d} - {topic}",
    "clippings": "{person} - {topic}",
}


def _lines(text: str) -> list[str]:
    return [each for line in text.splitlines() for each in line.split("|")]


def make(root: Path, kind: str) -> Path:
    """Write the vault of this kind below a folder; returns its folder."""
    random, folder = Random(kind), root / f"vault-{kind}"
    topics, people = _lines(TOPICS), _lines(PEOPLE)
    folder.mkdir(parents=True)
    for number, topic in enumerate(topics, start=1):
        person = people[number % len(people)]
        name = NAMES[kind].format(topic=topic, number=number, person=person)
        (folder / f"{name}.md").write_text(_note(topic, topics, random), encoding="utf-8")
    return folder


def _note(topic: str, topics: list[str], random: Random) -> str:
    parts = [_paragraph(topic, topics, random)] if random.random() < 0.5 else []
    for heading in random.sample(_lines(HEADINGS), random.randint(2, 4)):
        parts += [f"# {heading}", _paragraph(topic, topics, random)]
        if random.random() < 0.4:
            other = random.choice(topics)
            parts += [
                f"## {other} {random.choice(('', '(avoid)', 'compared', 'cheat sheet'))}".strip()
            ]
            parts += [_paragraph(other, topics, random)]
    return "\n\n".join(parts) + "\n"


def _paragraph(topic: str, topics: list[str], random: Random) -> str:
    """A few sentences; many of them do not repeat what they are about."""
    chosen = random.sample(SENTENCES.splitlines(), random.randint(2, 5))
    said = [
        each.format(a=random.choice((topic, "it", "this")), b=random.choice(topics))
        for each in chosen
    ]
    return " ".join(said)
