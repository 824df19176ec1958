"""A night whose channel, thread, role, host or guest goes at any step of its course: it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.e2e.night_course import Course, a_course
from tests.e2e.series_course import Asked, LeftOut
from tests.e2e.stage import Stage

Harm = Callable[[Course], None]


def channel(course: Course) -> None:
    """Delete the channel; people talk in the other one from then on.

    What is over by then goes with it.
    """
    ended = "SELECT id FROM tables WHERE night_id = ? AND phase = 'finished'"
    course.let_go |= {table for (table,) in course.stage.rows(ended, course.night.id)}
    over = (
        "SELECT card_id, recap_id FROM nights WHERE guild_id = ? AND state IN ('over', 'cancelled')"
    )
    rows = course.stage.rows(over, int(course.guild.id))
    course.let_go |= {str(number) for ids in rows for number in ids}
    course.stage.sandbox.host.delete_channel(course.place)
    course.gather(course.guild.channel("elsewhere"))


def thread(course: Course) -> None:
    """Delete the night's thread."""
    found = course.stage.sandbox.world.channels.get(str(course.column("thread_id")))
    if found is not None and not found.deleted:
        course.stage.sandbox.host.delete_channel(found)


def mentioned_role(course: Course) -> None:
    """Delete the role that the announcement mentions."""
    host = course.stage.sandbox.host
    host.remove_role(course.guild, host.role(course.guild, "Players"))


def hosts_role(course: Course) -> None:
    """Delete the role that let Bob host; the owner leads from then on, and no night follows."""
    host = course.stage.sandbox.host
    host.remove_role(course.guild, host.role(course.guild, "Hosts"))
    course.leader, course.follows = course.people[1], False


def host(course: Course) -> None:
    """Have the host leave; the owner leads from then on, and no night follows."""
    course.leader, course.follows = course.people[1], False
    course.leave(course.people[0])


def guest(course: Course) -> None:
    """Have a guest leave."""
    course.leave(course.people[2])


HARMS: Final[tuple[Harm, ...]] = (channel, thread, mentioned_role, hosts_role, host, guest)


async def led(stage: Stage, of: type[Course], harm: Harm, at: str, *, down: bool) -> list[str]:
    """Lead a night that is harmed before a step; return what is wrong with it in the end."""
    course = a_course(stage, of=of)
    role = stage.sandbox.host.add_role(course.guild, "Players", mentionable=True)
    course.given["mention"] = role.id

    async def before(step: str) -> None:
        if step != at:
            return
        if down:
            await stage.kill()
        harm(course)
        if down:
            await stage.start()
        await course.shown()

    try:
        await course.led(before)
        found = course.faults()
    except AssertionError as lost:
        found = [str(lost)[:2000]]
    return [f"{harm.__name__} before {at!r}: {each}" for each in found]


@pytest.mark.long
@pytest.mark.takes(30)
@pytest.mark.parametrize("down", [False, True], ids=["up", "down"])
@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("of", [Course, LeftOut, Asked])
async def test_a_night_goes_on_whatever_is_gone(
    clocked: Stage, of: type[Course], harm: Harm, down: bool
) -> None:
    """To its recap and to the next of its series, whether or not the bot was there to see it.

    Where nobody may host the next one, that is said.
    """
    wrong: list[str] = []
    for at in of.steps[1:]:
        wrong += await led(clocked, of, harm, at, down=down)
    assert not wrong, "\n".join(wrong)
