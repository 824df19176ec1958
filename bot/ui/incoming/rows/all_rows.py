"""All rows together."""

from __future__ import annotations

from typing import Final

from bot.ui.incoming.rows import (
    asks,
    games,
    me,
    night_desk,
    nights,
    series,
    server,
    standings,
    tables,
)

CONTROLS: Final = (
    *tables.TABLES,
    *tables.MOVES,
    *tables.OTHERS,
    *games.CONTROLS,
    *me.CONTROLS,
    *server.CONTROLS,
    *standings.CONTROLS,
    *nights.CONTROLS,
    *asks.CONTROLS,
    *night_desk.CONTROLS,
    *series.CONTROLS,
)
"""Every button and list."""

FORMS: Final = (
    *(*me.FORMS, *server.FORMS, *tables.FORMS),
    *(*nights.FORMS, *asks.FORMS, *night_desk.FORMS, *series.FORMS),
)
"""Every form: what is done with what somebody has filled in."""

TOPS: Final = {**tables.TOPS, **games.TOPS, **me.TOPS, **server.TOPS, **nights.TOPS}
"""What holds for all commands of a first word."""

TABLE_COMMANDS: Final = (*tables.COMMANDS, *me.COMMANDS, *games.COMMANDS, *server.COMMANDS)
"""The commands that `cogs/tables` puts up."""

NIGHT_COMMANDS: Final = (
    *(*standings.COMMANDS, *nights.COMMANDS),
    *(*asks.COMMANDS, *night_desk.COMMANDS),
)
"""The commands that `cogs/nights` puts up."""
