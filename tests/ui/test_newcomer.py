"""A newcomer plays alone, from the hello on: in few presses, any of which may be a process's last.

For each game, since what lies on a message is different in each.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.engine.game import AnyGame
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.ui.pages import routes
from storage.database import Database
from storage.rows import NO_SERVER
from storage.store import Store
from tests.contract import seen
from tests.contract.games import games
from tests.only import only
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, UI, build
from tests.ui.test_gallery import new_server
from tests.up_to_date import up_to_date

MOST = {"donburiko": 3}
"""The most presses from the hello to a first move, where it isn't two."""
DEALS = 4


@dataclass(eq=False)
class Newcomer:
    """Ada, who knows nothing, and a bot that is another process after each of her presses."""

    database: Database
    games: list[AnyGame]
    """Those that the bot has."""
    presses: int = 0
    starts: int = 0
    """How often a process was started."""
    ui: UI = field(init=False)
    shown: Answer = field(init=False)
    """Her private message."""

    async def hello(self) -> Any:
        """Return the view of what the bot says on a new server."""
        server = new_server()
        server.id += self.starts
        await self.ui.requests.actions.gallery.welcome(server)
        return server.system_channel.send.await_args.kwargs["view"]

    async def start(self) -> None:
        """Start a process that knows what is on disk, and nothing else."""
        self.ui = build(Tables(Store(self.database)))
        # Ids of interactions come from Discord, whatever becomes of processes.
        self.starts += 1
        self.ui.interactions += 1000 * self.starts
        for game in self.games:
            self.ui.services.add_game(seen.playable_of(game))
        for part in (self.ui.messages, self.ui.hands, self.ui.night_messages):
            await part.close()

    async def press(self, custom_id: str, *picked: str) -> Answer:
        """Use a control, and go on with another process."""
        self.shown = await self.use(custom_id, *picked, own=self.presses > 0)
        assert not self.shown.public, f"everybody sees what came of {custom_id}"
        assert self.shown.edited or not self.presses, "the answer is another message"
        self.presses += 1
        await self.start()
        return self.shown

    async def use(self, custom_id: str, *picked: str, own: bool = True) -> Answer:
        """Use a control of her private message, or of one that everybody sees."""
        on = SimpleNamespace(
            flags=SimpleNamespace(ephemeral=own), interaction_metadata=None, embeds=[], id=4711
        )
        return await press(self.ui, ADA, custom_id, *picked, message=on)

    async def begin(self, game: AnyGame) -> None:
        """Press what the hello has for a game: a button for one, and a list of the others."""
        controls, key = (await self.hello()).children, game.info.key
        ids = [each.custom_id for each in controls]
        # The others are in the hello alone.
        self.games = [game]
        if routes.AGAINST_COMPUTERS(key) in ids:
            await self.press(routes.AGAINST_COMPUTERS(key))
            return
        lists = [each for each in controls if isinstance(each, discord.ui.Select)]
        others = only(lists, "the list of the other games")
        assert key in [each.value for each in others.options], f"the hello doesn't lead to {key}"
        await self.press(others.custom_id, key)

    async def table(self) -> Table:
        """Return the private game that goes on, as it stands on disk."""
        found = await self.ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
        return await self.ui.tables.get(found[0][0].id)

    async def asked(self) -> Table:
        """Let the computers play until she is asked; her message shows it by itself."""
        table = await self.table()
        (seat,) = table.people_here()
        while seat not in table.to_act() and table.phase == "playing":
            computer = table.to_act()[0]
            await self.ui.services.moves.play_for_computer(
                table.id,
                computer,
                lambda _view, legal: legal[0],
                question_number=table.question_number(computer),
            )
        self.shown = await self.use(routes.HAND(table.id))
        return table

    def _place(self, custom_id: str) -> int:
        """Return where a control stands: by the kind of move, in the order of the menu."""
        (game,) = self.games
        kinds, parts = [*seen.playable_of(game).render.kinds], custom_id.split(":")
        return kinds.index(parts[3])

    async def move(self) -> None:
        """Press what comes first until a move is made."""
        table = await self.asked()
        step, begun = table.step(), self.presses
        while (await self.table()).step() == step:
            assert self.presses < begun + 9, f"nothing comes of it: {self.shown}"
            named = self.shown.buttons.items()
            buttons = [each for name, each in named if routes.MENU.read(each) and name != "Back"]
            lists = dict(self.shown.lists)
            first = min((*buttons, *lists), key=self._place)
            picked = lists.get(first, ())
            await self.press(first, *picked[: max(1, self.shown.least.get(first, 0))])
        assert "✓" in self.shown.text, f"the move isn't confirmed: {self.shown.text}"


@pytest.fixture
async def newcomer(tmp_path: Path) -> AsyncIterator[Newcomer]:
    """Yield Ada, on a server that the bot has just joined."""
    database = await Database.open(up_to_date(tmp_path / "tables.sqlite3"))
    ada = Newcomer(database, games())
    await ada.start()
    yield ada
    await database.close()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
async def test_a_first_move_takes_few_presses(newcomer: Newcomer, game: AnyGame) -> None:
    counted: list[int] = []
    for _deal in range(DEALS):
        newcomer.presses, newcomer.games = 0, games()
        await newcomer.start()
        await newcomer.begin(game)
        await newcomer.move()
        counted.append(newcomer.presses)
        table = await newcomer.table()
        await newcomer.ui.end(table.id)
    assert max(counted) <= MOST.get(game.info.key, 2), f"presses for a first move: {counted}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
async def test_every_press_may_be_a_processs_last(newcomer: Newcomer, game: AnyGame) -> None:
    """Moves, take back, the end, once more, and friends: nothing is kept in memory alone."""
    await newcomer.begin(game)
    first = await newcomer.table()
    for _move in range(8):
        await newcomer.move()
        await newcomer.asked()
        await newcomer.press(newcomer.shown.buttons["More"])
        await newcomer.press(newcomer.shown.buttons["Take back"])
        if "Your move was taken back." in newcomer.shown.text:
            break
        assert "so it stands" in newcomer.shown.text, newcomer.shown.text
        if "Back" in newcomer.shown.buttons:
            await newcomer.press(newcomer.shown.buttons["Back"])
    for label in ("More", "End the game", "End the game", "Rematch"):
        await newcomer.press(newcomer.shown.buttons[label])
    again = await newcomer.asked()
    assert again.id != first.id and "More" in newcomer.shown.buttons, newcomer.shown.text
    await newcomer.press(newcomer.shown.buttons["Rules"])
    await newcomer.press(newcomer.shown.buttons["Back to the game"])
    await newcomer.press(newcomer.shown.buttons["More"])
    card = await newcomer.use(newcomer.shown.buttons["Play with friends"])
    assert card.public and "Join" in card.buttons and game.info.title in card.text
