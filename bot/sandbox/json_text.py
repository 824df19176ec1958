"""JSON as it goes over the wire."""

import json
from typing import Any

Json = dict[str, Any]
DEEPEST = 50
"""How deep a request may be nested; Discord's own forms stay far below."""

# Made once: json.dumps makes a new encoder for every call with unusual arguments.
dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode
"""Write JSON as compactly as Discord does."""


def read_json(raw: bytes | str) -> Any:
    """Read JSON from an untrusted sender. Raises ValueError if broken, too deep or not sendable."""
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
    # Half a surrogate pair can be written in JSON, but isn't text that could be sent on.
    dumps(value).encode()
    return value


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
