"""How wide letters are in the sandbox's page, in hundredths of their size."""

from __future__ import annotations

from typing import Final

_PLAIN: Final = {
    27: "'",
    28: "ijl",
    29: "IJ",
    32: " ,.·’\xa0",
    34: "/:;\\|",
    35: "f",
    36: "-",
    39: "()[]t",
    40: "!",
    41: "r",
    46: '"',
    50: "*_`–",
    52: "sz“”",
    53: "?",
    55: "c",
    56: "L",
    58: "Fk",
    59: "vxy•",
    60: "P",
    61: "TYao",
    62: "e",
    63: "ESbdghnpqu",
    64: "$0123456789{}",
    66: "K",
    68: "AV",
    69: "BRXZ",
    70: "C",
    73: "U",
    75: "HN",
    77: "DG▲◆",
    78: "&",
    79: "OQ",
    82: "w",
    84: "#+<=>−→✓✗×",
    86: "M",
    87: "●",
    90: "★",
    94: "■",
    95: "%",
    97: "m",
    99: "W",
    100: "@—…\u2003",
}
"""Ordinary letters, by their width."""

_BOLD: Final = {
    31: "'",
    34: "ijl",
    35: " \xa0",
    37: "/IJ\\|",
    38: ",.·’",
    40: ":;",
    42: "-",
    44: "f",
    46: "!()[]",
    48: "t",
    49: "r",
    50: "_`–",
    52: '"*',
    58: "?z",
    59: "c",
    60: "s",
    64: "L•",
    65: "vxy",
    66: "“”",
    67: "ak",
    68: "EFTe",
    69: "o",
    70: "$0123456789",
    71: "hnu{}",
    72: "SYbdgpq",
    73: "CPZ",
    76: "B",
    77: "AKRVX▲◆",
    81: "U",
    82: "G",
    83: "D",
    84: "#+<=>HN−→✓✗×",
    85: "OQ",
    87: "&●",
    90: "★",
    92: "w",
    94: "■",
    100: "%@M—…\u2003",
    104: "m",
    110: "W",
}
"""Bold letters, by their width."""


def _by_letter(widths: dict[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in widths.items() for letter in letters}


PLAIN: Final = _by_letter(_PLAIN)
BOLD: Final = _by_letter(_BOLD)
OTHER: Final = 62
"""A usual letter that isn't listed."""
OTHER_BOLD: Final = 69
"""The same if it is bold."""
