"""The witness of Discord's description of its API says what is wrong with single values, too."""

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
    }
}


@pytest.fixture
def described(tmp_path: Path) -> OpenApi:
    """Return a description of one request, whose body has values of several kinds."""
    form = {"content": {"application/json": {"schema": FORM}}}
    snowflake = {"type": "string", "pattern": "^[1-9][0-9]*$"}
    errors = {"properties": {"_errors": {}}}
    document = {
        "paths": {"/things": {"post": {"requestBody": form, "responses": {"204": {}}}}},
        "components": {"schemas": {"SnowflakeType": snowflake, "InnerErrors": errors}},
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
    ],
)
def test_a_value_that_is_wrong_is_named(
    described: OpenApi, body: dict[str, object], wrong: str | None
) -> None:
    for _ in range(2):
        # What was right before isn't looked at again.
        said = described.check_request("POST", "/things", body)
        if wrong is None:
            assert not said, f"{body} is right"
        else:
            assert len(said) == 1 and wrong in said[0], f"{body} is wrong, and it says {said}"
