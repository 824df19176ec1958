"""The log of Ameno Kirifuda: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.phone_height import INSIDE, lines
from bot.ui.pages.tables.fit import BAR
from bot.ui.pages.wording import Wording
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.views import (
    Achieved,
    BadKarma,
    CardPlayed,
    Decided,
    Discarded,
    Drafted,
    HandDealt,
    RoundBegan,
    RoundEnded,
    StonePlaced,
    StonePushed,
    StonesReturned,
    TrickWon,
)
from tests.emoji import mentions
from tests.games.test_kirifuda import HOOKS

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def test_a_stone_of_yours_that_is_pushed_is_told_however_short_the_room() -> None:
    """Whoever isn't told finds a blessing gone, and not why."""
    played = [CardPlayed(seat, card, False) for seat, card in ((1, 23), (2, 21), (0, 14))]
    trick = [*played, TrickWon(3, 1, 23, (23, 21, 14)), StonePushed(1, 24, 0, 31)]
    pushed = "Bob pushed you: summer D → autumn A."
    assert RENDER.told(trick, 0, VOICE, brief=True) == [pushed]
    assert RENDER.told(trick, 2, VOICE, brief=True) == ["Bob won trick 3: summer D."]


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_what_ends_a_game_has_words_for_one_line(language: str) -> None:
    """A line that takes more may lose its middle: "… yours pushed to summer A" says not whose
    doing it was.
    """
    wording = Wording(language, ("Ada", "🤖 Bob", "🤖 Suzu"), mentions())
    pushed = [CardPlayed(1, 23, False), TrickWon(3, 1, 23, (23,)), StonePushed(1, 24, 0, 31)]
    for events in (pushed, [Achieved(0, (11, 42))], [Achieved(1, (11, 42))]):
        (line,) = RENDER.told(events, 0, wording, brief=True)
        assert lines(f"• {line}", INSIDE - BAR) == 1, f"it takes more than a line: {line}"


def test_that_all_keep_their_blessings_is_said_once() -> None:
    kept = [Discarded(seat, ()) for seat in range(3)]
    assert RENDER.told(kept, 0, VOICE) == ["You all kept your blessings."]
    assert RENDER.told(kept, None, VOICE) == ["Nobody gave up a blessing."]


def test_who_gave_up_which_blessings_is_one_sentence() -> None:
    """Of several, a line without room showed the last alone, behind dots."""
    gave = [Discarded(0, (12,)), Discarded(1, (12, 30)), Discarded(2, ())]
    (line,) = RENDER.told(gave, 0, VOICE)
    assert line.replace(NO_BREAK, " ") == (
        "Blessings given up: you 🌸 2 in spring (+5), "
        "Bob 🌸 2 in spring (+5) · 🍁 0 in autumn (+2)."
    )


def test_a_trick_names_its_winner_also_if_their_card_was_told_before() -> None:
    """So it is after a move was taken back: else the stone seems to be whose card is named."""
    came = [TrickWon(3, 1, 23, (23, 21, 14)), StonePlaced(1, 24, False)]
    trick = [CardPlayed(2, 21, False), CardPlayed(0, 14, False), *came]
    assert RENDER.told(trick, 0, VOICE) == ["Bob won trick 3: summer D."]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, (12, 30)),
            "Round 2: Bob has spring 1 and leads trick 1.",
        ),
        (Drafted(1, 12, False), "Bob took 🌸 2 in spring (+5)."),
        (Drafted(2, 30, True), "Cleo got the last one: 🍁 0 in autumn (+2)."),
        (Decided(2), "Cleo chose which blessing cards to keep."),
        (
            Discarded(1, (12, 30)),
            "Bob gave up 🌸 2 in spring (+5) · 🍁 0 in autumn (+2) and got 2 stones.",
        ),
        (Discarded(0, ()), "Ada kept all blessing cards."),
        (CardPlayed(2, 41, False), "Cleo played `winter 1`."),
        (TrickWon(3, 1, 23, (21, 14, 23)), "**Bob won trick 3** with `summer 3`."),
        (StonePlaced(1, 23, False), "Bob placed a stone on summer C."),
        (StonePlaced(1, 23, True), "Bob placed a stone on summer C, the only free space."),
        (
            StonePushed(0, 11, 1, 12),
            "Ada pushed Bob's stone from spring A to spring B and took its place.",
        ),
        (
            StonePushed(0, 43, 0, 11),
            "Ada pushed their own stone from winter C to spring A and put a new one on winter C.",
        ),
        (BadKarma(2), "**Bad Karma!** Cleo won without a stone to place."),
        (
            StonesReturned(1, (11, 22, 33), False),
            "Bob took three stones off the board: spring A, summer B and autumn C.",
        ),
        (Achieved(2, (12, 30)), "Cleo achieved 🌸 2 in spring (+5) · 🍁 0 in autumn (+2)."),
        (RoundEnded(1), "Round 1 ended."),
        (HandDealt(1, (11, 41)), None),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str | None) -> None:
    said = RENDER.line(event, VOICE)
    assert (said and said.replace(NO_BREAK, " ")) == line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(1, 1, ()),
            "Round 1: you have spring 1 and lead trick 1.",
        ),
        (HandDealt(1, (11, 41)), "You got `spring 1` `winter 1`."),
        (Drafted(1, 12, False), "You took 🌸 2 in spring (+5)."),
        (Drafted(1, 30, True), "You got the last one: 🍁 0 in autumn (+2)."),
        (Decided(1), "You chose."),
        (Discarded(1, (12,)), "You gave up 🌸 2 in spring (+5) and got 1 stone."),
        (Discarded(1, ()), "You kept all your blessing cards."),
        (CardPlayed(1, 41, False), "You played `winter 1`."),
        (TrickWon(3, 1, 23, (21, 14, 23)), "**You won trick 3** with `summer 3`."),
        (StonePlaced(1, 23, False), "You placed a stone on summer C."),
        (StonePlaced(1, 23, True), "You placed a stone on summer C, the only free space."),
        (
            StonePushed(1, 11, 0, 12),
            "You pushed Ada's stone from spring A to spring B and took its place.",
        ),
        (
            StonePushed(1, 43, 1, 11),
            "You pushed your own stone from winter C to spring A and put a new one on winter C.",
        ),
        (
            StonePushed(0, 11, 1, 12),
            "Ada pushed your stone from spring A to spring B and took its place.",
        ),
        (BadKarma(1), "**Bad Karma!** You won without a stone to place."),
        (
            StonesReturned(1, (11, 22, 33), False),
            "You took three stones off the board: spring A, summer B and autumn C.",
        ),
        (Achieved(1, (12,)), "You achieved 🌸 2 in spring (+5)."),
        (MatchOver((4, 9, 3), (1,)), "**You win with 9 points!**"),
    ],
)
def test_who_is_touched_is_spoken_to(event: Event, line: str) -> None:
    said = RENDER.heard(event, 1, VOICE)
    assert said is not None and said.replace(NO_BREAK, " ") == line


def test_what_touches_others_is_heard_as_the_log_says_it() -> None:
    for event in (CardPlayed(2, 41, False), RoundEnded(1), BadKarma(0), Achieved(2, (12,))):
        assert RENDER.heard(event, 1, VOICE) == RENDER.line(event, VOICE)


def test_every_private_event_has_words_for_who_heard_it() -> None:
    samples = {event.kind: event for event in (HandDealt(1, (11, 41)),)}
    assert samples.keys() == HOOKS.private, "a private kind without a sample here"
    for event in samples.values():
        assert RENDER.heard(event, event.seat, VOICE), f"no words for {event}"
