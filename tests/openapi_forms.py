"""What tells at once whether a value has a form, as Discord's description of its API has them.

Each part of a form is made into a function for each type of values, once. A validator that goes
through a form and says what is wrong costs many times more, and nearly nothing is wrong.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

Json = dict[str, Any]
Fit = Callable[[Any], bool]

WORDS = {
    "contentEncoding",
    "default",
    "deprecated",
    "description",
    "example",
    "examples",
    "format",
    "title",
    "x-discord-union",
}
"""What forms say about a value that isn't checked."""
TYPES: dict[type, str] = {
    bool: "boolean",
    dict: "object",
    float: "number",
    int: "integer",
    list: "array",
    str: "string",
    type(None): "null",
}


def always(_value: Any) -> bool:
    """Take any value."""
    return True


def never(_value: Any) -> bool:
    """Take no value."""
    return False


class UnknownFormError(Exception):
    """A form says something that isn't known here."""


class Shape(dict[type, Fit]):
    """A form: by the type of a value, what tells whether it has this form.

    Asking raises UnknownFormError if a part of the form isn't known here.
    """

    def __init__(self, forms: Forms, form: Json) -> None:
        """Make nothing yet: a form may contain itself."""
        super().__init__()
        self._forms, self._form = forms, form

    def __missing__(self, kind: type) -> Fit:
        """Make what tells it of values of this type, when the first one comes."""
        made = self[kind] = self._forms.fit(self._form, kind)
        return made

    def takes(self, value: Any) -> bool:
        """Tell whether a value has this form."""
        return self[type(value)](value)


class Forms:
    """The forms of one description. Its parts stay, so that their ids tell them apart."""

    def __init__(self, find: Callable[[str], Json]) -> None:
        """Take what returns the form that a reference means."""
        self._find = find
        self._shapes: dict[int, Shape] = {}
        self._by_kind: dict[int, defaultdict[tuple[type, object], list[Json]]] = {}
        """Of the forms of a choice those of each `type`."""
        self._makers: dict[str, Callable[[Json, type], Fit]] = {
            "type": _type,
            "$ref": lambda form, kind: self.shape(find(form["$ref"]))[kind],
            "allOf": lambda form, kind: _all(self._each(form["allOf"], kind)),
            "anyOf": lambda form, kind: _any(self._each(form["anyOf"], kind)),
            "oneOf": self._one_of,
            "const": lambda form, _kind: _one_of_these([form["const"]]),
            "enum": lambda form, _kind: _one_of_these(form["enum"]),
            "pattern": _pattern,
            "minLength": lambda form, kind: _least(kind is str, form["minLength"], len),
            "maxLength": lambda form, kind: _most(kind is str, form["maxLength"], len),
            "minimum": lambda form, kind: _least(kind in (int, float), form["minimum"]),
            "maximum": lambda form, kind: _most(kind in (int, float), form["maximum"]),
            "minItems": lambda form, kind: _least(kind is list, form["minItems"], len),
            "maxItems": lambda form, kind: _most(kind is list, form["maxItems"], len),
            "uniqueItems": _unique,
            "items": self._items,
            "minProperties": lambda form, kind: _least(kind is dict, form["minProperties"], len),
            "maxProperties": lambda form, kind: _most(kind is dict, form["maxProperties"], len),
            "required": _required,
            "properties": self._properties,
            "additionalProperties": self._others,
        }

    def shape(self, form: Json) -> Shape:
        """Return what tells whether a value has this form."""
        made = self._shapes.get(id(form))
        if made is None:
            made = self._shapes[id(form)] = Shape(self, form)
        return made

    def fit(self, form: Json, kind: type) -> Fit:
        """Make what tells whether a value of this type has a form. Raises UnknownFormError."""
        said = form.keys() - WORDS
        unknown = said - self._makers.keys()
        if unknown:
            raise UnknownFormError(unknown)
        return _all([make(form, kind) for name, make in self._makers.items() if name in said])

    def of_kind(self, forms: list[Json], kind: object) -> list[Json]:
        """Return the forms of an object that allow its `type` to be this."""
        if not isinstance(kind, str | int):
            return []
        by_kind = self._by_kind.get(id(forms))
        if by_kind is None:
            by_kind = self._by_kind[id(forms)] = defaultdict(list)
            for form in forms:
                for each in self._kinds(form):
                    by_kind[type(each), each].append(form)
        return by_kind.get((type(kind), kind), [])

    def _kinds(self, form: Json) -> list[Any]:
        """Return the values that a form of an object allows its `type`; [] if it doesn't say."""
        while "$ref" in form:
            form = self._find(form["$ref"])
        kind = form.get("properties", {}).get("type", {})
        while "$ref" in kind:
            kind = self._find(kind["$ref"])
        return [kind["const"]] if "const" in kind else kind.get("enum", [])

    def _each(self, forms: list[Json], kind: type) -> list[Fit]:
        return [self.shape(each)[kind] for each in forms]

    def _one_of(self, form: Json, kind: type) -> Fit:
        """Try only the form whose `type` is the value's, if one is."""
        forms: list[Json] = form["oneOf"]
        if all(each.keys() - WORDS == {"const"} for each in forms):
            return _one_of_these([each["const"] for each in forms])
        fits = [fit for fit in self._each(forms, kind) if fit is not never]
        if len(fits) < 2:
            return fits[0] if fits else never

        def fit(value: Any) -> bool:
            if kind is dict:
                fitting = self.of_kind(forms, value.get("type"))
                if len(fitting) == 1:
                    return self.shape(fitting[0])[dict](value)
            return sum(fit(value) for fit in fits) == 1

        return fit

    def _items(self, form: Json, kind: type) -> Fit:
        if kind is not list:
            return always
        shape = self.shape(form["items"])
        return lambda value: all(shape[type(each)](each) for each in value)

    def _properties(self, form: Json, kind: type) -> Fit:
        if kind is not dict:
            return always
        shapes = {name: self.shape(each) for name, each in form["properties"].items()}

        def fit(value: Any) -> bool:
            for name, each in value.items():
                if name in shapes and not shapes[name][type(each)](each):
                    return False
            return True

        return fit

    def _others(self, form: Json, kind: type) -> Fit:
        known, others = form.get("properties", {}).keys(), form["additionalProperties"]
        if kind is not dict or others is True:
            return always
        if others is False:
            return lambda value: value.keys() <= known
        takes = self.shape(others).takes
        return lambda value: all(takes(each) for name, each in value.items() if name not in known)


def _all(fits: Sequence[Fit]) -> Fit:
    fits = [fit for fit in fits if fit is not always]
    if never in fits:
        return never
    if len(fits) < 2:
        return fits[0] if fits else always

    def fit(value: Any) -> bool:
        for each in fits:  # noqa: SIM110 - this is the quickest
            if not each(value):
                return False
        return True

    return fit


def _any(fits: Sequence[Fit]) -> Fit:
    fits = [fit for fit in fits if fit is not never]
    if always in fits:
        return always
    if len(fits) < 2:
        return fits[0] if fits else never
    return lambda value: any(fit(value) for fit in fits)


def _type(form: Json, kind: type) -> Fit:
    names = [form["type"]] if isinstance(form["type"], str) else form["type"]
    if TYPES[kind] in names or (kind is int and "number" in names):
        return always
    return float.is_integer if kind is float and "integer" in names else never


def _sign(value: Any) -> tuple[bool, object]:
    """Return what is equal for equal values; true isn't 1."""
    if isinstance(value, list | dict):
        return False, json.dumps(value, sort_keys=True)
    return isinstance(value, bool), value


def _one_of_these(values: list[Any]) -> Fit:
    signs = {_sign(each) for each in values}
    return lambda value: _sign(value) in signs


def _pattern(form: Json, kind: type) -> Fit:
    found = re.compile(form["pattern"]).search
    return always if kind is not str else lambda value: found(value) is not None


def _least(matters: bool, least: float, size: Callable[[Any], float] = lambda it: it) -> Fit:
    return (lambda value: size(value) >= least) if matters else always


def _most(matters: bool, most: float, size: Callable[[Any], float] = lambda it: it) -> Fit:
    return (lambda value: size(value) <= most) if matters else always


def _unique(form: Json, kind: type) -> Fit:
    if kind is not list or not form["uniqueItems"]:
        return always
    return lambda value: len(set(map(_sign, value))) == len(value)


def _required(form: Json, kind: type) -> Fit:
    names = set(form["required"])
    return always if kind is not dict else lambda value: names <= value.keys()
