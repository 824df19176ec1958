"""Prove what is kept of what people wish, and that it can be forgotten."""

import pytest

from storage import Store
from tests.storage.samples import ANNA, BEN, CLEO


async def test_pairs_that_are_not_to_sit_together(store: Store) -> None:
    """One wish is enough, each pair is told once, and only among those who are asked about."""
    await store.people.save_apart(BEN, [ANNA, CLEO])
    await store.people.save_apart(ANNA, [BEN])
    assert await store.people.apart_among([ANNA, BEN, CLEO]) == [(ANNA, BEN), (BEN, CLEO)]
    assert await store.people.apart_among([BEN, CLEO]) == [(BEN, CLEO)]
    assert await store.people.apart_among([ANNA, CLEO]) == []
    await store.people.save_apart(BEN, [CLEO])
    assert await store.people.apart(BEN) == [CLEO], "a wish that was taken back is still there"
    assert await store.people.apart(ANNA) == [BEN], "somebody's wish was changed by another's"


async def test_where_people_want_to_be_reminded(store: Store) -> None:
    """In the thread unless they say otherwise; their clock's settings don't change that."""
    assert await store.people.reminders(ANNA) == "thread"
    await store.people.save_reminders(ANNA, "dm")
    await store.people.save(await store.people.row(ANNA))
    assert await store.people.reminders(ANNA) == "dm", "setting one's clock changed it"
    assert await store.people.reminded_by_dm([ANNA, BEN]) == {ANNA}
    await store.people.save_reminders(ANNA, "thread")
    assert await store.people.reminded_by_dm([ANNA, BEN]) == set()


async def test_a_language_is_kept_only_of_who_is_reminded_by_direct_message(store: Store) -> None:
    await store.people.save_reminders(BEN, "thread")
    for person in (ANNA, BEN):
        await store.people.note_language(person, "ja")
        assert await store.people.language_of(person) is None
    await store.people.save_reminders(ANNA, "dm")
    await store.people.note_language(ANNA, "de")
    await store.people.note_language(ANNA, "ja")
    assert await store.people.language_of(ANNA) == "ja"
    await store.privacy.forget(ANNA, [])
    assert await store.people.language_of(ANNA) is None, "kept of somebody who was forgotten"
    await store.people.save_reminders(ANNA, "dm")
    await store.people.note_language(ANNA, "ja")
    await store.people.save_reminders(ANNA, "thread")
    assert await store.people.language_of(ANNA) is None, "kept though it is of no use any more"


@pytest.mark.parametrize("where", ["mail", ""])
async def test_no_other_place_for_reminders_is_kept(store: Store, where: str) -> None:
    """What the database doesn't know is refused."""
    with pytest.raises(Exception, match="CHECK"):
        await store.people.save_reminders(ANNA, where)  # type: ignore[arg-type]
