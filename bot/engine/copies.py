"""What no game writes by hand: the copy of a state, and the fields that states and views share.

The code is written once for each class, from its declared fields, as `dataclasses` does it:
searches copy states and make views very often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class State:
    """The whole truth about a match. It never leaves the engine.

    A game's is a dataclass with slots. Its fields are declared as ints, bools, strings, tuples and
    frozen dataclasses of these, or as lists and dictionaries of all of them.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Let each class be copied by its own fields."""
        if "clone" not in cls.__dict__:
            type.__setattr__(cls, "clone", State.clone)

    def clone(self) -> Self:
        """Return a copy that shares nothing which can change."""
        cls = type(self)
        clone = _written(cls, [_copy(form, f"it.{name}") for name, form in _forms(cls).items()])
        # From now on, this is the method.
        type.__setattr__(cls, "clone", clone)
        return clone(self)


def copied(made: type[T], source: object, **given: Any) -> T:
    """Return a view or a state; whatever isn't given is copied from the field of the same name.

    A list becomes a tuple in a view, and a tuple a list where the state declares one. Raises
    TypeError for a field that is neither given nor declared alike.
    """
    key = (made, type(source), *given)
    make = _MAKERS.get(key)
    if make is None:
        make = _MAKERS[key] = _maker(made, type(source), frozenset(given))
    return make(source, given)


_MAKERS: Final[dict[tuple[Any, ...], Callable[..., Any]]] = {}
"""By what is made, the class of the source, and the names of what is given."""


def _maker(made: Any, source: Any, given: frozenset[str]) -> Callable[..., Any]:
    wanted, there = _forms(made), _forms(source)
    if unknown := given - wanted.keys():
        raise TypeError(f"{made.__name__} has no {', '.join(sorted(unknown))}")
    parts: list[str] = []
    for name, form in wanted.items():
        if name in given:
            parts.append(f"given[{name!r}]")
            continue
        part = _converted(form, there.get(name), f"it.{name}")
        if part is None:
            raise TypeError(
                f"{made.__name__}.{name} must be given: {source.__name__} has none that is alike"
            )
        parts.append(part)
    return _written(made, parts)


def _written(made: Any, parts: list[str]) -> Callable[..., Any]:
    """Return a function that makes an object, with the code of each of its fields."""
    scope: dict[str, Any] = {"made": made}
    exec(f"def make(it, given=None):\n return made({', '.join(parts)})", scope)  # noqa: S102
    return scope["make"]


def _forms(cls: Any) -> dict[str, Any]:
    """Return the declared type of each field of a dataclass."""
    forms = get_type_hints(cls)
    return {field.name: forms[field.name] for field in fields(cls)}


def _converted(wanted: Any, there: Any, value: str) -> str | None:
    """Return the code that makes one type of value out of another; None if there is none."""
    if wanted == there:
        return _copy(wanted, value)
    if {get_origin(wanted), get_origin(there)} != {list, tuple}:
        return None
    short, long = sorted((get_args(wanted), get_args(there)), key=len)
    if long != (*short, ...) or not _shared(short[0]):
        return None
    return f"tuple({value})" if get_origin(wanted) is tuple else f"[*{value}]"


def _copy(form: Any, value: str) -> str:
    """Return the code that copies a value of a declared type, as far as it can change."""
    if _shared(form):
        return value
    kind, items = get_origin(form), get_args(form)
    if kind in (list, dict):
        inner = _copy(items[-1], "each")
        if kind is list:
            return f"{value}[:]" if inner == "each" else f"[{inner} for each in {value}]"
        inside = f"{{key: {inner} for key, each in {value}.items()}}"
        return f"{value}.copy()" if inner == "each" else inside
    if isinstance(form, type) and issubclass(form, State):
        return f"{value}.clone()"
    raise TypeError(f"{value.removeprefix('it.')}: {form} can't be copied: see bot.engine.copies")


def _shared(form: Any) -> bool:
    """Tell whether a value of a type never changes, so that copies may share it."""
    kind, items = get_origin(form), get_args(form)
    if kind is Literal or form in (int, bool, str, NoneType, ...):
        return True
    if kind in (tuple, Union, UnionType):
        return all(map(_shared, items))
    if is_dataclass(form):
        return form.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return isinstance(form, type) and issubclass(form, tuple)
