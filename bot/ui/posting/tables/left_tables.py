"""Tables of a night that all have left: until when somebody can come back, as everybody reads."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.pilot import left_alone
from bot.tables.table import Table
from bot.tables.table_face import TableFace
from bot.ui.services import Services


async def face_now(services: Services, table: Table) -> TableFace:
    """Return what everybody may see of a table, with when computers finish its game if nobody comes
    back to it; noted for the hands of its people, too.
    """
    face, until = table.face(), None
    if table.night_id is not None and table.phase == "playing" and face.deserted():
        night = await services.nights.get(table.night_id)
        until = left_alone(night, services.nights.pace_of(night)).get(table.id)
    if until is None:
        services.alone_until.pop(table.id, None)
        return face
    services.alone_until[table.id] = until
    return replace(face, alone_until=until)
