"""Check requests and answers against Discord's own description of its HTTP API.

The description is not part of this project: `DISCORD_OPENAPI` says where its file lies. Without it
nothing is checked.
"""

from __future__ import annotations

import json
import marshal
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from bot.sandbox.monitor import Exchange

Json = dict[str, Any]
REMEMBERED = 100_000
"""How much is known to be right at most."""
TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "null": type(None)}
"""The types of single values whose checks are easily made."""
WORDS = {"description", "title", "format", "default", "deprecated", "example", "examples"}
"""What forms say about a value that isn't checked."""
EASY = {"type", "pattern", "minLength", "maxLength", "minimum", "maximum"}
_any_one_of = Draft202012Validator.VALIDATORS["oneOf"]
_some_of = Draft202012Validator.VALIDATORS["anyOf"]


class OpenApi:
    """The description, ready to be asked."""

    def __init__(self, path: Path) -> None:
        self.document: Json = json.loads(path.read_text())
        # discord.py writes some ids as numbers, which Discord takes.
        number = {"type": "integer"}
        schemas = self.document["components"]["schemas"]
        schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], number]}
        # Permissions are told as texts, which Discord takes back: discord.js sends them so.
        text = {"type": "string", "pattern": "^[0-9]{1,20}$"}
        for schema in schemas.values():
            properties = schema.get("properties", {})
            wanted = properties.get("default_member_permissions")
            if wanted is not None and "integer" in wanted["type"]:
                properties["default_member_permissions"] = {"anyOf": [wanted, text]}
        # The reasons inside a refused form have words for codes, as its own documentation shows.
        reason = {"properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
        schemas["InnerErrors"]["properties"]["_errors"]["items"] = reason
        # All references stay in the document: looked up once each, they cost next to nothing.
        self._find = cache(self._look_up)
        self._validator = validators.extend(
            Draft202012Validator,
            {
                "$ref": self._ref,
                "oneOf": self._one_of,
                "anyOf": self._any_of,
                "properties": self._properties,
                "items": self._items,
                "allOf": self._all_of,
            },
        )
        # The parts of the document stay, so their ids tell them apart.
        self._made: dict[int, Any] = {}
        self._by_kind: dict[int, defaultdict[tuple[type, object], list[Json]]] = {}
        """Of the forms of a choice those of each `type`."""
        self._right: set[tuple[int, type, object]] = set()
        """What was right: by which part of the document, of which type, and itself or its bytes."""
        self._easy: dict[int, Callable[[object], bool]] = {}
        self._paths: defaultdict[tuple[int, str], list[tuple[list[str], str]]] = defaultdict(list)
        """The described paths, by how many steps they have and the first one."""
        for template in self.document["paths"]:
            steps = template.strip("/").split("/")
            self._paths[len(steps), steps[0]].append((steps, template))

    def template(self, path: str) -> str | None:
        """Return the described path that fits a request's, the one with the fewest blanks."""
        steps = path.strip("/").split("/")
        fits = [
            (sum(want[0] == "{" for want in wanted), template)
            for wanted, template in self._paths.get((len(steps), steps[0]), ())
            if all(want[0] == "{" or want == got for want, got in zip(wanted, steps, strict=True))
        ]
        return min(fits)[1] if fits else None

    def check_request(self, method: str, path: str, body: object) -> list[str]:
        """Return what is wrong with a request."""
        operation, where = self._operation(method, path)
        if operation is None:
            return [f"{method} {path}: Discord has no such request"]
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is None or content is None:
            return []
        place = f"{where}/requestBody/content/application~1json/schema"
        return [f"{method} {path} asks: {words}" for words in self._check(place, body)]

    def check_answer(self, method: str, path: str, status: int, body: object) -> list[str]:
        """Return what is wrong with an answer."""
        operation, where = self._operation(method, path)
        if operation is None or status >= 500:
            return []
        answers: Json = operation["responses"]
        key = next((k for k in (str(status), f"{status // 100}XX") if k in answers), None)
        if key is None:
            return [f"{method} {path} answers {status}, which is not described"]
        place = f"{where}/responses/{key}"
        answer = answers[key]
        if "$ref" in answer:
            place = answer["$ref"]
            answer = self.document["components"]["responses"][place.rsplit("/", 1)[1]]
        if "application/json" not in answer.get("content", {}):
            return [] if body is None else [f"{method} {path} answers {status} with a body"]
        found = self._check(f"{place}/content/application~1json/schema", body)
        return [f"{method} {path} answers {status}: {words}" for words in found]

    def witness(self, exchange: Exchange) -> list[str]:
        """Return what is wrong with a recorded request or its answer."""
        method, path = exchange.method, exchange.path
        found = []
        if exchange.status < 400:
            found = self.check_request(method, path, exchange.body)
        return found + self.check_answer(method, path, exchange.status, exchange.answer)

    def _operation(self, method: str, path: str) -> tuple[Json | None, str]:
        template = self.template(path)
        if template is None:
            return None, ""
        escaped = template.replace("~", "~0").replace("/", "~1")
        return self.document["paths"][template].get(method.lower()), (
            f"#/paths/{escaped}/{method.lower()}"
        )

    def _check(self, place: str, body: object) -> list[str]:
        validator = self._validator({"$ref": place})
        return [_words(error) for error in validator.iter_errors(body)]

    def _look_up(self, place: str) -> Json:
        """Return the part of the document that a reference means."""
        found: Any = self.document
        for step in place.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return found

    def _look(self, instance: object, schema: Json, path: str | int | None = None) -> Iterator[Any]:
        """Check a part by its form, unless the same was right before: most parts recur often."""
        if isinstance(instance, dict | list):
            # The second format writes all out; later ones tell apart what is one and the same.
            value: object = marshal.dumps(instance, 2)
        elif self._easily(schema)(instance):
            return
        else:
            value = instance
        key = id(schema), type(instance), value
        if key in self._right:
            return
        right = True
        for error in self._validator_of(schema).iter_errors(instance):
            right = False
            if path is not None:
                error.path.appendleft(path)
            yield error
        if right:
            if len(self._right) >= REMEMBERED:
                self._right.clear()
            self._right.add(key)

    def _easily(self, schema: Json) -> Callable[[object], bool]:
        """Return what tells at once that a single value is right; False only says: look closer."""
        found = self._easy.get(id(schema))
        if found is None:
            found = self._easy[id(schema)] = self._easy_check(schema)
        return found

    def _easy_check(self, schema: Json) -> Callable[[object], bool]:
        said = schema.keys() - WORDS
        if said == {"$ref"}:
            meant = self._find(schema["$ref"])
            return self._easily(meant)
        if said == {"anyOf"}:
            forms: list[Json] = schema["anyOf"]
            return lambda value: any(self._easily(form)(value) for form in forms)
        if not {"type"} <= said <= EASY:
            return lambda _value: False
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        types = {TYPES[name] for name in names if name in TYPES}
        pattern = re.compile(schema.get("pattern", ""))
        shortest, longest = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
        least, most = schema.get("minimum", -float("inf")), schema.get("maximum", float("inf"))

        def right(value: object) -> bool:
            if type(value) not in types:
                return False
            if isinstance(value, str):
                return shortest <= len(value) <= longest and pattern.search(value) is not None
            return value is None or (isinstance(value, bool | int) and least <= value <= most)

        return right

    def _validator_of(self, schema: Json) -> Any:
        """Return the validator of a part of the document; made only once, as making it is slow."""
        made = self._made.get(id(schema))
        if made is None:
            made = self._made[id(schema)] = self._validator(schema)
        return made

    def _ref(self, _validator: Any, place: str, instance: object, _schema: Json) -> Iterator[Any]:
        return self._look(instance, self._find(place))

    def _properties(
        self, _validator: Any, properties: Json, instance: object, _schema: Json
    ) -> Iterator[Any]:
        if isinstance(instance, dict):
            for name, schema in properties.items():
                if name in instance:
                    yield from self._look(instance[name], schema, name)

    def _items(
        self, _validator: Any, items: Json, instance: object, _schema: Json
    ) -> Iterator[Any]:
        if isinstance(instance, list):
            for number, each in enumerate(instance):
                yield from self._look(each, items, number)

    def _all_of(
        self, _validator: Any, forms: list[Json], instance: object, _schema: Json
    ) -> Iterator[Any]:
        for form in forms:
            yield from self._look(instance, form)

    def _one_of(
        self, validator: Any, forms: list[Json], instance: object, schema: Json
    ) -> Iterator[Any]:
        """Check only the form whose `type` is the instance's, or that is this very value."""
        if isinstance(instance, dict):
            fitting = self._of_kind(forms, instance.get("type"))
            if len(fitting) == 1:
                yield from self._look(instance, fitting[0])
                return
        elif any(_is(form.get("const"), instance) for form in forms):
            return
        yield from _any_one_of(validator, forms, instance, schema)

    def _any_of(
        self, validator: Any, forms: list[Json], instance: object, schema: Json
    ) -> Iterator[Any]:
        """Look for one form that is right; what is wrong with all of them is said only then."""
        if not any(next(self._look(instance, form), None) is None for form in forms):
            yield from _some_of(validator, forms, instance, schema)

    def _of_kind(self, forms: list[Json], kind: object) -> list[Json]:
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


def _is(one: object, other: object) -> bool:
    """Tell whether two values are the same; true isn't 1."""
    return one is not None and type(one) is type(other) and one == other


def _words(error: ValidationError) -> str:
    """Say what is wrong: of a choice of forms, what is wrong with the one that was meant."""
    while error.context:
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)

        # The form that was meant is the one whose own `type` fits and that fails the deepest.
        def meant(errors: list[ValidationError]) -> tuple[bool, int]:
            kinds = [e for e in errors if list(e.relative_path) in ([], ["type"])]
            return not kinds, max(len(e.relative_path) for e in errors)

        error = max(branches.values(), key=meant)[0]
    path = "/".join(str(step) for step in error.absolute_path)
    return f"{path or 'the body'}: {error.message[:300]}"


@cache
def installed() -> OpenApi | None:
    """Return the description `DISCORD_OPENAPI` points to, None if it isn't set."""
    path = os.environ.get("DISCORD_OPENAPI")
    return OpenApi(Path(path)) if path else None
