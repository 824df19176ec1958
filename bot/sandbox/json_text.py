"""JSON as it goes over the wire."""

import json
from typing import Any

Json = dict[str, Any]

# Made once: json.dumps makes a new encoder for every call that asks for anything unusual.
dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode
"""Write JSON as compactly as Discord does."""
