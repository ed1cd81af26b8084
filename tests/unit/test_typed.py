"""`ra.typed` promises: types that behave as those of `typing`, and do not load it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from ra import typed


class Ours(typed.NamedTuple):
    """A point."""

    x: int
    y: int = 2
    name: str | None = None

    @property
    def total(self) -> int:
        """A member beside the fields."""
        return self.x + self.y

    def moved(self, by: int) -> Ours:
        """A method that makes another one."""
        return self._replace(x=self.x + by)


class Theirs(NamedTuple):
    """The same by `typing`."""

    x: int
    y: int = 2
    name: str | None = None


def test_values_are_those_of_typing() -> None:
    """Made, compared, hashed, printed and listed as by `typing`."""
    for values in ((1, 2, None), (1, 5, None), (1, 5, "a")):
        assert Ours(*values) == Ours._make(values)
        ours, theirs = Ours._make(values), Theirs._make(values)
        assert tuple(ours) == tuple(theirs)
        assert hash(ours) == hash(theirs)
        assert ours._asdict() == theirs._asdict()
        assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert Ours(1) == (1, 2, None)
    assert Ours(y=1, x=3) == (3, 1, None)
    assert Ours._fields == Theirs._fields == Ours.__match_args__
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours._make([1, 2, "c"]) == (1, 2, "c")


def test_members_stay() -> None:
    """Methods, properties and texts of the class stay what they are."""
    assert Ours.__doc__ == "A point."
    assert Ours.__module__ == __name__
    assert Ours(1).total == 3
    moved = Ours(1, name="a").moved(4)
    assert type(moved) is Ours
    assert moved == (5, 2, "a")


def test_they_match_by_place_and_by_name() -> None:
    """`match` takes them apart."""
    match Ours(1, 7):
        case Ours(x, y=y):
            assert (x, y) == (1, 7)


def test_they_cannot_be_changed() -> None:
    """Neither a field nor anything else can be set."""
    with pytest.raises(AttributeError):
        Ours(1).x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Ours(1).other = 2  # type: ignore[attr-defined]


def test_copies_are_equal_and_of_the_type() -> None:
    """Another process gets what was sent."""
    one = Ours(1, 2, "a")
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one
        assert type(other) is Ours


@pytest.mark.parametrize(
    ("values", "names", "said"),
    [
        ((), {}, "Ours.__new__() missing 1 required positional argument: 'x'"),
        ((1, 2, "c", 4), {}, "Ours.__new__() takes from 2 to 4 positional arguments"),
        ((1,), {"z": 2}, "Ours.__new__() got an unexpected keyword argument 'z'"),
    ],
)
def test_wrong_calls_name_the_type_and_the_field(
    values: tuple[Any, ...], names: dict[str, Any], said: str
) -> None:
    """A mistake says what is wrong with which type."""
    with pytest.raises(TypeError) as error:
        Ours(*values, **names)
    assert said in str(error.value)


def test_replacing_what_is_no_field_is_an_error() -> None:
    """A mistyped field is not dropped in silence."""
    with pytest.raises(ValueError, match="Ours has no fields \\['z'\\]"):
        Ours(1)._replace(z=1)  # type: ignore[call-arg]


def test_one_without_fields() -> None:
    """A type may have no fields."""

    class Empty(typed.NamedTuple):
        """Nothing."""

    assert Empty() == ()


def test_a_literal_is_its_names() -> None:
    """The names of a `Literal` can be listed."""
    assert typed.names_of(typed.Literal["a", "b"]) == ("a", "b")
    assert typed.names_of(typed.Literal["a"]) == ("a",)


def test_typing_is_not_loaded() -> None:
    """The reason why this module is there."""
    code = "import sys, ra.typed; sys.exit('typing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
