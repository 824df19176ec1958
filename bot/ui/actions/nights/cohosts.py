"""The co-hosts that a host picks from a list of the server's people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine.text import cleaned
from bot.nights.night import Night
from bot.tables.seat import Person
from bot.ui.actions.nights.night_form import demand_other_may_come
from bot.ui.services import Interaction, Services


async def cohosts_picked(
    services: Services, interaction: Interaction, night: Night, people: Iterable[int]
) -> list[Person]:
    """Return those picked to lead a night with its host. Raises Trouble for a new one who may not
    come.
    """
    known = {each.id: each.name for each in night.cohosts}
    cohosts: list[Person] = []
    for person in people:
        name = name_picked(interaction, person) or known.get(person) or night.name_of(person)
        cohosts.append(Person(person, name or "?"))
        if person not in known:
            await demand_other_may_come(services, night, cohosts[-1])
    return cohosts


def name_picked(interaction: Interaction, person: int) -> str:
    """Return the name of somebody who was picked from a list of people; "" if it isn't known."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    member = resolved.get("members", {}).get(str(person)) or {}
    user = resolved.get("users", {}).get(str(person)) or {}
    name = member.get("nick") or user.get("global_name") or user.get("username") or ""
    return cleaned(name)
