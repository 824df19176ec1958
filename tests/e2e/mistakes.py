"""Mistakes that people make in a command, game by game: where, when, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.ui.pages.wording import Wording
from tests.contract.games import games
from tests.e2e.scripts import NAMES, Move, render_of
from tests.only import first, only


@dataclass(frozen=True)
class Bad:
    """A mistake that people make: where, when, what they type, and what they are told."""

    what: str
    where: str
    """The configuration."""
    when: Callable[[Move], bool]
    """Tells whether the situation stands when a move is due."""
    kind: str
    words: Callable[[Move], Mapping[str, str]]
    events: str
    """A pattern."""


def says(**words: str) -> Callable[[Move], Mapping[str, str]]:
    """Return what always types the same."""
    return lambda _: words


def always(_: Move) -> bool:
    """Be the case at the first move."""
    return True


def can(kind: str) -> Callable[[Move], bool]:
    """Return what tells whether a kind of move is open."""
    return lambda move: any(action.kind == kind for action in move.legal)


def cannot(kind: str, other: str) -> Callable[[Move], bool]:
    """Return what tells whether one kind of move is closed while another is open."""
    return lambda move: not can(kind)(move) and can(other)(move)


def _colour(card: int) -> str:
    return ("", "red", "yellow", "green", "blue", "white")[card // 10]


def _must_follow(move: Move) -> bool:
    """Tell whether a card in the hand may not be played for its colour."""
    return len([a for a in move.legal if a.kind == "play"]) < len(move.view.private.hand)


def _not_allowed(move: Move) -> int:
    plays = {action.card for action in move.legal if action.kind == "play"}
    left = (card for card in move.view.private.hand if card not in plays)
    return first(left, f"a card of {move.view.private.hand} that mustn't be played")


def _season(code: int) -> str:
    return ("", "spring", "summer", "autumn", "winter")[code // 10]


def _typed_blessing(code: int) -> str:
    return f"{_season(code)}{code % 10}"


def _first(kind: str, name: str) -> Callable[[Move], str]:
    """Return what finds the first possible answer to a question."""
    return lambda move: _words_of(move, kind)[0][name]


def _words_of(move: Move, kind: str) -> list[dict[str, str]]:
    found = [render_of(game) for game in games() if _is_of(game, move)]
    render = only(found, f"the game of {move}")
    wording = Wording("en-GB", NAMES)
    legal = [action for action in move.legal if action.kind == kind]
    return [{w.name: w.value for w in render.words(a, move.view, wording)} for a in legal]


def _is_of(game: Any, move: Move) -> bool:
    return type(move.view.public).__module__ == type(game).__module__.replace("rules", "views")


def _no_longer_in(move: Move) -> bool:
    """Tell whether somebody else is out of the round while a turn is taken."""
    return move.view.public.phase == "turn" and not all(move.view.public.playing)


def _out(move: Move) -> str:
    return str(move.view.public.playing.index(False) + 1)


def _full_box(move: Move) -> bool:
    """Tell whether all boxes for two cards that make ten are marked."""
    from cogs.kasane.melds import BOXES_OF

    return all(move.view.public.marks[box] >= 0 for box in BOXES_OF["juu", 2])


BAD = [
    # Donburiko!
    Bad(
        "a card not held",
        "donburiko-3",
        lambda m: 5 not in m.view.private.hand and can("add")(m),
        "add",
        says(card="5", row="1", face="up"),
        r"You can't pick “5” as `card` now\. You can pick: .*",
    ),
    Bad("a row that isn't there", "donburiko-2", can("add"), "take", says(row="7"), "“7”|`take`"),
    Bad(
        "a total that can't be counted",
        "donburiko-2",
        can("count"),
        "count",
        says(total="99"),
        r"You can't pick “99” as `total` now",
    ),
    Bad(
        "counting without a row",
        "donburiko-2",
        cannot("count", "add"),
        "count",
        says(total="6"),
        "You can't use `count` now",
    ),
    # Colors of Kasane
    Bad("a row that isn't there", "kasane-3", always, "take", says(row="4", meld="none"), "“4”"),
    Bad(
        "a row that is used up",
        "kasane-3",
        lambda m: not m.view.public.rows[1],
        "take",
        says(row="2", meld="none"),
        r"You can't pick “2” as `row` now",
    ),
    Bad(
        "a full box",
        "kasane-3",
        _full_box,
        "take",
        lambda m: {"row": m.typed["row"], "meld": "juu2"},
        r"You can't pick “juu2” as `meld` now",
    ),
    Bad(
        "two melds at once",
        "kasane-3",
        lambda m: m.typed["meld"] != "none",
        "take",
        lambda m: {"row": m.typed["row"], "meld": f"{m.typed['meld']}, katyou5"},
        "as `meld` now",
    ),
    Bad(
        "a meld left open",
        "kasane-3",
        lambda m: m.typed["meld"] != "none",
        "take",
        lambda m: {"row": m.typed["row"]},
        r"Which `meld`\? You can pick: .*\*\*no meld\*\*",
    ),
    # Shiranui
    Bad(
        "a card not held",
        "shiranui-3",
        lambda m: 17 not in m.view.private.hand and m.kind == "play",
        "play",
        says(card="red 7"),
        r"You can't pick “red 7” as `card` now",
    ),
    Bad(
        "a card of another colour than the strong one",
        "shiranui-3",
        _must_follow,
        "play",
        lambda m: {"card": f"{_colour(_not_allowed(m))} {_not_allowed(m) % 10}"},
        "as `card` now",
    ),
    Bad(
        "more than a card may come to",
        "shiranui-3",
        lambda m: (
            m.kind == "give"
            and m.view.private.tokens[m.action.target // 10] > 10 - m.action.target % 10 >= 3
        ),
        "give",
        lambda m: {"target": m.typed["target"], "tokens": str(11 - m.action.target % 10)},
        "as `tokens` now",
    ),
    Bad(
        "tokens not owned",
        "shiranui-3",
        lambda m: m.kind == "give" and m.view.private.tokens[m.action.target // 10] < 4,
        "give",
        lambda m: {
            "target": m.typed["target"],
            "tokens": str(m.view.private.tokens[m.action.target // 10] + 1),
        },
        "as `tokens` now",
    ),
    Bad(
        "clear tokens not owned",
        "shiranui-3",
        lambda m: m.kind == "give" and not m.view.public.clear[m.seat] and m.action.tokens == 1,
        "give",
        lambda m: {"target": m.typed["target"], "tokens": "1", "clear": "1"},
        "as `clear` now",
    ),
    Bad(
        "a card that doesn't lie there",
        "shiranui-3",
        lambda m: m.kind == "give" and m.view.public.trick[0].card != 12,
        "give",
        says(target="red 2", tokens="1"),
        r"You can't pick “red 2” as `target` now",
    ),
    Bad(
        "giving twice",
        "shiranui-3",
        lambda m: m.view.public.gave,
        "give",
        lambda m: {"target": f"{_colour(m.view.public.trick[0].card)}0", "tokens": "1"},
        r"You can't use `give` now\. .+ You can use: `play`",
    ),
    Bad(
        "giving as the leader",
        "shiranui-3",
        lambda m: not m.view.public.trick,
        "give",
        says(target="red 2", tokens="1"),
        "You can't use `give` now",
    ),
    # 7 Little Korpokkurs
    Bad(
        "a target out of the round",
        "korpokkur-4",
        _no_longer_in,
        "korkoni",
        lambda m: {"target": _out(m)},
        "as `target` now",
    ),
    Bad(
        "oneself as the target",
        "korpokkur-4",
        can("korkoni"),
        "korkoni",
        lambda m: {"target": str(m.seat + 1)},
        "as `target` now",
    ),
    Bad(
        "a card not held",
        "korpokkur-4",
        lambda m: can("kamuy")(m) and "reverse" not in m.view.private.hand,
        "kamuy",
        says(card="reverse"),
        r"You can't pick “reverse” as `card` now",
    ),
    Bad(
        "a target for a card that has none",
        "korpokkur-4",
        lambda m: can("kamuy")(m) and "reverse" in m.view.private.hand,
        "kamuy",
        lambda m: {"card": "reverse", "target": str((m.seat + 1) % 4 + 1)},
        "as `target` now",
    ),
    Bad(
        "no target for a card that has one",
        "korpokkur-4",
        lambda m: can("kamuy")(m) and "swap-bags" in m.view.private.hand,
        "kamuy",
        says(card="swap-bags"),
        "Which `target`",
    ),
    Bad(
        "three chips",
        "korpokkur-4",
        can("give"),
        "give",
        lambda m: {"chips": _first("give", "chips")(m), "number": "3"},
        r"You can't pick “3” as `number` now",
    ),
    Bad(
        "two chips of which one is held",
        "korpokkur-4",
        lambda m: m.view.public.phase == "turn" and m.view.private.korpokkur == 1,
        "give",
        says(chips="korpokkur", number="2"),
        "“2”",
    ),
    Bad("Isam with a full bag", "korpokkur-4", cannot("isam", "give"), "isam", says(), "`isam`"),
    Bad("Arwampe too soon", "korpokkur-4", cannot("arwampe", "give"), "arwampe", says(), "`arw"),
    Bad(
        "a turn instead of an answer",
        "korpokkur-4",
        can("answer"),
        "give",
        says(chips="korpokkur", number="1"),
        r"You can't use `give` now\. .+ You can use: `answer`",
    ),
    Bad(
        "a bag too full",
        "korpokkur-2",
        can("bag"),
        "bag",
        says(korpokkur="4", butterbur="5"),
        r"You can't pick “5” as `butterbur` now\. You can pick: \*\*3",
    ),
    # Ameno Kirifuda
    Bad(
        "a card that doesn't follow",
        "kirifuda-3",
        lambda m: m.kind == "play" and _must_follow(m),
        "play",
        lambda m: {"card": f"{_season(_not_allowed(m))} {_not_allowed(m) % 10}"},
        "as `card` now",
    ),
    Bad(
        "a blessing that is gone",
        "kirifuda-3",
        lambda m: m.kind == "draft" and 11 not in m.view.public.display,
        "draft",
        says(blessing="spring1"),
        r"You can't pick “spring1” as `blessing` now",
    ),
    Bad(
        "two blessings at once",
        "kirifuda-3",
        lambda m: m.kind == "draft",
        "draft",
        lambda m: {"blessing": " ".join(w["blessing"] for w in _words_of(m, "draft")[:2])},
        "as `blessing` now",
    ),
    Bad(
        "a blessing of somebody else",
        "kirifuda-3",
        lambda m: m.kind == "discard",
        "discard",
        lambda m: {"blessings": _typed_blessing(m.view.public.blessings[(m.seat + 1) % 3][0])},
        "as `blessings` now",
    ),
    Bad(
        "a space where a stone lies",
        "kirifuda-3",
        lambda m: (
            m.kind == "place" and m.action.to is None and 11 not in {a.space for a in m.legal}
        ),
        "place",
        says(space="springA"),
        r"You can't pick “springA” as `space` now",
    ),
    Bad(
        "moving a stone without need",
        "kirifuda-3",
        lambda m: m.kind == "place" and m.action.to is None,
        "place",
        lambda m: {"space": m.typed["space"], "to": m.typed["space"]},
        "as `to` now",
    ),
    Bad(
        "two stones instead of three",
        "kirifuda-3",
        can("return"),
        "return",
        lambda m: {"stones": ", ".join(m.typed["stones"].split("+")[:2])},
        r"as `stones` now\. You can pick: 3 of ",
    ),
    Bad(
        "four stones instead of three",
        "kirifuda-3",
        lambda m: m.kind == "return" and len({s for a in m.legal for s in a.spaces}) > 3,
        "return",
        lambda m: {"stones": _four(m)},
        r"as `stones` now\. You can pick: 3 of ",
    ),
]


def _four(move: Move) -> str:
    stones = dict.fromkeys(
        stone for words in _words_of(move, "return") for stone in words["stones"].split("+")
    )
    return "+".join(list(stones)[:4])
