"""What computers say: a line a round, below what it is about, and nothing where it is off."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.engine.chance import SealedChance as Chance
from bot.engine.game import Event
from bot.tables import dealers, lobby_verbs
from bot.tables.lobby_rules import NAMES
from bot.tables.table import RECENT, Table
from bot.tables.trouble import Trouble
from bot.ui.pages.render import Mood, Render
from bot.ui.pages.tables.banter import LINES, banter, by_somebody
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.what_happened import BANTER, told_lines
from bot.ui.pages.wording import Wording
from bot.ui.pictures.faces import FACES
from bot.ui.posting.request_budget import RequestBudget
from cogs.donburiko import views as donburiko
from cogs.donburiko.render import RENDER
from cogs.kasane import views as kasane
from cogs.kasane.render import RENDER as KASANE
from cogs.kirifuda import views as kirifuda
from cogs.kirifuda.render import RENDER as KIRIFUDA
from cogs.korpokkur import views as korpokkur
from cogs.korpokkur.render import RENDER as KORPOKKUR
from cogs.shiranui import views as shiranui
from cogs.shiranui.render import RENDER as SHIRANUI
from tests.contract.games import Configuration, configurations, play
from tests.contract.seen import playable_of
from tests.ui.conftest import ADA, BOB, UI
from tests.ui.fake_discord import FakeDiscord, Place

VOICE = Wording("en-GB", ("Ada", "🤖 Nagi", "🤖 Momiji"))


def began(number: int) -> Event:
    return donburiko.RoundBegan(number, 0, (1, 2, 3), 4, 0)


def counted(seat: int, points: int, *, announced: bool = False) -> Event:
    return donburiko.RowCounted(seat, 1, points, points, 0, announced, False)


def said(*events: Event, begins: bool = False) -> list[str]:
    """Return what is said, in the order of the events."""
    found = banter(RENDER, events, 3, VOICE, begins=begins)
    return [found[id(event)].removeprefix(BANTER) for event in events if id(event) in found]


def test_every_temper_has_words_for_every_moment() -> None:
    assert set(FACES) == set(NAMES)
    assert {face.temper for face in FACES.values()} == set(LINES)
    assert len({frozenset(lines) for lines in LINES.values()}) == 1, "a moment without words"


def test_the_first_of_a_round_speaks_and_nobody_else() -> None:
    ouch, wow = "🤖\u00a0Nagi: Ouch. I meant to do that.", "🤖\u00a0Momiji: Patience is rewarded."
    assert said(began(1), counted(1, -2), counted(2, 6, announced=True)) == [ouch]
    assert said(began(1), counted(1, -2), began(2), counted(2, 6)) == [ouch, wow]
    assert said(counted(1, -2), began(2), counted(2, 6)) == [wow], (
        "it isn't known whether somebody spoke before in a round that began earlier"
    )


def test_nobody_says_the_same_in_three_rounds_that_follow_each_other() -> None:
    rounds = [(began(number), counted(1, 6)) for number in range(1, 5)]
    lines = said(*(event for round_ in rounds for event in round_))
    assert len(set(lines)) == 3, f"the same stands twice on a screen: {lines}"
    assert lines[3] == lines[0]


def test_a_person_says_nothing_and_is_admired_by_the_first_computer() -> None:
    assert said(began(1), counted(0, -3)) == [], "words are put into a person's mouth"
    awe = "🤖\u00a0Nagi: Hey, that was my plan!"
    assert said(began(1), counted(0, 6, announced=True)) == [awe]
    assert said(began(1), counted(1, 6, announced=True)) == ["🤖\u00a0Nagi: Ha! Did you see that?"]
    last = donburiko.FinalRoundDecided("bank", None)
    assert said(began(1), last) == ["🤖\u00a0Nagi: Now I start trying."]
    assert said(began(1), begins=True) == ["🤖\u00a0Nagi: I hope you brought luck!"]
    assert by_somebody("end", 1, VOICE) == "", "nobody but a computer says farewell"


def test_it_stands_below_the_line_it_is_about() -> None:
    taken = donburiko.RowTaken(1, 1, (5, 4), (-1, -1), 0, False)
    events = [began(1), taken, counted(1, -3), donburiko.RoundEnded(1, "all_took", 0, 1)]
    says = banter(RENDER, events, 3, VOICE, begins=False)
    plain = RENDER.told(events, None, VOICE)
    lines = told_lines(RENDER, [(event, VOICE) for event in events], None, says)
    assert [line.split("\n")[0] for line in lines] == plain, "a line itself has changed"
    assert [line.count("\n") for line in lines] == [0, 1, 0]


@pytest.mark.parametrize(
    ("render", "event", "mood"),
    [
        (KASANE, kasane.MeldAchieved(1, "juu", (1, 9), False, 2), None),
        (KASANE, kasane.MeldAchieved(1, "kagen", (4, 3, 2), False, 3), (1, "glad")),
        (KASANE, kasane.MeldAchieved(1, "sakura", (1, 2, 6), False, 4), (1, "awe")),
        (SHIRANUI, shiranui.TrickWon(1, 1, 11, (1, 8), 7, 9, False), (1, "awe")),
        (SHIRANUI, shiranui.TrickWon(1, 1, 11, (1, 8), 7, 16, False), (0, "last")),
        (SHIRANUI, shiranui.TrickWon(1, 1, 11, (1, 2), 1, 17, False), None),
        (KORPOKKUR, korpokkur.KorkoniCalled(1, 2, True, 0, 7, -1, ()), (2, "hurt")),
        (KORPOKKUR, korpokkur.KorkoniCalled(1, 2, False, 0, 0, 0, ()), (1, "hurt")),
        (KORPOKKUR, korpokkur.ArwampeCalled(1, 7, 0), (1, "awe")),
        (KIRIFUDA, kirifuda.BadKarma(1), (1, "hurt")),
        (KIRIFUDA, kirifuda.StonePushed(1, 11, 2, 21), (2, "hurt")),
        (KIRIFUDA, kirifuda.StonePushed(1, 11, 1, 21), None),
    ],
)
def test_what_moves_whom(render: Render, event: Event, mood: tuple[int, Mood] | None) -> None:
    assert render.mood(event) == mood


async def test_the_host_has_computers_be_quiet(ui: UI) -> None:
    table = await ui.open(ADA)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    wording = ui.services.wording(table)
    lines = recent_lines(ui.services.game_of(table), table, wording, 9)
    assert any(f"\n{BANTER}" in line for line in lines), "nobody greets"
    with pytest.raises(Trouble):
        await ui.services.lobby_verbs.choose(table.id, BOB.id, banter=False)
    table = await ui.services.lobby_verbs.choose(table.id, ADA.id, banter=False)
    rng = random.Random(3)
    while table.phase == "playing":
        lines = recent_lines(ui.services.game_of(table), table, wording, 99)
        assert not any(BANTER in line for line in lines), "a computer isn't quiet"
        await ui.move(table, rng)
    assert not replace(table).banter, "it isn't kept"


async def begin(ui: UI, server: FakeDiscord, *, banter: bool) -> tuple[Table, Place]:
    """Begin a live game of two people and a computer, and show its board."""
    table = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.choose(table.id, ADA.id, banter=banter)
    await ui.messages._update(table.id)
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    async with ui.tables.held(table.id) as held:
        await ui.tables.change(held, pace="live", move_time=90)
    await ui.messages._update(table.id)
    assert table.place_id is not None, "the board lies nowhere"
    return table, server.places[table.place_id]


@pytest.mark.parametrize("busy", [False, True], ids=["quiet", "busy"])
async def test_boards_change_at_the_same_moments_whether_or_not_computers_speak(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch, *, busy: bool
) -> None:
    """Twins are dealt and play alike; in one of them computers are quiet."""
    monkeypatch.setattr(lobby_verbs, "new_secret", lambda: bytes(32))
    monkeypatch.setattr(dealers, "SealedChance", lambda secret, drawn, _by: Chance(secret, drawn))
    monkeypatch.setattr(RequestBudget, "rate", property(lambda _budget: 26.0 if busy else 1.0))
    waits: list[str] = []
    monkeypatch.setattr(ui.messages._boards, "schedule_in", lambda id_, _secs: waits.append(id_))
    twins = [await begin(ui, server, banter=banter) for banter in (True, False)]
    ui.messages._boards.step_shown = lambda id_, _person: next(
        table.step() for table, _place in twins if table.id == id_
    )
    chances, spoken, held = [random.Random(5), random.Random(5)], [0, 0], 0
    while twins[0][0].phase == "playing":
        before = [place.edits for _table, place in twins]
        for number, (table, _place) in enumerate(twins):
            await ui.move(table, chances[number])
            await ui.messages._update(table.id)
            lines = recent_lines(ui.services.game_of(table), table, ui.services.wording(table), 2)
            spoken[number] += any(BANTER in line for line in lines)
        (table, place), (quiet, other) = twins
        assert table.public() == quiet.public(), "they aren't twins, so this shows nothing"
        edits = place.edits - before[0], other.edits - before[1]
        assert edits[0] == edits[1], f"after step {table.step()} boards were edited {edits} times"
        assert waits.count(table.id) == waits.count(quiet.id), "one of them is looked after sooner"
        held += edits == (0, 0)
    assert spoken[0] and not spoken[1], f"lines were said {spoken} times, so this shows nothing"
    assert bool(held) == busy, "no board lagged, so this shows nothing"


@pytest.mark.parametrize("configuration", configurations(), ids=str)
def test_a_round_is_known_from_its_beginning_on(configuration: Configuration) -> None:
    """Else nobody would know whether a computer has spoken in it, and all would be quiet."""
    render, events = playable_of(configuration.game).render, 0
    for _match, step in play(configuration, configuration.rng("long rounds")):
        for each in () if step is None else step.events:
            begins = isinstance(each.event, render.begins_round)
            events = 0 if begins else events + (each.audience == "all")
            assert events < RECENT, f"a round of {configuration} has more events than are known"
