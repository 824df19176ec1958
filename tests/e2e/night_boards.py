"""The boards of a night's tables, held against the logs on disk; for games of any kind."""

from __future__ import annotations

import importlib
from typing import Any

from bot.engine.dealer import ReplayDealer
from bot.engine.match import Match
from bot.sandbox.json_text import Json
from bot.tables.game_json import GameJson
from bot.ui.pages.numbers import number
from bot.ui.pages.tables.board import alt_text
from bot.ui.pages.wording import Wording, seat_name
from tests.contract.games import games
from tests.e2e.play import boards
from tests.e2e.stage import Stage
from tests.only import only


def check_board(stage: Stage, table_id: str) -> None:
    """See one board, as the log on disk has it, and one ping if a person is asked."""
    query = "SELECT game, options, place_id, revision FROM tables WHERE id = ?"
    ((key, options, place_id, revision),) = stage.rows(query, table_id)
    seated = stage.rows("SELECT name, level FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    match = replayed(stage, table_id, key, options, len(seated))
    assert stage.rows("SELECT board_revision FROM tables WHERE id = ?", table_id) == [(revision,)]
    place, somebody = stage.sandbox.world.channels[str(place_id)], stage.person("Ada")
    (board,) = boards(somebody, place, table_id)
    render = importlib.import_module(f"cogs.{key}.render").RENDER
    view: Any = match.public()
    plain = Wording("en-US", tuple(seat_name(name, level) for name, level in seated)).in_words()
    if not match.to_act():
        for seat, points in enumerate(match.result().scores):
            line = f"{plain.faced(seat)} · **{number(points)}**"
            assert line in board.text, f"{table_id} ended otherwise: {board.text}"
        return
    picture = board.embeds[0]["image"]
    assert picture["description"] == alt_text(render.board(view, plain), plain), (
        f"{table_id}: old board"
    )
    asked = {seated[seat][0] for seat in match.to_act() if seated[seat][1] is None}
    calls = [
        message
        for message in somebody.sees(place)
        if any(_calls(control, table_id) for control in message.controls)
    ]
    assert len(calls) == bool(asked), f"{len(calls)} pings at {table_id} for {asked}"


def replayed(stage: Stage, table_id: str, game: str, options: str, seats: int) -> Match:
    """Play a table's log again, from its recorded draws."""
    found = only([each for each in games() if each.info.key == game], f"the game {game}")
    forms = GameJson(found)
    opening, *steps = stage.log_of(table_id)
    dealer = ReplayDealer(forms.load_draws(opening.draws))
    match, _ = Match.deal(found, forms, seats, forms.load_options(options), dealer)
    for row in steps:
        assert row.seat is not None, "only the deal is nobody's move"
        dealer = ReplayDealer(forms.load_draws(row.draws))
        match.accept(match.propose(row.seat, forms.load_action(row.action), dealer))
    return match


def _calls(control: Json, table_id: str) -> bool:
    """Tell whether a control is the one of a message that calls somebody to a table."""
    return control.get("custom_id") == f"t:hand:{table_id}:ping"
