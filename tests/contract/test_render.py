"""All that is rendered fits into Discord, says moves unmistakably, and copes with hostile names."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, get_args
from unittest.mock import MagicMock

import pytest
from discord import ButtonStyle, app_commands
from wcwidth import wcswidth

from bot.engine.ahead import Ahead
from bot.engine.dealer import AddressedEvent
from bot.engine.game import AnyGame, kind_of
from bot.engine.game import Options as AnyOptions
from bot.engine.match import Match
from bot.engine.views import SeatView
from bot.games.find_games import ahead_of
from bot.tables.clock import HOUR
from bot.tables.table import Table
from bot.tables.table_event import Motion
from bot.tables.trouble import Trouble
from bot.tables.who_decides import Right
from bot.ui.incoming.game_commands import AHEAD_TEXT, GameCog
from bot.ui.pages import routes
from bot.ui.pages.catalogues import languages
from bot.ui.pages.games.rules import pages_of, rules_page
from bot.ui.pages.move_words import Kind, Word
from bot.ui.pages.page import Page, Row, Select
from bot.ui.pages.phone_height import INSIDE, height, lines
from bot.ui.pages.render import Body, Render
from bot.ui.pages.tables import menu_moves
from bot.ui.pages.tables.board import without_marks
from bot.ui.pages.tables.end_page import HOWS, Ways, end_page, really_end_page
from bot.ui.pages.tables.fit import MOST
from bot.ui.pages.tables.hand import HEARD_WRITTEN
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_page import table_page
from bot.ui.pages.typed_words import choices, folded, picker, possible, typed_moves
from bot.ui.pages.wording import Wording, bare_name, phone_lines, plain_name
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import Donburiko
from storage.rows import Holder, StandIn
from tests.contract import seen
from tests.contract.games import Configuration, hooks, must_have, package_of, play
from tests.emoji import mentions
from tests.only import only

HOSTILE = (
    "W" * 32,
    "*_~`|>#[](@everyone)<@1>\\:x:",
    "漢字" * 16,
    "\u202e\u2066dlrow olleh\u2069\u200b <@&42> @here",
    "👨‍👩‍👧‍👦" * 4,
    "a" + "\u0301" * 31,
    "```js```" * 4,
    "\u200d" * 32,
    "https://example.com/[a](b)",
    "discord.gg/abcdef",
    "_" * 32,
    "\u3000 \t\n",
    "🇯🇵" * 16,
)
MATCHES = [pytest.param(1, 4, id="1"), pytest.param(12, 1, id="12", marks=pytest.mark.long)]
"""The matches that are looked at in words, and as many with all emoji, and how often in them."""

BIDI = re.compile("[\u200b-\u200c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]")
INLINE = re.compile(r"`[^`\n]*`")
EMOJI = re.compile(r"<:kk_[a-z0-9_]{2,29}:[0-9]{19}>")
LIVE_MARKDOWN = re.compile(r"(?<!\\)(@everyone|@here|<@|<#|<:|\]\(|\|\||~~|__|\.gg/)")
VALUE = re.compile(r"[A-Za-z0-9+!-]+")
LATELY = 1024 + 30
"""The log lines on the board, with their title, take at most this many characters."""
NOTE = 700
"""The most characters above a hand or a table page, on what has changed, in words."""
NOTE_WITH_EMOJI = HEARD_WRITTEN + 200
RIGHTS: tuple[Right | None, ...] = (None, "host", "moderator")
OPTION = re.compile(r"[a-z0-9_-]{1,32}")
COACH_LINES = 5
"""The most lines on a phone that help a newcomer: they stand above the question."""


def named(seats: int) -> Iterator[tuple[str, ...]]:
    """Yield names in which every hostile one sits somewhere, and finally the longest everywhere."""
    for at in range(0, len(HOSTILE), seats):
        yield tuple(HOSTILE[(at + n) % len(HOSTILE)] for n in range(seats))
    yield (max(HOSTILE, key=lambda name: len(plain_name(name))),) * seats


def check_text(text: str, most: int) -> None:
    """Check a text with markdown: its length, its frames, what could become active."""
    assert text.strip(), "a text is empty"
    assert len(text) <= most, f"{len(text)} characters, {most} allowed: {text}"
    assert not BIDI.search(text), f"control characters: {text!r}"
    blocks = text.split("```")
    assert len(blocks) % 2 == 1, f"an open code block: {text}"
    for block in blocks[1::2]:
        assert not EMOJI.search(block), f"no emoji is drawn in a code block: {block}"
        for line in block.split("\n"):
            assert wcswidth(line) <= 32, f"a code line of {wcswidth(line)} cells: {line}"
    for line in "".join(blocks[::2]).split("\n"):
        assert not any(map(EMOJI.search, INLINE.findall(line))), f"nor in a frame: {line}"
        bare = INLINE.sub("", EMOJI.sub("", line.replace("\\`", "")))
        assert "`" not in bare, f"an open frame: {line}"
        assert not LIVE_MARKDOWN.search(bare), f"a name came alive: {line}"


def check_line(text: str, most: int) -> None:
    """Check a text of one line."""
    check_text(text, most)
    assert "\n" not in text, f"more than a line: {text!r}"


def check_page(page: Body, rest: int) -> None:
    """Check a page that shares an embed with this many other characters."""
    if page.text:
        check_text(page.text, 4096)
    assert len(page.fields) <= 25, f"{len(page.fields)} fields, and Discord takes 25"
    for field in page.fields:
        check_line(field.name, 256)
        check_text(field.text, 1024)
    whole = len(page.text) + sum(len(field.name) + len(field.text) for field in page.fields)
    assert whole + rest <= 6000, f"an embed of {whole + rest} characters"


def check_words(
    render: Render, view: SeatView[Any, Any], legal: list[Any], wording: Wording
) -> None:
    """Check that the words of the legal moves say each of them, by value and by label."""
    for kind in {action.kind for action in legal}:
        names = list(render.kinds[kind].words)
        open_moves = typed_moves(render, kind, view, legal, wording)
        by_value: set[tuple[str, ...]] = set()
        by_label: set[tuple[str, ...]] = set()
        for move in open_moves:
            words = list(move.words.values())
            assert [word.name for word in words] == [n for n in names if n in move.words], (
                f"words out of order: {words}"
            )
            for word in words:
                check_word(word)
                if word.items:
                    own = [word.name] in [list(step.words) for step in render.kinds[kind].steps]
                    assert own, f"the set {word.name} has no step to itself"
            by_value.add(tuple(f"{word.name} {folded(word.value)}" for word in words))
            by_label.add(tuple(f"{word.name} {folded(word.label)}" for word in words))
            for step in render.kinds[kind].steps:
                shown = [move.words[name] for name in step.words if name in move.words]
                joined = " · ".join(word.label for word in shown)
                assert len(joined) <= 80 or any(len(word.items) > 1 for word in shown), (
                    f"a button has room for 80: {joined}"
                )
        assert len(by_value) == len(by_label) == len(open_moves), "two moves have the same words"
        for name in names:
            values = possible(open_moves, name)
            assert len({folded(word.label) for word in values}) == len(values), (
                f"two read alike: {values}"
            )
            assert len(choices(open_moves, name, {}, "")) == min(len(values), 25), (
                f"not all of {values} are offered"
            )


class SaidOnce:
    """The render of one position: it puts each move into words once, however often it is asked."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._said: dict[tuple[int, str], Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._render, name)

    def words(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> Any:
        asked = id(action), wording.language
        if asked not in self._said:
            self._said[asked] = self._render.words(action, view, wording)
        return self._said[asked]


def check_typed(
    render: Render, view: SeatView[Any, Any], legal: list[Any], wording: Wording
) -> None:
    """Check that typing a move's words plays that move, and that nonsense names what would do."""
    once: Any = SaidOnce(render)
    for action in legal:
        words = once.words(action, view, wording)
        values = {word.name: f" {word.value.upper()} " for word in words}
        labels = {word.name: word.label.swapcase() for word in words}
        assert picker(f"game {action.kind}", once, values, wording)(view, legal) == action, (
            f"typed: {values}"
        )
        assert picker(f"game {action.kind}", once, labels, wording)(view, legal) == action, (
            f"typed: {labels}"
        )
        for value_or_label in (0, 1):
            lists = {
                w.name: ", ".join(item[value_or_label] for item in reversed(w.items)) or w.value
                for w in words
            }
            assert picker(f"game {action.kind}", once, lists, wording)(view, legal) == action, (
                f"typed: {lists}"
            )
        for word in words:
            wrong = {**values, word.name: HOSTILE[1] * 9}
            with pytest.raises(Trouble) as caught:
                picker(f"game {action.kind}", once, wrong, wording)(view, legal)
            check_text(caught.value.say(wording.gettext), 2000)


def check_hints(
    render: Render, view: SeatView[Any, Any], legal: list[Any], wording: Wording
) -> None:
    """Check that each move can be given as advice, in one line, with no two advised alike."""
    said = [render.advice(action, view, wording) for action in legal]
    for text in said:
        check_line(text, 1000)
        assert phone_lines(text) <= 7, f"a hint is too long: {text}"
        assert "{" not in text, f"a field wasn't filled: {text}"
    alike = {text for text in said if said.count(text) > 1}
    assert not alike, f"two moves are advised by the same words: {alike}"


def check_coach(render: Render, view: SeatView[Any, Any], wording: Wording) -> None:
    """Check that what helps a newcomer is short: at most two sentences, in one line."""
    said = render.coach(view, wording)
    if said:
        check_line(said, 400)
        assert phone_lines(said) <= COACH_LINES, f"the coach talks too long: {said}"
        assert "{" not in said, f"a field wasn't filled: {said}"


def check_below(render: Render, view: SeatView[Any, Any], wording: Wording) -> None:
    """Check that a hand right below its board says nothing that it doesn't say by itself, but for
    what explains the picture, in small letters.
    """
    whole = render.hand(view, wording)
    below = render.hand_below(view, wording).at(deeper=False, lists=False)
    said = [line for line in below.text.split("\n") if not line.startswith("-# ")]
    more = [line for line in said if line not in whole.text]
    assert not more, f"the hand below its board says more: {more}"
    length = len("\n".join(said))
    assert length <= len(whole.text) and len(below.fields) <= len(whole.fields), (
        f"a hand below its board is longer than one alone: {below}"
    )


def check_word(word: Word) -> None:
    """Check one word against what controls and commands can hold."""
    assert VALUE.fullmatch(word.value), word
    assert OPTION.fullmatch(word.name), word
    assert 1 <= len(word.label) <= 80 or len(word.items) > 1, word
    assert word.label == word.label.strip(), word
    assert "\n" not in word.label, word
    assert not BIDI.search(word.label), word
    if word.items:
        assert word.value == "+".join(value for value, _label in word.items), (
            f"the set isn't its items: {word}"
        )
    for value, label in word.items:
        assert "+" not in value, f"an item looks like a set: {word}"
        check_word(Word(word.name, value, label))
    game_json = [form for item in word.items for form in set(map(folded, item))]
    assert len(set(game_json)) == len(game_json), "two items are typed alike"


def check_lines(render: Render, events: list[AddressedEvent], seats: int, wording: Wording) -> None:
    """Check the log lines of one step, and what each seat reads of what it heard."""
    for each in events:
        text = render.line(each.event, wording)
        if text is not None:
            check_line(text, 400)
        for seat in range(seats) if each.audience == "all" else each.audience:
            said = render.heard(each.event, seat, wording) or "-"
            check_line(said, 1000)
            assert phone_lines(said) <= 11, said


def check_position(game: AnyGame, match: Match, names: tuple[str, ...]) -> None:
    """Check all that is shown of a position, to all and to each seat."""
    table = seen.table_of(game, match, names)
    wording, render = seen.wording_of(table), seen.playable_of(game).render
    check_line(render.headline(match.public(), wording), 250)
    check_text(render.round_scores(match.public(), wording) or "-", 1024)
    for seat in match.to_act():
        check_line(render.call(match.public(), seat, wording) or "-", 250)
    if match.to_act():
        check_line(render.task(match.public(), match.to_act(), wording), 250)
    # What is left of the 6000 is for a few log lines.
    check_message(seen.board(game, table), LATELY)
    check_message(lobby_card_page(seen.playable_of(game), table.face(), wording), 0)
    for seat in range(match.seats):
        legal = match.legal(seat)
        check_words(render, match.view(seat), legal, wording)
        check_hints(render, match.view(seat), legal, wording)
        check_coach(render, match.view(seat), wording)
        check_below(render, match.view(seat), wording)
        ids: set[str] = set()
        pages = seen.hands(game, table, seat)
        assert not any(map(is_red, pages[0].rows)), "what may be regretted takes one press"
        for page in pages:
            check_hand(page)
            ids |= ids_of(page)
        check_menu(game, table, seat, ids)


def check_beside_the_game(game: AnyGame, match: Match, names: tuple[str, ...]) -> None:
    """Check what board, card, table page and hands show of all that is not the game."""
    for table in stirred(game, match, names):
        wording, playable = seen.wording_of(table), seen.playable_of(game)
        check_message(seen.board(game, table), LATELY)
        check_message(lobby_card_page(playable, table.face(), wording), 0)
        ways = Ways(HOWS, points=(99,) * match.seats, led_by="Led by somebody.", alone=True)
        check_message(end_page(playable, table.face(), ways, wording), NOTE)
        for how in HOWS:
            check_message(really_end_page(playable, table.face(), ways, how, wording), 0)
        ends = dict.fromkeys(table.to_act(), 10**12)
        at_night = replace(table, night_id="night", night_round=1, night_table=1)
        for person in (99, *(seat.person for seat in table.seats)):
            for right in RIGHTS:
                viewer = Viewer(person, right, removable=tuple(range(match.seats)))
                check_message(table_page(playable, table.face(), viewer, ends, wording), NOTE)
            for led, helped in itertools.product((True, False), repeat=2):
                viewer = Viewer(person, "night", (), (0,), led=led, helped=helped)
                page = table_page(playable, at_night.face(), viewer, ends, wording)
                check_message(page, NOTE)
        for seat in range(match.seats):
            for page in seen.hands(game, table, seat):
                check_hand(page)


def stirred(game: AnyGame, match: Match, names: tuple[str, ...]) -> Iterator[Table]:
    """Yield the table with as much to say about it as possible, in several ways."""
    everybody = tuple(range(match.seats))
    motions = [
        Motion(what, everybody[-1], (), 10**9, "days", 168 * HOUR, everybody[-1:])
        for what in ("pace", "pause", "resume", "take_back")
    ]
    stand_in: list[StandIn | None] = ["away", "left", None, "left", "away", "left"]
    for number, motion in enumerate(motions):
        table = seen.table_of(game, match, names)
        seal = "0123456789abcdef" * 4
        table = replace(
            table,
            pace="days",
            move_time=168 * HOUR,
            on_timeout="seat",
            commitment=seal,
            start_print=seal,
            paused=number == 2,
            host=table.seats[-1].person,
        )
        if number % 2:
            shifted = [*stand_in[number:], *stand_in[:number]]
            seats = [
                replace(seat, stand_in=shifted[place], away_since=0)
                for place, seat in enumerate(table.seats)
            ]
            table = replace(table, seats=seats)
        if table.phase == "playing":
            yield replace(table, motion=motion)
            continue
        holders = tuple(
            Holder(seat.person, seat.name, place <= number)
            for place, seat in enumerate(table.seats)
        )
        # Somebody who is gone, and whose name nobody noted.
        holders += (Holder(4, "#Gone"), Holder(5, ""))
        opened = number == 3
        yield replace(table, log_print=seal, _secret=seal, hands_open=opened, holders=holders)


def check_menu(game: AnyGame, table: Table, seat: int, ids: set[str]) -> None:
    """Check that the menu leads to every legal move, in at most three clicks."""
    playable, wording = seen.playable_of(game), seen.wording_of(table)
    legal, view = table.legal(seat), table.view(seat)
    once: Any = SaidOnce(playable.render)
    found = menu_moves.menu_moves(once, legal, view, wording)
    assert len({move.path for move in found}) == len(legal), (
        f"{len(legal)} moves, and the menu has {found}"
    )

    def chosen(path: menu_moves.MenuPath) -> Any:
        return menu_moves.chosen(once, legal, view, wording, path)

    for move in found:
        assert chosen(move.path) == move.action, (
            f"{move.path} leads to {chosen(move.path)}, not to {move.action}"
        )
        for depth in range(1 + (len(move.path) > 1), len(move.path) + 1):
            path = move.path[:depth]
            wanted = routes.MENU(table.id, table.question_number(seat), ":".join(path))
            further = {each.path[: depth + 1] for each in found if each.path[:depth] == path}
            only = all(each.path[:2] == path for each in found if each.path[0] == path[0])
            passed_over = depth < len(move.path) and (only or len(further) == 1)
            assert passed_over or wanted in ids, f"no control leads to {wanted}"
            assert depth == len(move.path) or chosen(move.path[:depth]) is None, (
                f"{path} moves though more is to be asked"
            )
        assert max(1, len(move.path) - 1) <= 3, f"more than three clicks: {move.path}"


def ids_of(page: Page) -> set[str]:
    """Return what the controls of a sheet say when they are used, lists without their numbers."""
    said: set[str] = set()
    for row in page.rows:
        if isinstance(row, Select):
            bare = re.sub(r"^m[0-9]+:", "m:", row.id)
            values = [choice.value for choice in row.choices]
            said |= {
                f"{bare}:{menu_moves.together(some)}"
                for size in range(row.least, row.most + 1)
                for some in itertools.combinations(values, size)
            }
        elif isinstance(row, tuple):
            said |= {button.id for button in row}
    return said


def is_red(row: Row) -> bool:
    """Tell whether a row has a red button."""
    return isinstance(row, tuple) and any(each.style is ButtonStyle.danger for each in row)


def check_hand(page: Page) -> None:
    """Check a hand with room above it for what has happened."""
    check_message(page, NOTE_WITH_EMOJI if seen.emoji else NOTE)
    # As emoji a large hand takes half the room; the rest is for the lines that touch its person.
    assert len(page.text) + NOTE <= 4096, "what has happened has no room above the hand"


def check_labels(page: Page) -> None:
    """Check that no two buttons that can be pressed say the same.

    A number beside a drawn card says which: cards of one number differ by what is drawn.
    """
    buttons = [each for row in page.rows if isinstance(row, tuple) for each in row]
    said = [
        (each.emoji if each.label[:1].isdigit() else "", each.label)
        for each in buttons
        if not each.disabled
    ]
    assert len(set(said)) == len(said), f"two buttons say the same: {sorted(said)}"


def check_message(page: Page, rest: int) -> None:
    """Check a whole message: nothing is cut, left out or refused for its size."""
    assert 1 <= len(page.title) <= 256, f"a title of {len(page.title)}: {page.title}"
    assert len(page.footer) <= 2048, f"a footer of {len(page.footer)}: {page.footer}"
    assert len(page.author) <= 256, f"an author of {len(page.author)}: {page.author}"
    for plain in (page.footer, page.author, page.alt):
        assert not EMOJI.search(plain) and "kk_" not in plain, f"no emoji is drawn there: {plain}"
    said = len(page.title) + len(page.footer) + len(page.author)
    check_page(Body(page.text, page.fields), said + rest)
    embed = page.embed()
    assert embed.description == (page.text or None), "the embed has another text than the page"
    assert [(each.name, each.value) for each in embed.fields] == [
        (field.name, field.text) for field in page.fields
    ]
    assert len(page.rows) <= 5, f"{len(page.rows)} rows, and Discord takes 5"
    check_labels(page)
    ids: list[str] = []
    for row in page.rows:
        if isinstance(row, Select):
            ids.append(row.id)
            assert 1 <= len(row.choices) <= 25, (
                f"a list of {len(row.choices)}, and Discord takes 25: {row}"
            )
            assert 1 <= row.least <= row.most <= len(row.choices), f"nobody can pick as many: {row}"
            assert len(row.prompt) <= 150, f"a prompt of {len(row.prompt)}: {row.prompt}"
            values = [choice.value for choice in row.choices]
            assert len(set(values)) == len(values), f"two choices mean the same: {values}"
            assert all(1 <= len(value) <= 100 for value in values), (
                f"an empty or long value: {values}"
            )
            assert all(1 <= len(choice.label) <= 100 for choice in row.choices), (
                f"an empty or long label: {row.choices}"
            )
            shown = (row.prompt, *(choice.label for choice in row.choices))
            assert not any(map(EMOJI.search, shown)), "an emoji stands before a label, not in it"
        else:
            assert isinstance(row, tuple), "a list that Discord fills"
            assert 1 <= len(row) <= 5, f"{len(row)} buttons in a row: {row}"
            ids += [button.id for button in row]
            assert all(len(button.label) <= 80 for button in row), f"a long label: {row}"
            assert all(button.label or button.emoji for button in row), "a bare button"
            shown = [button.label for button in row]
            assert not any(map(EMOJI.search, shown)), "an emoji stands before a label, not in it"
    assert len(set(ids)) == len(ids), f"two controls bear the same id: {ids}"
    assert all(1 <= len(each) <= 100 for each in ids), f"an empty or long id: {ids}"
    assert len(page.view().children) == len(ids), f"a control is lost: {ids}"


@pytest.mark.heavy
@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(("count", "often"), MATCHES)
def test_every_position_fits_whatever_people_are_called(
    configuration: Configuration, count: int, often: int
) -> None:
    game = configuration.game
    render = seen.playable_of(game).render
    rng = configuration.rng("render")
    all_names = list(named(configuration.seats))
    for number in range(count):
        for match, step in play(configuration, rng):
            names = all_names[(number + match.step // often) % len(all_names)]
            wording = Wording("en-GB", names, seen.emoji)
            if match.step % often == 0 or not match.to_act():
                check_position(game, match, names)
            check_lines(render, step.events, match.seats, wording)
            if rng.random() < 0.05 / often or not match.to_act():
                check_beside_the_game(game, match, names)
            if rng.random() < 0.2 / often:
                for seat in match.to_act():
                    check_typed(render, match.view(seat), match.legal(seat), wording)


@pytest.mark.heavy
@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(
    ("count", "called"),
    [pytest.param(4, 1, id="4"), pytest.param(12, 99, id="12", marks=pytest.mark.long)],
)
def test_a_match_of_the_longest_kind_fits(
    configuration: Configuration, count: int, called: int
) -> None:
    """The final page of long matches is the longest, with the longest names most of all."""
    longest: Match | None = None
    for number in range(count):
        for match, _ in play(configuration, configuration.rng(f"long {number}")):
            if not match.to_act() and (longest is None or match.step > longest.step):
                longest = match
    assert longest is not None
    for names in [*named(configuration.seats)][-called:]:
        check_position(configuration.game, longest, names)
        check_beside_the_game(configuration.game, longest, names)


def test_what_all_hear_has_a_line(configuration: Configuration) -> None:
    """Each event has one, unless the game's hooks name it; and every step has one at least."""
    render, wordless = (
        seen.playable_of(configuration.game).render,
        hooks(configuration.game).wordless,
    )
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    for _, step in play(configuration, configuration.rng("lines")):
        told = [each.event for each in step.events if each.audience == "all"]
        lines = {event: render.line(event, wording) for event in told}
        for event, line in lines.items():
            assert line is not None or event.kind in wordless, f"no line for {event}"
            assert "None" not in (line or ""), f"{event}: {line}"
        assert any(lines.values()), f"no line tells of {step.action}"


def test_every_games_commands_can_be_built(game: AnyGame) -> None:
    """Build them as at a start of the bot: it would stop at a text that is missing."""
    offer, cog = seen.playable_of(game), cog_of(game)
    render = offer.render
    assert cog.game.info == render.info == game.info
    assert (cog.help, cog.pictures) == (offer.help, offer.pictures)
    ahead = ahead_of(package_of(game.info.key))
    (group,) = cog(requests_with(ahead)).own
    assert isinstance(group, app_commands.Group)
    commands = {each.name: each for each in group.commands}
    assert list(commands) == ["new", "rules", *render.kinds]
    actions = set(map(kind_of, get_args(game.Action) or (game.Action,)))
    assert set(render.kinds) == actions, "a kind without words, or words for no kind"
    for name, kind in render.kinds.items():
        command = commands[name]
        assert isinstance(command, app_commands.Command)
        sets = () if ahead is None else get_args(ahead.Action) or (ahead.Action,)
        more = ["ahead"] if name in map(kind_of, sets) else []
        assert [each.name for each in command.parameters] == [*kind.words, *more, "table"]
        check_kind(name, kind)
    for option in fields(game.Options):
        check_option(option.name, option.metadata["text"])
    assert command_size(cog) <= 7000, "more than Discord takes in one command"
    assert 1 <= len(render.summary) <= 100


def requests_with(ahead: Ahead | None) -> Any:
    """Return what carries commands out, where this can be set ahead in any game."""
    requests = MagicMock()
    requests.services.tables.cache.aheads.get.return_value = ahead
    return requests


def cog_of(game: AnyGame) -> type[GameCog]:
    """Return the cog in a game's `cog.py`."""
    found = vars(must_have(game, "cog")).values()
    cogs = [each for each in found if isinstance(each, type) and issubclass(each, GameCog)]
    return only([each for each in cogs if each is not GameCog], "cog of the game")


def check_kind(name: str, kind: Kind) -> None:
    """Check the texts of one kind of move."""
    check_option(name, kind.command)
    assert len(kind.words) <= 24, (
        f"{name} has {len(kind.words)} words, and a command takes 25 options"
    )
    assert kind.optional <= set(kind.words), f"{name} has none of {kind.optional - set(kind.words)}"
    assert kind.steps, f"{name} has no step, and so no button"
    for word, text in kind.words.items():
        check_option(word, text)
    check_text(kind.help, 200)
    assert kind.opens or not kind.danger, f"{name} may be regretted, and takes one press"
    if kind.opens:
        assert kind.words, f"{name} asks for nothing, so one press on its button makes the move"
        check_line(kind.opens, 80)
        check_line(kind.asks or kind.steps[0].prompt, 250)
    for step in kind.steps:
        assert step.words or len(kind.steps) == 1, f"{name} has a step that asks for nothing"
        check_line(step.prompt, 150)


def check_option(name: str, text: str) -> None:
    """Check the name and the text of a command or of an option."""
    assert OPTION.fullmatch(name), name
    assert name != "table", "every command has an option of that name"
    assert 1 <= len(text) <= 100, f"{name}: {text}"


def command_size(cog: type[GameCog]) -> int:
    """Return about how many characters Discord counts for a game's moves."""
    return sum(
        len(name)
        + len(kind.command)
        + sum(len(word) + len(text) + 130 for word, text in kind.words.items())
        + len(AHEAD_TEXT)
        + 130
        for name, kind in cog.render.kinds.items()
    )


@dataclass(frozen=True, slots=True)
class _Silent(AnyOptions):
    silly: bool = False


class _WithoutText(Donburiko):
    Options: ClassVar[Any] = _Silent


def test_an_option_without_its_text_is_named() -> None:
    class Bare(GameCog):
        game, render, help = _WithoutText(), RENDER, HELP

    with pytest.raises(ValueError, match="donburiko: the option `silly` has no text"):
        Bare(requests_with(None))


def test_the_rules_are_a_few_short_pages_with_credits(game: AnyGame) -> None:
    playable, wording = seen.playable_of(game), Wording("en-GB")
    assert 4 <= len(playable.help) <= 6
    whole = ""
    for number in range(len(pages_of(playable))):
        page = rules_page(playable, number, wording)
        check_message(page, 0)
        check_line(page.title, 250)
        check_text(page.text, 1500)
        whole += page.text
    info = game.info
    for said in (f"**{info.designer}**", f"**{info.publisher}**"):
        assert whole.count(said) == 1, f"{said} is in the rules {whole.count(said)} times"
    assert (str(info.year) in whole) == (info.year is not None)


@pytest.mark.parametrize("language", ["en-GB", *languages()])
def test_each_page_of_the_rules_fits_on_a_phone(game: AnyGame, language: str) -> None:
    playable, wording = seen.playable_of(game), Wording(language, (), mentions())
    pages = [rules_page(playable, number, wording) for number in range(len(pages_of(playable)))]
    high = {page.title: round(height(page)) for page in pages if height(page) > MOST}
    assert not high, f"higher than {MOST:.0f} px on a phone: {high}"


@pytest.mark.parametrize("language", ["en-GB", *languages()])
def test_where_the_match_stands_takes_a_line_of_a_phone(
    configuration: Configuration, language: str
) -> None:
    render, wording = seen.playable_of(configuration.game).render, Wording(language)
    said = {
        without_marks(render.headline(match.public(), wording), wording)
        for match, _step in play(configuration, configuration.rng("headlines"))
    }
    wide = [each for each in said if lines(each, INSIDE, bold=True) > 1]
    assert not wide, f"more than a line: {wide}"


def test_words_that_no_move_has_change_nothing(game: AnyGame) -> None:
    """Try what a hand-made interaction could say: kinds and names that aren't there."""
    render = seen.playable_of(game).render
    configuration = Configuration(game, game.info.seats[0], game.info.variants[0])
    match, _ = next(play(configuration, configuration.rng("nonsense")))
    wording = Wording("en-GB", ("A",) * configuration.seats)
    (seat, *_rest) = match.to_act()
    view, legal = match.view(seat), match.legal(seat)
    for kind in ("", "no such kind", *render.kinds):
        with pytest.raises(Trouble):
            picker(f"game {kind}", render, {"no such name": "1"}, wording)(view, legal)
    with pytest.raises(Trouble):
        picker(f"game {next(iter(render.kinds))}", render, {}, wording)(view, [])


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_cut_and_can_be_seen(name: str) -> None:
    bare = bare_name(name)
    assert 0 < wcswidth(bare) <= 20
    assert "`" not in bare
    assert not BIDI.search(bare)
    check_line(plain_name(name), 80)


def test_moves_are_typed_in_japanese_without_doubt(game: AnyGame) -> None:
    """No two moves have the same words there, and each is found by them."""
    configuration = Configuration(game, max(game.info.seats), game.info.variants[0])
    rng = configuration.rng("typed Japanese")
    render = seen.playable_of(game).render
    for match, _step in play(configuration, rng):
        wording = Wording("ja", seen.NAMES[: match.seats])
        for seat in match.to_act():
            check_words(render, match.view(seat), match.legal(seat), wording)
