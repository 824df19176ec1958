"""Looking back at games that are over: whose business they are, paging, files, checks, hands."""

from __future__ import annotations

import hashlib
import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.pages import routes
from bot.ui.pages.tables.replay import agreed_line, replay_id, verdict_page
from bot.ui.pages.tables.table_event_lines import wording_then
from bot.ui.pages.wording import Wording
from tests.ui import clicks
from tests.ui.clicks import DAI, ELSEWHERE, MODERATOR, Answer
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI


async def press(
    ui: UI, person: Person, custom_id: str, channel: int = CHANNEL, *, own: bool = True
) -> Answer:
    """Press a control, mostly on a message that only this person sees; so is the answer."""
    answer = await clicks.press(ui, person, custom_id, channel=channel, own=own)
    assert not answer.public, "an answer that all can see"
    return answer


def page_of(answer: Answer) -> str:
    """Return all that a page says."""
    assert answer.page, answer.text
    return answer.text


async def finished(ui: UI, *people: Person, seed: int = 1) -> Table:
    """Play a table to its end."""
    rng = random.Random(seed)
    table = await ui.start(*people)
    while table.phase == "playing":
        await ui.move(table, rng)
    return table


async def more_of(ui: UI, person: Person, table: Table) -> Answer:
    """Open the replay, and from there what else there is about the game."""
    opened = await press(ui, person, replay_id(table.id, 0))
    return await press(ui, person, opened.buttons["More"])


async def test_a_game_is_paged_through_from_its_deal_to_its_end(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    last = table.step()
    answer = await press(ui, CLEO, replay_id(table.id, 0), own=False)
    assert not answer.edited
    assert f"Step 0 of {last}" in page_of(answer)
    assert {"First", "Back"} <= answer.grey
    pages = [page_of(answer)]
    while "Next" in answer.buttons:
        answer = await press(ui, CLEO, answer.buttons["Next"])
        assert answer.edited
        pages.append(page_of(answer))
        assert f"Step {len(pages) - 1} of {last}" in pages[-1]
    assert len(pages) == last + 1
    assert "Last" in answer.grey
    assert "won" in pages[-1] or "share the win" in pages[-1]
    record = await ui.services.history.record(table.id)
    for step, page in enumerate(pages[:-1]):
        view, wording = record.public(step), Wording("en-GB", ("Ada", "Bob"))
        assert ui.services.games["donburiko"].render.headline(view, wording) in page

    middle = last // 2
    answer = await press(ui, CLEO, replay_id(table.id, middle))
    leads = {
        label: "".join(custom_id.split(":")[3:4]) for label, custom_id in answer.buttons.items()
    }
    assert (leads["Back"], leads["Next"]) == (str(middle - 1), str(middle + 1))
    assert leads["Last"] == str(last)
    ((jump, steps),) = answer.lists
    assert len(answer.buttons) + len(answer.grey) <= 5, f"there is too much to press: {leads}"
    assert (steps[0], steps[-1]) == ("0", str(last)), "the list leaves out an end"
    assert page_of(await press(ui, CLEO, f"{jump}:{steps[1]}")) == pages[int(steps[1])]


async def test_a_replay_says_which_of_somebodys_moves_a_computer_made(ui: UI) -> None:
    rng = random.Random(1)
    table = await ui.start(ADA, BOB)
    by_computer: set[int] = set()
    while table.phase == "playing":
        (seat,) = table.to_act()
        if seat == 1 and table.step() > 6:
            async with ui.tables.held(table.id) as held:
                away = held.seats[1].gone_away(held.step(), held.revision)
                await ui.tables.change(held, seats=[held.seats[0], away])
            await ui.services.moves.play_for_computer(
                table.id, 1, lambda _, legal: legal[0], question_number=table.question_number(1)
            )
            by_computer.add(table.step())
        else:
            await ui.move(table, rng)
    assert by_computer, "no computer has moved"
    for step in range(1, table.step()):
        said = page_of(await press(ui, CLEO, replay_id(table.id, step)))
        assert ("🤖 for Bob" in said) is (step in by_computer), f"whose move {step} was: {said}"


async def test_what_is_done_after_a_step_is_told_with_the_next_one(ui: UI) -> None:
    table, rng = await ui.start(ADA, BOB), random.Random(1)
    seat = 1 - table.to_act()[0]
    away = (ADA, BOB)[seat]
    await ui.services.table_verbs.leave(table.id, away)
    await ui.tables.change(table, [TableEvent("answered", "night", None, ADA.id)])
    await ui.move(table, rng)
    await ui.services.table_verbs.back(table.id, away)
    while table.phase == "playing":
        await ui.move(table, rng)
    first, then = [page_of(await press(ui, CLEO, replay_id(table.id, n))) for n in (0, 1)]
    said = f"{away.name} left: a computer plays."
    assert said not in first, f"told before it has happened: {first}"
    assert said in then, f"not told: {then}"
    assert "looking into it" not in then, "a replay shows the game, and not who was called"


@pytest.mark.walked
async def test_who_sat_there_may_see_what_they_knew(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    hands = [page_of(await press(ui, person, replay_id(table.id, 3, "m"))) for person in (ADA, BOB)]
    public = page_of(await press(ui, CLEO, replay_id(table.id, 3, "m")))
    assert len({*hands, public}) == 3
    watcher = await press(ui, CLEO, replay_id(table.id, 3))
    assert "My view" not in watcher.buttons
    more = await press(ui, CLEO, watcher.buttons["More"])
    assert {"As file", "Check the deal"} <= more.buttons.keys(), "the end can't be kept, or checked"
    back = page_of(await press(ui, CLEO, more.buttons["Back"]))
    assert back == page_of(watcher), "the way back leads elsewhere"
    checked = await press(ui, CLEO, more.buttons["Check the deal"])
    there = page_of(await press(ui, CLEO, checked.buttons["Back"]))
    assert there == page_of(watcher), "the way back leads elsewhere"
    opened = await press(ui, ADA, replay_id(table.id, 3))
    assert page_of(opened) == hands[0], "who played has to press for their own view"
    assert page_of(await press(ui, ADA, opened.buttons["Public view"])) == public
    for other in ("0", "1", "7", "-1", "zz", "m"):
        shown = await press(ui, CLEO, replay_id(table.id, 3, other))
        assert page_of(shown) == public
        assert "Ada" not in shown.buttons


async def test_a_replaced_person_looks_back_on_their_own_steps_alone(ui: UI) -> None:
    rng, table_verbs = random.Random(5), ui.services.table_verbs
    table = await ui.start(ADA, BOB)
    for _ in range(6):
        await ui.move(table, rng)
    await table_verbs.leave(table.id, BOB)
    table = await table_verbs.replace(table.id, CLEO, 1)
    changed = table.step()
    back = await press(ui, BOB, routes.BACK(table.id))
    assert "Your seat went to Cleo meanwhile." in back.text
    while table.phase == "playing":
        await ui.move(table, rng)
    render = ui.services.games["donburiko"].render
    record = await ui.services.history.record(table.id)
    wording = ui.services.wording(table, "en-GB")
    for step in (1, changed, changed + 1, table.step() - 1):
        then = wording_then(wording, record.people(step), wording.language)
        hand = render.hand_below(record.view(step, 1), then).text
        for person, knew in ((BOB, step <= changed), (CLEO, step > changed)):
            # Bob sees the channel no more; he sat there, so he may look back all the same.
            answer = await press(ui, person, replay_id(table.id, step, "m"), ELSEWHERE)
            assert (hand in page_of(answer)) == knew
            said = "no longer had this seat" if person is BOB else "didn't have this seat yet"
            assert (f"You {said}" in page_of(answer)) != knew
    await ui.tables.store.privacy.forget(BOB.id)
    names = [each.name for each in (await ui.services.history.record(table.id)).people(1)]
    assert names == ["Ada", ""], f"who was forgotten has a name, or none that can be said: {names}"


@pytest.mark.parametrize("verb", ["replay", "export", "verify"])
async def test_a_game_that_is_still_on_is_not_looked_back_at(ui: UI, verb: str) -> None:
    table = await ui.start(ADA, BOB)
    await ui.move(table, random.Random(1))
    custom_id = replay_id(table.id, 0) if verb == "replay" else f"h:{verb}:{table.id}"
    assert "still on" in (await press(ui, ADA, custom_id)).text
    lobby = await ui.open(ADA, BOB)
    custom_id = custom_id.replace(table.id, lobby.id)
    assert "hasn't begun" in (await press(ui, ADA, custom_id)).text


async def test_who_sees_neither_channel_nor_seat_learns_nothing(ui: UI) -> None:
    over, on = await finished(ui, ADA, BOB), await ui.start(ADA, BOB)
    lobby = await ui.open(ADA)
    said: set[str] = set()
    for table_id in (over.id, on.id, lobby.id, "zzzzz"):
        for custom_id in (
            replay_id(table_id, 0),
            routes.EXPORT(table_id),
            routes.VERIFY(table_id),
        ):
            answer = await press(ui, DAI, custom_id, ELSEWHERE)
            assert not answer.page
            assert answer.file is None
            said.add(answer.text)
    assert len(said) == 1
    assert f"Step 0 of {over.step()}" in page_of(
        await press(ui, ADA, replay_id(over.id, 0), ELSEWHERE)
    )


@pytest.mark.walked
async def test_an_ended_game_can_be_looked_back_at_but_not_checked(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    await ui.move(table, random.Random(1))
    await ui.end(table.id)
    answer = await press(ui, CLEO, replay_id(table.id, 99))
    assert "Step 1 of 1" in page_of(answer)
    assert "ended the game" in page_of(answer)
    assert "Check the deal" not in answer.buttons
    assert (await press(ui, CLEO, routes.EXPORT(table.id))).file is not None
    assert "nothing to check" in (await press(ui, CLEO, routes.VERIFY(table.id))).text


async def test_a_lobby_that_was_closed_has_no_past(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await ui.end(table.id)
    assert "hasn't begun" in (await press(ui, ADA, replay_id(table.id, 0))).text


@pytest.mark.walked
async def test_an_export_is_what_the_person_may_know(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    files: list[dict[str, Any]] = []
    for person in (ADA, BOB, CLEO):
        answer = await press(ui, person, routes.EXPORT(table.id))
        assert answer.file == await ui.services.history.export(table.id, person.id)
        assert answer.file is not None
        files.append(answer.file)
        assert ("what you knew" in answer.text) == (person is not CLEO)
        assert table._secret is not None
        assert table._secret not in json.dumps(answer.file)
    assert files[0] != files[1] != files[2]


@pytest.mark.walked
async def test_a_check_says_equal_and_whose_word_that_is(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    page = page_of(await press(ui, CLEO, routes.VERIFY(table.id)))
    assert "Verified" in page
    assert "the bot's word for it" in page
    for fingerprint in (table.commitment, table.start_print, table.log_print):
        assert fingerprint is not None
        assert fingerprint in re.sub(r"[`\s]", "", page)
    assert table._secret is not None
    assert table._secret not in re.sub(r"[`\s]", "", page)


async def test_a_check_says_from_which_press_the_draws_follow(ui: UI) -> None:
    face = (await finished(ui, ADA, BOB)).face()
    for table, by_itself in ((face, False), (replace(face, start_by=face.started_by), True)):
        text = verdict_page(table, None, Wording("en-GB")).text
        assert ("the game began at a set time" in text) == by_itself, text


@pytest.mark.walked
async def test_a_check_says_what_differs(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)

    def tamper(connection: Any) -> None:
        connection.execute("UPDATE tables SET commitment = ?", ("0" * 64,))

    await ui.tables.store.database.transaction(tamper)
    page = page_of(await press(ui, CLEO, routes.VERIFY(table.id)))
    assert "Something doesn't match" in page
    assert "the secret doesn't match" in page


@pytest.mark.walked
@pytest.mark.parametrize(
    ("tampering", "said"),
    [
        (
            "UPDATE tables SET options = '{\"other\": 1}'",
            "Something doesn't match:** the options, the version",
        ),
        (
            "UPDATE log SET draws = 'x' WHERE step = 0",
            "Something doesn't match:** step 0 can't be read",
        ),
        ("UPDATE tables SET rules_version = 0", "played by version 0 of its rules"),
        ("UPDATE tables SET phase = 'cancelled', options = '{}x'", "wasn't played to its end"),
    ],
)
async def test_a_check_says_what_differs_where_the_table_can_t_be_read(
    ui: UI, tampering: str, said: str
) -> None:
    """So it is once the bot has restarted: what was changed is read then."""
    table = await finished(ui, ADA, BOB)

    def tamper(connection: Any) -> None:
        connection.execute("DROP TRIGGER log_is_never_changed")
        assert connection.execute(tampering).rowcount, "nothing was tampered with"

    await ui.tables.store.database.transaction(tamper)
    ui.tables.cache.drop(table)
    assert (await ui.tables.get(table.id)).frozen
    for person, channel in ((CLEO, CHANNEL), (ADA, ELSEWHERE)):
        answer = await press(ui, person, routes.VERIFY(table.id), channel)
        assert said in answer.text
    outside = await press(ui, DAI, routes.VERIFY(table.id), ELSEWHERE)
    assert "There is no such table" in outside.text
    assert "can't be read" in (await press(ui, CLEO, replay_id(table.id, 0))).text


async def test_hands_open_once_everybody_has_agreed(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    wording = Wording("en-GB", ("Ada", "Bob"))
    assert agreed_line(table.face(), wording) == ""
    assert "aren't playing" in (await press(ui, CLEO, routes.REVEAL_HANDS(table.id))).text
    answer = await press(ui, BOB, routes.REVEAL_HANDS(table.id), own=False)
    assert "Still to press **Reveal hands**: Ada" in answer.text
    assert agreed_line(table.face(), wording) in answer.text
    again = await press(ui, BOB, routes.REVEAL_HANDS(table.id))
    assert "already agreed" in again.text, "who agrees twice isn't told so"
    assert not table.hands_open, "one who agrees twice opens the hands of others"
    public = page_of(await press(ui, CLEO, replay_id(table.id, 3)))
    assert page_of(await press(ui, CLEO, replay_id(table.id, 3, "1"))) == public
    answer = await press(ui, ADA, routes.REVEAL_HANDS(table.id), own=False)
    assert "All hands are revealed" in answer.text
    seen = [page_of(await press(ui, CLEO, replay_id(table.id, 3, look))) for look in ("0", "1")]
    assert len({public, *seen}) == 3
    shown = await press(ui, CLEO, replay_id(table.id, 3))
    assert {"Ada", "Bob"} <= set(shown.buttons)
    page = page_of(await press(ui, CLEO, routes.VERIFY(table.id)))
    assert "the bot's word for it" not in page
    assert table._secret is not None
    assert table._secret in re.sub(r"[`\s]", "", page)
    assert hashlib.sha256(bytes.fromhex(table._secret)).hexdigest() == table.commitment


async def played_on_without(ui: UI, gone: Person) -> Table:
    """Play a game to its end that one of three had to leave; nobody else knows their hand."""
    rng = random.Random(2)
    table = await ui.start(ADA, BOB, CLEO)
    seat = table.seat_of(gone.id)
    assert seat is not None, "they don't sit there"
    if gone is BOB:
        await ui.services.table_verbs.kick(table.id, MODERATOR, "moderator", seat, gone.id)
    else:
        await ui.services.table_verbs.leave(table.id, gone)
        await ui.services.table_verbs.replace(table.id, DAI, seat)
    chosen = {ADA.id: ADA, BOB.id: BOB, CLEO.id: CLEO, DAI.id: DAI}
    while table.phase == "playing":
        (number, *_) = table.to_act()
        question = table.question_number(number)
        if table.seats[number].level is not None:
            await ui.services.moves.play_for_computer(
                table.id, number, lambda _, legal: rng.choice(legal), question_number=question
            )
            continue
        await ui.services.moves.play(
            table.id,
            chosen[table.seats[number].person],
            lambda _, legal: rng.choice(legal),
            interaction_id=ui.interaction(),
        )
    assert table.seat_of(gone.id) is None, "who left still sits there"
    return table


@pytest.mark.walked
@pytest.mark.parametrize("gone", [BOB, CLEO])
async def test_who_has_no_seat_any_more_is_asked_for_their_hand_as_well(
    ui: UI, gone: Person
) -> None:
    """Taken off or replaced, and where they see nothing of the table's channel."""
    table, answer = await played_on_without(ui, gone), Answer()
    for person in (ADA, BOB, DAI) if gone is CLEO else (ADA, CLEO):
        answer = await press(ui, person, routes.REVEAL_HANDS(table.id), own=False)
    assert not table.hands_open, "hands are open without somebody who held one"
    assert f"Still to press **Reveal hands**: {gone.name}" in answer.text
    page = await press(ui, ADA, f"a:page:{table.id}")
    assert f"Still to press **Reveal hands**: {gone.name}" in page.text, (
        "the table page doesn't say who is missing"
    )
    assert "Reveal hands" not in (await more_of(ui, ADA, table)).buttons, "agreed"
    last = await press(ui, gone, replay_id(table.id, table.step()), ELSEWHERE)
    assert "won" in page_of(last) or "share the win" in page_of(last), "they don't see the end"
    assert "ended" in (await press(ui, gone, f"a:page:{table.id}", ELSEWHERE)).text
    more = await press(ui, gone, last.buttons["More"], ELSEWHERE)
    answer = await press(ui, gone, more.buttons["Reveal hands"], ELSEWHERE)
    assert "All hands are revealed" in answer.text
    assert table.hands_open


async def test_who_never_held_a_hand_is_not_asked_for_it(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    assert "Reveal hands" not in (await more_of(ui, CLEO, table)).buttons
    assert "no such table" in (await press(ui, CLEO, f"a:page:{table.id}", ELSEWHERE)).text


async def test_while_the_game_is_on_who_has_left_it_sees_no_more_than_others(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    seat = table.seat_of(BOB.id)
    assert seat is not None
    await ui.services.table_verbs.kick(table.id, MODERATOR, "moderator", seat, BOB.id)
    answer = await press(ui, BOB, f"a:page:{table.id}", ELSEWHERE)
    assert "no such table" in answer.text, "who was taken off sees a table out of their sight"


@pytest.mark.parametrize(
    "custom_id",
    [
        "h",
        "h:",
        "h:replay",
        "h:replay:zz",
        "h:replay:abcde",
        "h:replay:abcde:-1",
        "h:replay:abcde:x",
        "h:steal:abcde:1",
        "h:open",
        "h:open:ABCDE",
    ],
)
async def test_a_control_that_never_was_is_answered(ui: UI, custom_id: str) -> None:
    assert "doesn't work any more" in (await press(ui, ADA, custom_id)).text


async def test_any_step_and_any_look_is_answered_with_a_page(ui: UI) -> None:
    table = await finished(ui, ADA, BOB)
    for tail in ("999999999999999999", "0:p", "1:m:first", "2:9:on:more", "3::"):
        answer = await press(ui, ADA, f"h:replay:{table.id}:{tail}")
        assert "Step" in page_of(answer)


def test_every_verb_of_the_past_is_for_games_that_are_over() -> None:
    for verb in ("replay", "export", "verify"):
        assert set(VERBS[verb].tables.phases) == {"finished", "cancelled"}
