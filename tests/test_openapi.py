"""The witness of Discord's description of its API says what is wrong with values of any form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.openapi import OpenApi

FORM = {
    "properties": {
        "id": {"$ref": "#/components/schemas/SnowflakeType"},
        "name": {"type": ["string", "null"], "minLength": 2, "maxLength": 4},
        "count": {"type": "integer", "minimum": 1, "maximum": 3, "description": "how many"},
        "loud": {"type": "boolean"},
        "part": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Part"}]},
        "flag": {"allOf": [{"type": "integer"}, {"oneOf": [{"const": 1}, {"const": 2}]}]},
        "names": {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": 2},
        "tags": {"type": "array", "items": {"enum": ["a", "b", 1]}, "uniqueItems": True},
        "odd": {"anyOf": [{"type": "number", "maximum": 1}, {"type": "array", "minItems": 2}]},
    }
}
PARTS = {
    "Part": {
        "oneOf": [{"$ref": "#/components/schemas/Row"}, {"$ref": "#/components/schemas/Text"}]
    },
    "Row": {
        "type": "object",
        "properties": {
            "type": {"enum": [1]},
            "parts": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/Part"},
                "maxItems": 2,
            },
        },
        "required": ["type", "parts"],
    },
    "Text": {
        "type": "object",
        "properties": {"type": {"enum": [2]}, "text": {"type": "string"}},
        "required": ["type"],
        "additionalProperties": False,
    },
}
TEXT = {"type": 2, "text": "a"}


@pytest.fixture
def described(tmp_path: Path) -> OpenApi:
    """Return a description of one request, whose body has values of several kinds."""
    form = {"content": {"application/json": {"schema": FORM}}}
    snowflake = {"type": "string", "pattern": "^[1-9][0-9]*$"}
    errors = {"properties": {"_errors": {}}}
    document = {
        "paths": {"/things": {"post": {"requestBody": form, "responses": {"204": {}}}}},
        "components": {"schemas": {"SnowflakeType": snowflake, "InnerErrors": errors, **PARTS}},
    }
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document))
    return OpenApi(path)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"id": "12", "name": "Ada", "count": 3, "loud": True}, None),
        ({"id": 12, "name": None, "count": 1}, None),
        ({"id": "012"}, "id: "),
        ({"id": True}, "id: "),
        ({"name": "A"}, "name: "),
        ({"name": "Clara"}, "name: "),
        ({"name": 5}, "name: "),
        ({"count": 0}, "count: "),
        ({"count": 4}, "count: "),
        ({"count": True}, "count: "),
        ({"count": None}, "count: "),
        ({"loud": 1}, "loud: "),
        ({"count": 2.0}, None),
        ({"count": 2.5}, "count: "),
        ({"part": None}, None),
        ({"part": {"type": 1, "parts": [TEXT, {"type": 1, "parts": []}]}}, None),
        ({"part": {"type": 1, "parts": [{"type": 2, "text": 5}]}}, "part/parts/0/text: "),
        ({"part": {"type": 1, "parts": [TEXT] * 3}}, "part/parts: "),
        ({"part": {"type": 1}}, "part"),
        ({"part": {"type": 3}}, "part"),
        ({"part": {**TEXT, "more": 1}}, "part: "),
        ({"part": "a"}, "part: "),
        ({"flag": 2}, None),
        ({"flag": 3}, "flag: "),
        ({"flag": True}, "flag: "),
        ({"names": {"en": "a", "ja": "b"}}, None),
        ({"names": {"en": 1}}, "names/en: "),
        ({"names": {"a": "a", "b": "b", "c": "c"}}, "names: "),
        ({"tags": ["a", "b", 1]}, None),
        ({"tags": ["a", "c"]}, "tags/1: "),
        ({"tags": [True]}, "tags/0: "),
        ({"tags": ["a", "a"]}, "tags: "),
        ({"odd": 1}, None),
        ({"odd": [1, 1]}, None),
        ({"odd": 2}, "odd: "),
        ({"odd": [1]}, "odd: "),
    ],
)
def test_a_value_that_is_wrong_is_named(
    described: OpenApi, body: dict[str, object], wrong: str | None
) -> None:
    said = described.check_request("POST", "/things", body)
    if wrong is None:
        assert not said, f"{body} is right"
    else:
        assert said and wrong in said[0], f"{body} is wrong, and it says {said}"


def test_what_is_not_known_of_a_form_is_checked_all_the_same(described: OpenApi) -> None:
    form = described.document["components"]["schemas"]["Text"]
    form["properties"]["text"]["not"] = {"const": "b"}
    body = {"part": {"type": 2, "text": "b"}}
    assert len(described.check_request("POST", "/things", body)) == 1
    assert not described.check_request("POST", "/things", {"part": TEXT})
