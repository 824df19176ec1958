"""Tables that lie in the database with a game in progress before the bot comes to them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.dealer import ReplayDealer
from bot.sandbox import Channel
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.seat import Person
from bot.tables.table import NewTable
from bot.tables.tables import Tables
from storage.database import Database
from storage.store import Store
from tests.e2e.scripts import NAMES, Written
from tests.e2e.stage import Stage
from tests.uncapped import uncap
from tests.up_to_date import up_to_date


async def lay(stage: Stage, place: Channel, games: Iterable[tuple[Written, int]]) -> list[str]:
    """Put tables into the database while the bot isn't up, or before; return their ids.

    Each has a written game with this many of its moves made. `NAMES` sit there.
    """
    assert stage.dead, "a database can only be laid while the bot is down"
    assert place.guild is not None, "a table is laid on a server, not in a direct message"
    database = await Database.open(up_to_date(stage.database))
    laid: list[str] = []
    for written, moves in games:
        tables = Tables(
            Store(database),
            dealers=lambda _secret, drawn, draws=written.draws: ReplayDealer(draws[drawn:]),
        )
        tables.add_game(written.configuration.game)
        lobby_verbs, play = LobbyVerbs(tables), Moves(tables).play
        uncap(tables, int(place.guild.id))
        people = [Person(int(stage.person(name).id), name) for name in NAMES[: written.seats]]
        table = await lobby_verbs.open(
            NewTable(
                game_key=written.game,
                guild_id=int(place.guild.id),
                channel_id=int(place.id),
                person=people[0],
                options=written.configuration.options,
                interaction_id=int(stage.sandbox.world.mint()),
                language=stage.language,
            )
        )
        for person in people[1:]:
            await lobby_verbs.join(table.id, person)
        await lobby_verbs.start(table.id, people[0], int(stage.sandbox.world.mint()))
        for move in written.moves[:moves]:
            await play(
                table.id,
                people[move.seat],
                lambda _view, _legal, move=move: move.action,
                interaction_id=int(stage.sandbox.world.mint()),
            )
        laid.append(table.id)
    await database.close()
    return laid
