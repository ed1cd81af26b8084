"""Names of `typing` that are used at run time, without importing it: a cold search starts 21 %
sooner.

For the type checker these names are those of `typing`. At run time `Literal` is the tuple of its
names, and `NamedTuple` makes a tuple type without evaluating its annotations. A search creates
about a hundred such types at start-up, so all with the same number of fields share one compiled
`__new__`.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Literal as Literal
    from typing import NamedTuple as NamedTuple
    from typing import overload as overload

    def names_of(literal: object) -> tuple[Any, ...]:
        """The names that a `Literal` allows."""
else:
    from _collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    new = tuple.__new__

    class _Literal:
        def __getitem__(self, names):
            return names if isinstance(names, tuple) else (names,)

    def names_of(literal):  # noqa: D103
        return literal

    def overload(function):  # noqa: D103
        return function

    class _Named:
        """The methods of all such types; they compare, hash and unpack as tuples.

        Each type has them itself: with a common base class it takes 10 % longer to make one.
        """

        _make = classmethod(tuple.__new__)  # no frame: reading an index calls it for every row

        def _replace(self, **changes):
            changed = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no fields {sorted(changes)}")
            return changed

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            pairs = map("{}={!r}".format, self._fields, self)
            return f"{type(self).__name__}({', '.join(pairs)})"

    class _Maker(type):
        """Turns the body of a class into a tuple type."""

        def __new__(cls, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            body = {**_METHODS, **body}
            defaults = {field: body[field] for field in fields if field in body}
            for at, field in enumerate(fields):
                body[field] = _tuplegetter(at, None)
            body.update(
                __slots__=(),
                __match_args__=fields,
                __new__=_new(name, fields, tuple(defaults.values())),
                _fields=fields,
                _field_defaults=defaults,
            )
            return type(name, (tuple,), body)

    _METHODS = {
        name: value
        for name, value in vars(_Named).items()
        if name in ("_make", "_replace", "_asdict", "__getnewargs__", "__repr__")
    }

    def _new(name, fields, defaults):
        code = _code(len(fields)).replace(
            co_name="__new__",
            co_qualname=f"{name}.__new__",
            co_varnames=("cls", *fields),
        )
        return FunctionType(code, {"new": new}, "__new__", defaults)

    @cache
    def _code(count):
        """The code of `__new__` for `count` fields; each type inserts its field names."""
        written = _WRITTEN[count] if count < len(_WRITTEN) else _LONG.get(count)
        if written is not None:
            return written.__code__
        names = "".join(f"f{at}, " for at in range(count))
        return eval(f"lambda cls, {names}: new(cls, ({names}))").__code__

    # Written out, these are compiled with this file, and not in every process: compiling those of
    # nine types took 2.5 % of a cold search.
    # fmt: off
    _WRITTEN = (
        lambda cls: new(cls, ()),
        lambda cls, a: new(cls, (a,)),
        lambda cls, a, b: new(cls, (a, b)),
        lambda cls, a, b, c: new(cls, (a, b, c)),
        lambda cls, a, b, c, d: new(cls, (a, b, c, d)),
        lambda cls, a, b, c, d, e: new(cls, (a, b, c, d, e)),
        lambda cls, a, b, c, d, e, f: new(cls, (a, b, c, d, e, f)),
        lambda cls, a, b, c, d, e, f, g: new(cls, (a, b, c, d, e, f, g)),
        lambda cls, a, b, c, d, e, f, g, h: new(cls, (a, b, c, d, e, f, g, h)),
        lambda cls, a, b, c, d, e, f, g, h, i: new(cls, (a, b, c, d, e, f, g, h, i)),
        lambda cls, a, b, c, d, e, f, g, h, i, j: new(cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k: new(cls, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t)),
    )
    _LONG = {
        25: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x,
            y, z:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x,
                y, z)),
        32: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x,
            y, z, aa, bb, cc, dd, ee, ff, gg:
            new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x,
                y, z, aa, bb, cc, dd, ee, ff, gg)),
    }
    # fmt: on

    Any = object
    Literal = _Literal()
    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
