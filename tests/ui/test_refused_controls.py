"""Every control is pressed, and every command typed, while Discord refuses what the bot puts up:
nothing is said to be there.

What the answers say when nothing is refused is up to other tests; `test_outcomes` has the requests
of what posts fail one by one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any, Final, get_args

import discord
import pytest

from bot.nights.announcing import cancel
from bot.nights.ask_rules import post
from bot.nights.night import Press
from bot.nights.rounds import end
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.actions.command_options import REQUIRED, Option
from bot.ui.actions.nights.ask_planning import AskPlan
from bot.ui.actions.nights.night_form import night_sign
from bot.ui.incoming.rows import asks, night_desk, nights, tables
from bot.ui.incoming.rows.all_rows import CONTROLS, FORMS, NIGHT_COMMANDS, TABLE_COMMANDS
from bot.ui.incoming.rows.row import Command, Control
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes
from storage.night_rows import RIGHT_NOW
from tests.only import first
from tests.ui.conftest import ADA, BOB, CHANNEL, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import GUESTS, HOST, Evening, evening
from tests.ui.stand_in import StandIn
from tests.ui.test_outcomes import CLAIMS, GONE, KINDS, REFUSALS, asked, draft, live

__all__ = ["live"]

pytestmark = pytest.mark.usefixtures("no_page_noted")

SAMPLES: Final = (
    "rounds.2",
    f"0.{GUESTS[9].id}",
    "22222.1",
    "l0",
    "c0",
    "more25",
    "en",
    "hour",
    "0",
    "20261211",
)
"""What may stand for a part of an id that names nothing in the scene: the first that fits."""
FILLED: Final = {"word": "Hello", "limit": "8", "title": "Saturday", "when": "in 3 days"}
"""What is filled in, by the line of a form."""


STATES: Final = ("draft", "open", "doors", "proposal", "round", "over")
"""How far a night has come."""


@dataclass
class Scene:
    """What a control is about: a table, or a night and a table of it."""

    ui: UI
    table: Table | None = None
    night: Evening | None = None
    ask: str = "22222"
    """A question which date suits."""

    async def id_of(self, control: Control) -> str:
        """Return the id of a control as it would be drawn here."""
        values: list[object] = []
        for part in control.route._changing:
            if part is routes.TABLE and self.night is not None and not values:
                values.append(self.night.id)
            elif part is ask_routes.ASK:
                values.append(self.ask)
            elif part is routes.TABLE:
                values.append("22222" if self.table is None else self.table.id)
            elif part is routes.NUMBER:
                values.append(await self._number(control))
            elif part is routes.GAME:
                values.append("donburiko")
            elif part is routes.IDS:
                values.append(CHANNEL)
            elif re.fullmatch(part.fits, str(BOB.id)):
                values.append(BOB.id if self.night is None else GUESTS[1].id)
            else:
                words = (*SAMPLES, *part.fits.split("|"))
                fitting = (each for each in words if re.fullmatch(part.fits, each))
                values.append(first(fitting, f"a value of {control.route}"))
        return control.route(*values)

    async def _number(self, control: Control) -> int:
        """Return the number by which a control knows whether it is the newest."""
        if self.night is not None:
            night = await self.night.night()
            return night_sign(night) if control in FORMS else night.row.revision
        if self.table is None or not control.newest:
            return 0
        if self.table.motion is not None:
            return self.table.motion.revision
        asked = self.table.to_act()
        return self.table.question_number(asked[0]) if asked else self.table.revision


async def _cleared(scene: Scene) -> None:
    """End what a scene was about, so that commands mean what comes next."""
    ui = scene.ui
    if scene.table is not None and not scene.table.over:
        await ui.services.table_verbs.end(scene.table.id, Person(99, "Mona"), "moderator")
    for night in await ui.services.nights.reader.of_guild(GUILD, ("draft", *RIGHT_NOW)):
        press = Press(Person(night.row.host, ""), None, leads=True)
        rule = end() if night.row.state in ("doors", "playing") else cancel()
        await ui.services.nights.change(night.id, press, rule)


async def _with_table(ui: UI, phase: str) -> Scene:
    table = await ui.open(ADA, BOB)
    if phase != "lobby":
        await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    rng = random.Random(1)
    while phase == "finished" and table.phase == "playing":
        await ui.move(table, rng)
    while phase == "playing" and table.seat_of(ADA.id) not in table.to_act():
        await ui.move(table, rng)
    await ui.messages.came_of(table.id, 5)
    return Scene(ui, table)


async def _with_night(ui: UI, state: str) -> Scene:
    if state == "draft":
        return Scene(ui, night=Evening(ui, await draft(ui)))
    night = await evening(ui, 4, doors=state != "open")
    table: Table | None = None
    if state == "proposal":
        await night.click("Seat round 1", await night.desk())
    elif state in ("round", "over"):
        table = (await night.start())[0]
        await ui.messages.came_of(table.id, 5)
    if state == "over":
        await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await ui.night_messages.came_of(night.id, 5)
    return Scene(ui, table, night)


async def _with_question(ui: UI, state: str) -> Scene:
    preview, log = asked(ui)
    when = "in 3 days, in 4 days"
    await ui.requests.actions.ask_planning.make(preview, AskPlan(when=when, game="donburiko"))
    del log
    (ask,) = (await ui.services.nights.asks.of_guild(GUILD, ("draft",)))[-1:]
    if state == "asked":
        press = Press(ADA, ui.interaction(), leads=True)
        await ui.services.nights.asks.change(ask.id, press, post())
        await ui.night_messages.asks.came_of(ask.id, 5)
    return Scene(ui, ask=ask.id)


async def _anywhere(ui: UI, _state: str) -> Scene:
    return Scene(ui)


AT_TABLES: Final = (*tables.TABLES, *tables.MOVES, *tables.COMMANDS)
AT_DESK: Final = (*night_desk.CONTROLS, *night_desk.FORMS, *night_desk.COMMANDS)
OF_NIGHT: Final = (*nights.CONTROLS, *nights.FORMS, *nights.COMMANDS)
OF_QUESTION: Final = (*asks.CONTROLS, *asks.FORMS, *asks.COMMANDS)
ELSEWHERE: Final = tuple(
    each
    for each in (*CONTROLS, *FORMS, *TABLE_COMMANDS, *NIGHT_COMMANDS)
    if each not in (*AT_TABLES, *AT_DESK, *OF_NIGHT, *OF_QUESTION)
)
Rows = tuple[Control | Command, ...]
EVERYWHERE: Final[dict[tuple[str, str], tuple[Callable[[UI, str], Awaitable[Scene]], Rows]]] = {
    **dict.fromkeys(product(("lobby", "playing", "finished"), [""]), (_with_table, AT_TABLES)),
    **dict.fromkeys(product(STATES, ["desk"]), (_with_night, AT_DESK)),
    **dict.fromkeys(product(STATES, ["night"]), (_with_night, OF_NIGHT)),
    **dict.fromkeys(
        [("planned", "question"), ("asked", "question")], (_with_question, OF_QUESTION)
    ),
    ("anywhere", ""): (_anywhere, ELSEWHERE),
}
"""By scene, and by what is done there: how it is set, and the rows of that."""
QUICK: Final = [
    *(each for each in EVERYWHERE if each[1] not in ("desk", "night")),
    *(("draft", "night"), ("open", "night"), ("proposal", "desk"), ("round", "desk")),
]
"""Of a night where most is put up: as it is published, filled, seated, played; the long share has
each of its states.
"""


async def _typed(scene: Scene, made: Any, option: Option) -> Any:
    """Return what somebody types into an option: the first that is offered, if anything is."""
    if option.usual is not REQUIRED:
        return option.usual
    if option.offers is not None:
        offered = await scene.ui.requests.offered(made, option.offers, "")
        return offered[0].value if offered else "fri 20:00"
    if option.type in (discord.Member, discord.User):
        guest = GUESTS[8]
        return StandIn(discord.Member, id=guest.id, display_name=guest.name, bot=False)
    values = [*option.choices, *get_args(option.type)]
    return values[0] if values else {int: 1, bool: True}.get(option.type, "Hello")


async def _said(scene: Scene, row: Control | Command) -> list[str]:
    """Return all that is said to the host when a control is pressed or a command typed."""
    ui = scene.ui
    kind, private = discord.InteractionType, discord.MessageFlags(ephemeral=True)
    message = SimpleNamespace(id=1, flags=private, interaction_metadata=None)
    made, log = asked(ui, message=message, namespace=SimpleNamespace())
    if scene.night is not None and (await scene.night.night()).row.host == HOST.id:
        made.user.id, made.user.display_name = HOST.id, HOST.name
    if isinstance(row, Command):
        typed = {each.parameter: await _typed(scene, made, each) for each in row.options}
        await ui.requests.enter(made, row, typed)
        return log.said
    made.type, made.custom_id = kind.component, await scene.id_of(row)
    if row in FORMS:
        lines = [{"type": 4, "custom_id": name, "value": text} for name, text in FILLED.items()]
        made.type, made.data = kind.modal_submit, {"components": [{"type": 1, "components": lines}]}
    await ui.clicks.enter(made)
    return log.said


def open_to_all(server: FakeDiscord) -> set[int]:
    """Return the places there are, but for direct messages: to open those is to make nothing."""
    return {
        number
        for number, place in server.places.items()
        if not isinstance(place.channel, discord.DMChannel)
    }


async def _nothing_is_claimed(
    ui: UI, server: FakeDiscord, where: tuple[str, str], refuse: Callable[[], None]
) -> None:
    set_up, rows = EVERYWHERE[where]
    scene: Scene | None = None
    commits = -1
    # What was there as the scene was set: of what is deleted since, nobody has told the bot.
    stood: set[int] = set()
    # How links to the messages end that lay in the channel.
    lying: tuple[str, ...] = ()
    await ui.tables.servers.change(GUILD, zone="Europe/Berlin")
    for row in rows:
        if scene is None or ui.tables.store.database.commits != commits:
            server.refusing = {}
            server.places.clear()
            server.add(CHANNEL, discord.TextChannel)
            if scene is not None:
                await _cleared(scene)
            scene = await set_up(ui, where[0])
            stood = set(server.places)
            lying = tuple(f"/{each}" for each in server.places[CHANNEL].up)
        commits = ui.tables.store.database.commits
        refuse()
        there = open_to_all(server)
        said = await _said(scene, row)
        name = f"{row.name if isinstance(row, Command) else row.route} at {where}"
        assert open_to_all(server) == there, f"{name}: a place was made though all is refused"
        if where[0] == "asked":
            # What was asked as the scene was set lies there, and may be said to.
            lines = (line for each in said for line in each.splitlines())
            said = [line for line in lines if not line.endswith(lying)]
        found = [claim for claim in CLAIMS if any(claim in each for each in said)]
        assert not found, f"{name} claims {found}: {said}"
        linked = {int(each) for text in said for each in re.findall("<#([0-9]+)>", text)}
        assert linked <= {*stood, CHANNEL}, f"{name} leads to a place that never was: {said}"


@pytest.mark.takes(4)
@pytest.mark.parametrize("where", QUICK, ids=" ".join)
async def test_nothing_claims_what_discord_refuses(
    live: UI, server: FakeDiscord, where: tuple[str, str]
) -> None:
    def refuse() -> None:
        server.refusing = dict.fromkeys(KINDS, REFUSALS["403"])

    await _nothing_is_claimed(live, server, where, refuse)


@pytest.mark.long
@pytest.mark.parametrize("refusal", [GONE, *REFUSALS])
@pytest.mark.parametrize("where", EVERYWHERE, ids=" ".join)
async def test_nothing_claims_what_discord_refuses_for_whatever_reason(
    live: UI, server: FakeDiscord, where: tuple[str, str], refusal: str
) -> None:
    def refuse() -> None:
        server.refusing = dict.fromkeys(KINDS, REFUSALS.get(refusal, REFUSALS["404"]))
        if refusal == GONE:
            server.places.clear()

    await _nothing_is_claimed(live, server, where, refuse)
