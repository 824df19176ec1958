"""Check requests and answers against Discord's own description of its HTTP API.

The description is not part of this project: `DISCORD_OPENAPI` says where its file lies. Without it
nothing is checked.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from bot.sandbox.monitor import Exchange
from tests.openapi_forms import Forms, Json, UnknownFormError

_any_one_of = Draft202012Validator.VALIDATORS["oneOf"]


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
        self._forms = Forms(self._find)
        self._validator = validators.extend(
            Draft202012Validator, {"$ref": self._ref, "oneOf": self._one_of}
        )
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
        form = self._find(place)
        with contextlib.suppress(UnknownFormError):
            if self._forms.shape(form).takes(body):
                return []
        return [_words(error) for error in self._validator(form).iter_errors(body)]

    def _look_up(self, place: str) -> Json:
        """Return the part of the document that a reference means."""
        found: Any = self.document
        for step in place.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return found

    def _ref(self, validator: Any, place: str, instance: object, _schema: Json) -> Iterator[Any]:
        return validator.descend(instance, self._find(place))

    def _one_of(
        self, validator: Any, forms: list[Json], instance: object, schema: Json
    ) -> Iterator[Any]:
        """Check only the form whose `type` is the instance's, or that is this very value."""
        if isinstance(instance, dict):
            fitting = self._forms.of_kind(forms, instance.get("type"))
            if len(fitting) == 1:
                yield from validator.descend(instance, fitting[0])
                return
        elif any(_is(form.get("const"), instance) for form in forms):
            return
        yield from _any_one_of(validator, forms, instance, schema)


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
