"""What happened, joined: the events of a trick or a turn are told together, in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise, takewhile
from typing import Any, Final, NamedTuple

from wcwidth import wcwidth

from bot.engine.game import Event
from bot.tables.table_event import MindedMove
from bot.ui.pages.render import Render
from bot.ui.pages.wording import NO_BREAK, PHONE_LINE, SIGN, Wording, capital

Joins = Callable[[Sequence[Event], Event], bool]
"""Tells whether an event is told in one line with those before it."""

_PARTS: Final = re.compile(
    r"<a?:\w{2,32}:[0-9]{17,20}>|`[^`]+`|\\.|.",
    re.ASCII | re.DOTALL,
)
"""What a text mustn't be cut within: an emoji, a card in its frame, or an escaped character."""

_PARTICLES: Final = frozenset("はがをにのとへでも")
"""What Japanese phrases end with, in hiragana; most begin with another kind of letter."""
_ENDS: Final = frozenset(" 、。：！？」』）")
_BEGINS: Final = frozenset("「『（")
"""Between which a text may be cut: parts of a sentence, where words stand together."""
_BRACKETS: Final = frozenset("(（")
"""With which a sentence begins that only adds something to the one before it."""
_CLAUSE: Final = frozenset(",;.!?:")
"""Behind these, and a space, a clause says who did something; Japanese ones often don't."""
LONGEST_WORD: Final = 12
"""Up to so many letters, the rest of a word that was cut goes, too."""
BEGINNING: Final = 14
"""How many cells of a line that is too long stay at its beginning: they say whose doing it was."""


NUMBERED: Final = re.compile(r"\w+ ?[0-9]+[:：]")
"""How a line begins that says first of which round or trick it is."""
SENTENCES: Final = re.compile(r"(?<=[.!?;])\s+(?=[^\sa-z])|(?<=[。／])(?=.)")
"""Between two sentences, or what is said of several one behind the other; and not behind a call:
"Isam! brings you 1 point".
"""
ASIDE: Final = re.compile(r"(?<=.)\s*[(（][^()（）0-9]+[)）](?=[.。]?$)")
"""What stands in brackets at the end and counts nothing: it tells how something was done, as "only
move" does, and not what came of it.
"""
_BREAKS: Final = re.compile(r"[,;:.!?]\s+|[、；：。！？]\s*|\.$")
"""Between what is said of one and of another."""
_BEGUN: Final = re.compile(r"(?:^|[,;:.!?…]\*{0,2}\s+|[、；：。！？…]\*{0,2}\s*)\*{0,2}$")
"""Behind which somebody is named first in a part of a line."""
_READER: Final = re.compile(r"\b[Yy]ou\b|あなた|自分")
"""How a line names whoever reads it."""
BANTER: Final = "-# "
"""How a line begins that a computer says: in small letters."""
NOTHING: Final[Mapping[int, str]] = {}
UNMINDED: Final[Mapping[int, MindedMove]] = {}


class Told(NamedTuple):
    """A line about what happened, for one seat."""

    text: str
    touches: bool
    """Whether it concerns the seat's person, or is how a round has ended."""
    known: bool = False
    """Whether an earlier screen told it in the same words."""
    ends_round: bool = False
    """Whether it is how a round has ended: who won it, and maybe the scores in a line of theirs."""
    brief: str = ""
    """The same in few words; "" if there are none."""
    begins_round: bool = False
    """Whether it is how a round begins."""
    minded: bool = False
    """Whether it says that a computer did it for the seat's own person."""


def units(events: Iterable[Event], joins: Joins) -> list[list[Event]]:
    """Return events in lots, each of which is told in one line."""
    found: list[list[Event]] = []
    for event in events:
        if found and joins(found[-1], event):
            found[-1].append(event)
        else:
            found.append([event])
    return found


class TrickEvents(NamedTuple):
    """Which kinds of events the tricks of a game are made of."""

    began: type[Event]
    """With which a round begins."""
    plays: tuple[type[Event], ...]
    """With one of which a trick begins."""
    won: type[Any]
    """With which it ends; it has the trick's `number`."""


def trick_lines(
    lots: Sequence[Sequence[Event]],
    kinds: TrickEvents,
    say_others: Callable[[Sequence[Event]], Iterable[str | None]],
    say_trick: Callable[[Sequence[Event], int], str],
) -> Iterator[str | None]:
    """Yield a line for each trick, from its events and its number, and those of any other lot."""
    for lot, number in zip(lots, _trick_numbers(lots, kinds), strict=True):
        if not isinstance(lot[0], kinds.plays) or number is None:
            # Of a trick that began before these events, the number isn't known.
            yield from say_others(lot)
        else:
            yield say_trick(lot, number)


def lead_and_newest(plays: Sequence[str]) -> Sequence[str]:
    """Return the plays of a trick that goes on in few words: without those between the two."""
    return (plays[0], "…", plays[-1]) if len(plays) > 2 else plays


def _trick_numbers(lots: Sequence[Sequence[Event]], kinds: TrickEvents) -> Iterator[int | None]:
    """Yield in which trick of its round each lot is; None if no event tells."""
    number: int | None = None
    for lot in lots:
        end: Any = next((each for each in lot if isinstance(each, kinds.won)), None)
        if isinstance(lot[0], kinds.began):
            number = 1
        if end is not None:
            number = end.number
        yield number
        if end is not None:
            number = end.number + 1


def told_lines(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int | None,
    says: Mapping[int, str] = NOTHING,
    cells: int | None = None,
    minded: Mapping[int, MindedMove] = UNMINDED,
) -> list[str]:
    """Return lines about what happened, in the words for a seat.

    Whatever goes by another wording isn't joined, as other people sat on the seats then. `says`
    has what is said about an event, by its `id`: it follows that event's line. Lines that take
    more than so many `cells` are said briefly. `minded` has the moves that computers made for
    people, by the `id` of each event that they brought about: the first line of one says so.
    """
    lines: list[str] = []
    for lot, wording in _by_wording(events):
        said = render.told(lot, seat, wording)
        if cells is not None:
            brief = render.told(lot, seat, wording, brief=True)
            said = [
                long if _width(long) <= cells else short
                for long, short in zip(said, brief, strict=True)
            ]
        said = _with_minded(said, render, lot, seat, wording, minded)
        if any(id(event) in says for event in lot):
            for event, at, *_others in _told_at(render, lot, seat, wording):
                if id(event) in says:
                    said[at] += f"\n{says[id(event)]}"
        lines += said
    return lines


def brief_lines(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int | None,
    minded: Mapping[int, MindedMove] = UNMINDED,
) -> list[str]:
    """Return the same lines, each in few words."""
    lines: list[str] = []
    for lot, wording in _by_wording(events):
        said = render.told(lot, seat, wording, brief=True)
        lines += _with_minded(said, render, lot, seat, wording, minded)
    return lines


def _with_minded(
    said: Sequence[str],
    render: Render,
    lot: Sequence[Event],
    seat: int | None,
    wording: Wording,
    minded: Mapping[int, MindedMove],
) -> list[str]:
    """Return the lines about events, with which of them computers brought about for people."""
    lines, marked, noted = [*said], set[MindedMove](), set[tuple[int, int]]()
    if not any(id(event) in minded for event in lot):
        return lines
    found = {id(each[0]): each[1:] for each in _told_at(render, lot, seat, wording)}
    untold: MindedMove | None = None
    for event in lot:
        move = minded.get(id(event))
        at, news, told = found.get(id(event), (0, False, ("", "")))
        if not news:
            # An event that another one tells of changes nothing: the next may, as who was offered
            # chips reads of that with their answer.
            untold = None if move in marked else move
            continue
        if untold is not None and untold.seat != seat and untold not in (move, *marked):
            lines[at] = _with_sign_at_name(lines[at], wording.name(untold.seat))
        untold = None
        if move is not None and move not in marked:
            # Several of its moves may be told in one line.
            if (at, move.seat) not in noted:
                own = move.seat == seat
                lines[at] = (
                    _with_own_sign(lines[at], *told, wording)
                    if own
                    else _with_sign(lines[at], *told, move.seat, wording)
                )
            marked.add(move)
            noted.add((at, move.seat))
    return lines


def _with_sign_at_name(line: str, name: str) -> str:
    """Return a line with the sign of computers where it first names somebody, if it does."""
    return next((_signed(line, each) for each in _named(line, name)), line)


def _named(line: str, name: str) -> list[int]:
    """Return where a line names somebody."""
    whole = rf"(?<![0-9A-Za-z]){re.escape(name)}(?![0-9A-Za-z])"
    return [each.start() for each in re.finditer(whole, line)]


def _with_sign(line: str, before: str, after: str, seat: int, wording: Wording) -> str:
    """Return a line with the sign of computers before the name on a seat for whose person one did
    what it tells: where they do something, not where something is done to them; or with sign and
    name before what it has added to what was told before. `before` and `after` are as for
    `_with_own_sign`.
    """
    name = wording.name(seat)
    begins, ends = _changed(before, after)
    at = line.find(after[begins:ends])
    named = _named(line, name)
    acting = [each for each in named if each >= at and _BEGUN.search(line[:each])]
    found = acting or [each for each in named if at <= each < at + ends - begins]
    if not found and 0 < begins < ends and at > 0:
        return line[:at] + wording.labelled(f"{SIGN}{NO_BREAK}{name}", line[at:])
    return next((_signed(line, each) for each in found), line)


def _with_own_sign(line: str, before: str, after: str, wording: Wording) -> str:
    """Return a line with the sign of computers where it tells what one did for the seat's person:
    before the word for them where they do something, or else with a few words before the part that
    tells what came of it. `before` and `after` are what the line said until then and right after
    it.

    Japanese needs no such word: without the few words, whoever is named next would seem to be a
    computer.
    """
    begins, ends = _changed(before, after)
    said, label = after[begins:ends], NUMBERED.match(line)
    # What comes later may tell this in other words.
    found = [each for each in _named(line, said) if _BEGUN.search(line[:each])] if said else []
    at = found[0] if found else -1
    until = len(line) if at < 0 else at + len(said)
    readers = (each.start() for each in _READER.finditer(line, max(at, 0)))
    acting = [each for each in readers if each < until and _BEGUN.search(line[:each])]
    if acting:
        return _signed(line, acting[0])
    if at < 0 and before:
        return line
    if at <= 0:
        at = len(line) - len(line[label.end() if label else 0 :].lstrip())
    done = f"{SIGN}{NO_BREAK}{wording.gettext('moved for you')}"
    return line[:at] + wording.labelled(done, line[at:])


def _signed(line: str, at: int) -> str:
    return f"{line[:at]}{SIGN}{NO_BREAK}{line[at:]}"


def _changed(before: str, after: str) -> tuple[int, int]:
    """Return where the first part of a line that an event has changed begins and ends."""
    label = NUMBERED.match(after)
    same = max(alike(before, after), label.end() if label else 0)
    breaks = [each.span() for each in _BREAKS.finditer(after)]
    begins = max([end for start, end in breaks if start <= same], default=0)
    return begins, min([start for start, _end in breaks if start > begins], default=len(after))


def _told_at(
    render: Render, lot: Sequence[Event], seat: int | None, wording: Wording
) -> Iterator[tuple[Event, int, bool, tuple[str, str]]]:
    """Yield events of which a line tells, with its number, whether the event has changed it, and
    what it said until then and right after it.

    An event may join the lines of those before it, as the end of a trick does. So an event stands
    no further down than the last line of what is told up to any later one.
    """
    told = [render.told(lot[:at], seat, wording) for at in range(len(lot) + 1)]
    lasts = [*accumulate(reversed([max(len(lines) - 1, 0) for lines in told[1:]]), min)][::-1]
    for event, last, (before, lines) in zip(lot, lasts, pairwise(told), strict=True):
        if lines:
            until = before[last] if last < len(before) else ""
            yield event, last, lines != before, (until, lines[min(last, len(lines) - 1)])


def _by_wording(
    events: Sequence[tuple[Event, Wording]],
) -> Iterator[tuple[list[Event], Wording]]:
    """Yield events that follow each other and go by the same wording."""
    for _same, several in groupby(events, key=lambda each: id(each[1])):
        together = list(several)
        yield [event for event, _wording in together], together[0][1]


def alike(lines: Sequence[str], earlier: Sequence[str]) -> int:
    """Return with how many lines both begin, or letters of a text."""
    pairs = zip(lines, earlier, strict=False)
    return sum(1 for _both in takewhile(lambda each: each[0] == each[1], pairs))


def without_banter(text: str) -> str:
    """Return a line without what computers say about it."""
    return text.partition(f"\n{BANTER}")[0]


def shortened(text: str, cells: int = PHONE_LINE) -> str:
    """Return a text that takes one line of so many cells, if its last sentences do; else two: half
    a sentence would say nothing, or something else. One that is longer still loses its middle.

    What is said in brackets about how it was done goes first, then of which round or trick it is,
    then how it began: what came of it matters more.
    """
    whole = text.replace("**", "").replace("\n", " ").replace(f"{SIGN} ", f"{SIGN}{NO_BREAK}")
    while _width(whole) > cells and (shorter := ASIDE.sub("", whole)) != whole:
        whole = shorter
    label = NUMBERED.match(whole)
    said = _begun_anew(whole[label.end() :].lstrip()) if label else whole
    ends = [whole[each.end() :] for each in SENTENCES.finditer(whole)]
    few = (whole, said, *(f"… {each}" for each in ends if each[0] not in _BRACKETS))
    for room in (cells, 2 * cells):
        if found := next((each for each in few if _width(each) <= room), ""):
            return found
    return _without_middle(_PARTS.findall(whole), 2 * cells)


def _begun_anew(said: str) -> str:
    """Return what stands behind the number of a trick as a line of its own: the word for its reader
    has a capital letter, also behind the sign of computers.
    """
    signed = f"{SIGN}{NO_BREAK}"
    sign, rest = said[: len(signed) * said.startswith(signed)], said.removeprefix(signed)
    return f"{sign}{capital(rest)}" if _READER.match(rest) else said


def _without_middle(parts: Sequence[str], cells: int) -> str:
    """Return a text that is too long for a line of so many cells with its beginning and its end."""
    stays = len(_first_parts(parts, BEGINNING))
    ends = next((at for at in range(stays, 0, -1) if _may_cut(parts, at)), stays)
    begin = "".join(parts[:ends]).rstrip(f"{SIGN}{NO_BREAK}")
    head = f"{begin}… " if begin.endswith(" ") else f"{begin}…"
    room = cells - sum(map(_cells, _PARTS.findall(head)))
    first = len(parts) - len(_first_parts(parts[::-1], room))
    near = range(first, min(first + LONGEST_WORD + 1, len(parts)))
    begins = next((at for at in near if _may_cut(parts, at)), first)
    clauses = [
        at for at in range(2, len(parts)) if parts[at - 1] == " " and parts[at - 2] in _CLAUSE
    ]
    clause = max((at for at in clauses if at <= begins), default=0)
    if ends <= clause:
        # Without who did it, the rest of a clause would be taken for somebody else's doing.
        begins = next((at for at in clauses if at >= begins), begins)
        if clause < begins not in clauses and sum(map(_cells, parts[clause:])) + 2 <= cells:
            return "… " + "".join(parts[clause:])
    return head + "".join(parts[begins:]).lstrip(NO_BREAK)


def _may_cut(parts: Sequence[str], at: int) -> bool:
    """Tell whether a text may lose all before or behind a place: no word is cut in two there.

    Japanese has no spaces: its phrases end with a particle, as in "ゆずに│チップを│もらった".
    """
    before, after = parts[at - 1], parts[at]
    if after in _ENDS:
        return False
    if before in _ENDS or after in _BEGINS:
        return True
    if before not in _PARTICLES or not _hiragana(after):
        return before in _PARTICLES and after != "ー"
    # Within a word, too: these are particles for certain, or as good as.
    named = parts[max(at - 3, 0) : at - 1] == ["さ", "ん"] and after not in _PARTICLES
    acting = before == "が" and at > 1 and not _kanji(parts[at - 2])
    return before == "を" or named or acting


def _hiragana(part: str) -> bool:
    return "ぁ" <= part <= "ゖ"


def _kanji(part: str) -> bool:
    return "一" <= part <= "龿"


def _first_parts(parts: Sequence[str], room: int) -> list[str]:
    """Return as many of the first parts of a text as there is room for, in cells."""
    widths = accumulate(map(_cells, parts))
    return [part for part, width in zip(parts, widths, strict=True) if width <= room]


def _width(text: str) -> int:
    """Return how many cells a line takes."""
    return sum(map(_cells, _PARTS.findall(text.replace("**", ""))))


def _cells(part: str) -> int:
    """Return how many cells a part of a text takes; an emoji is wider than two letters."""
    if part.startswith("`"):
        return sum(max(wcwidth(letter), 0) for letter in part)
    return 3 if part.startswith("<") and len(part) > 1 else max(wcwidth(part[-1]), 0)
