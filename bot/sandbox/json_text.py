"""JSON as it goes over the wire."""

import json
from typing import Any

Json = dict[str, Any]
DEEPEST = 50
"""How deep a request may be nested; Discord's own forms stay far below."""

# Made once: json.dumps makes a new encoder for every call that asks for anything unusual.
dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode
"""Write JSON as compactly as Discord does."""


def read_json(raw: bytes | str) -> Any:
    """Read JSON that anybody may have sent; ValueError if it is broken or can't be sent on."""
    try:
        value = json.loads(raw)
    except RecursionError:
        raise ValueError("nested too deep") from None
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            break
    else:
        raise ValueError("nested too deep")
    # Half a surrogate pair can be written in JSON, but is no text that could be sent on.
    dumps(value).encode()
    return value


def _inside(value: Any) -> list[Any]:
    """Return what a value holds."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
