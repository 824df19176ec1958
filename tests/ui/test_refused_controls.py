"""Every control is pressed while Discord refuses what the bot puts up: nothing is said to be there.

What the answers say when nothing is refused is up to other tests; `test_outcomes` has the requests
of what posts fail one by one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
import pytest

from bot.nights.night import Press
from bot.nights.rounds import end
from bot.tables.table import Table
from bot.ui.actions.nights.night_form import sign_of
from bot.ui.incoming.controls import CONTROLS, FORMS, TABLES, Control
from bot.ui.pages import routes
from tests.ui.conftest import ADA, BOB, CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import GUESTS, HOST, Evening, evening
from tests.ui.test_outcomes import CLAIMS, KINDS, REFUSALS, asked, draft, live

__all__ = ["live"]

SAMPLES: Final = (f"0.{GUESTS[9].id}", "l0", "c0", "more25", "en", "hour")
"""What may stand for a part of an id that names nothing in the scene: the first that fits."""
FILLED: Final = {"word": "Hello", "limit": "8", "title": "Saturday", "when": "in 3 days"}
"""What is filled in, by the line of a form."""


@dataclass
class Scene:
    """What a control is about: a table, or a night and a table of it."""

    ui: UI
    table: Table | None = None
    night: Evening | None = None

    async def id_of(self, control: Control) -> str:
        """Return the id of a control as it would be drawn here."""
        values: list[object] = []
        for part in control.route._changing:
            if part is routes.TABLE and self.night is not None and not values:
                values.append(self.night.id)
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
                values.append(next(each for each in words if re.fullmatch(part.fits, each)))
        return control.route(*values)

    async def _number(self, control: Control) -> int:
        """Return the number by which a control knows whether it is the newest."""
        if self.night is not None:
            night = await self.night.night()
            return sign_of(night) if control in FORMS else night.row.revision
        if self.table is None or not control.newest:
            return 0
        if self.table.motion is not None:
            return self.table.motion.revision
        asked = self.table.to_act()
        return self.table.question_number(asked[0]) if asked else self.table.revision


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
    elif state in ("playing round", "over"):
        table = (await night.start())[0]
        await ui.messages.came_of(table.id, 5)
    if state == "over":
        await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await ui.night_messages.came_of(night.id, 5)
    return Scene(ui, table, night)


async def _anywhere(ui: UI, _state: str) -> Scene:
    return Scene(ui)


def _of_night(control: Control) -> bool:
    return control.route.prefix in ("n", "d")


def _of_table(control: Control) -> bool:
    return control in TABLES or control.route in (routes.MENU, routes.HINT)


EVERYWHERE: Final[dict[str, tuple[Callable[[UI, str], Awaitable[Scene]], Callable[..., bool]]]] = {
    **dict.fromkeys(("lobby", "playing", "finished"), (_with_table, _of_table)),
    **dict.fromkeys(
        ("draft", "open", "doors", "proposal", "playing round", "over"), (_with_night, _of_night)
    ),
    "anywhere": (_anywhere, lambda control: not _of_night(control) and not _of_table(control)),
}
"""By scene: how it is set, and which controls lie there."""


async def _pressed(scene: Scene, control: Control) -> list[str]:
    """Return all that is said when a control is pressed."""
    ui = scene.ui
    form = control in FORMS
    lines = [{"type": 4, "custom_id": name, "value": text} for name, text in FILLED.items()]
    kind = discord.InteractionType
    made, log = asked(
        ui,
        type=kind.modal_submit if form else kind.component,
        custom_id=await scene.id_of(control),
        data={"components": [{"type": 1, "components": lines}]} if form else {},
        message=discord.Object(1),
    )
    made.message.flags = discord.MessageFlags(ephemeral=True)
    made.message.interaction_metadata = None
    if scene.night is not None and (await scene.night.night()).row.host == HOST.id:
        made.user.id, made.user.display_name = HOST.id, HOST.name
    await ui.clicks.enter(made)
    return log.said


async def _nothing_is_claimed(
    ui: UI, server: FakeDiscord, where: str, refuse: Callable[[], None]
) -> None:
    set_up, lies_there = EVERYWHERE[where]
    scene: Scene | None = None
    commits = -1
    for control in (*CONTROLS, *FORMS):
        if not lies_there(control):
            continue
        if scene is None or ui.tables.store.database.commits != commits:
            if scene is not None and scene.table is not None and not scene.table.over:
                await ui.services.table_verbs.end(scene.table.id, ADA, "moderator")
            server.refusing = {}
            server.places.clear()
            server.add(CHANNEL, discord.TextChannel)
            scene = await set_up(ui, where)
        refuse()
        commits, there = ui.tables.store.database.commits, set(server.places)
        said = await _pressed(scene, control)
        name = f"{control.route} at {where}"
        assert set(server.places) == there, f"{name}: a place was made though all is refused"
        found = [claim for claim in CLAIMS if any(claim in each for each in said)]
        assert not found, f"{name} claims {found}: {said}"
        linked = {int(each) for text in said for each in re.findall("<#([0-9]+)>", text)}
        assert linked <= {*there, CHANNEL}, f"{name} leads to a place that isn't there: {said}"


@pytest.mark.parametrize("where", EVERYWHERE)
async def test_no_control_claims_what_discord_refuses(
    live: UI, server: FakeDiscord, where: str
) -> None:
    def refuse() -> None:
        server.refusing = dict.fromkeys(KINDS, REFUSALS["403"])

    await _nothing_is_claimed(live, server, where, refuse)
