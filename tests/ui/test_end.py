"""The end of a game: what its message says and offers, and how it is shared."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import discord
import pytest

from bot.tables.honours import Honour
from bot.tables.lobby_rules import called_again, invited_again
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.nights.standings_page import NO_POINTS
from bot.ui.pages.tables.game_end import (
    end_message,
    end_more_page,
    end_rows,
    rounds_of,
    scoring_page,
)
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.wording import Wording
from cogs.donburiko.views import FinalRoundDecided, Reason
from tests.ui.clicks import DAI, Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.stand_in import StandIn


async def over(ui: UI) -> Table:
    """Play a game to its end."""
    table, rng = await ui.start(ADA, BOB), random.Random(4)
    while table.phase == "playing":
        await ui.move(table, rng)
    return table


async def share(
    ui: UI, table: Table, person: Person, *, channel: int = CHANNEL, may: bool = True
) -> Answer:
    """Let somebody share the end in a channel; return what they are answered."""
    answer = Answer()
    rights = discord.Permissions(send_messages=may)
    made = interaction(ui, person, channel, answer, permissions=rights)
    await ui.answered(made, ui.requests.actions.finished_games.share(made, table.id))
    return answer


async def test_the_end_is_shared_in_a_thread_by_whoever_may_write_there(ui: UI) -> None:
    table = await over(ui)
    for rights, said in (("send_messages", False), ("send_messages_in_threads", True)):
        answer, may = Answer(), discord.Permissions(**{rights: True})
        made = interaction(ui, BOB, CHANNEL, answer, permissions=may)
        made.channel = StandIn(discord.Thread)
        await ui.answered(made, ui.requests.actions.finished_games.share(made, table.id))
        assert answer.public is said, f"{rights}: {answer.text}"


async def test_what_is_offered_at_the_end_is_still_to_be_done_there(ui: UI) -> None:
    """No end is shared right below itself, nobody agrees twice, and who is waited for can agree."""
    table = await over(ui)
    await ui.tables.save_whereabouts(table.id, place_id=CHANNEL + 1)
    for channel in (CHANNEL, CHANNEL + 1):
        more = await press(ui, BOB, routes.END_MORE(table.id), own=True, channel=channel)
        assert ("Share" in more.buttons) is (channel == CHANNEL), f"{channel}: {more.text}"
    reveal = routes.REVEAL_HANDS(table.id)

    def at_the_end() -> bool:
        return reveal in str(end_rows(table.face(), ui.services.wording(table)))

    assert not at_the_end()
    await press(ui, BOB, reveal, own=True)
    assert at_the_end(), "the end waits for people and gives them no button"
    for person in (ADA, BOB):
        more = await press(ui, person, routes.END_MORE(table.id), own=True)
        assert (reveal in more.buttons.values()) is (person is ADA)


async def test_who_alone_held_a_hand_is_asked_for_nobody_elses_agreement(ui: UI) -> None:
    table = await over(ui)
    playable, wording = ui.services.game_of(table), ui.services.wording(table, "en-GB")
    face = table.face()
    (own,) = [each for each in face.holders if each.person == BOB.id]
    for holders, agree in ((face.holders, True), ((own,), False)):
        alone = replace(face, holders=holders)
        more = end_more_page(playable, alone, wording, BOB.id, share=False)
        assert "Reveal hands" in more.text and ("once all agree" in more.text) is agree


async def test_the_end_says_why_a_game_ended_before_its_goal(ui: UI) -> None:
    """Who reads "to 20 chips" all game long wonders why 19 points win."""
    table = await over(ui)
    playable, wording = ui.services.game_of(table), ui.services.wording(table, "en-GB")
    face, told = table.face(), "The bank was empty, so this round was the last."
    for best, reason, said in ((19, "bank", told), (20, "bank", ""), (19, "chips", "Somebody had")):
        result = replace(table.result(), scores=(best, 5))
        decided = FinalRoundDecided(cast(Reason, reason), 0)
        ended = replace(face, end_result=result, recent=(*face.recent, decided))
        text = end_message(playable, ended, wording).text
        assert (said in text) if said else "was the last" not in text, f"{best}, {reason}: {text}"


async def test_the_end_names_points_only_where_they_decided(ui: UI) -> None:
    """Whoever is left wins, even with the fewest."""
    table = await ui.start(ADA, BOB, CLEO)
    for person in (CLEO, ADA):
        await ui.services.table_verbs.give_up(table.id, person)
    playable, wording = ui.services.game_of(table), ui.services.wording(table, "en-GB")
    said = end_message(playable, table.face(), wording)
    assert said.title == "🏆 Bob wins", "points stand there that decided nothing"
    assert "Ada and Cleo gave up. Whoever is left wins, whatever the points." in said.text
    assert "points scored so far" not in said.text, said.text


async def test_a_rematch_calls_the_others_who_played(ui: UI) -> None:
    """Nobody looks at the end of a long game again, and its card may come up elsewhere."""
    table = await over(ui)
    asked = await press(ui, BOB, f"a:rematch:{table.id}")
    called = {each.person for each in table.seats if f"<@{each.person}>" in asked.text}
    assert called == {each.person for each in table.seats} - {BOB.id}, f"calls {called}"


async def test_a_rematch_mentions_and_invites_nobody_who_has_been_forgotten(ui: UI) -> None:
    """Their number is no id of Discord, which would refuse the card for it again and again."""
    table = await over(ui)
    await ui.tables.forget(ADA.id, ["Ada"])
    asked = await press(ui, BOB, f"a:rematch:{table.id}")
    assert "The rematch!" in asked.text and "<@" not in asked.text, asked.text
    (rematch,) = await ui.tables.store.tables_of_guild(GUILD)
    assert not (await ui.tables.get(rematch[0].id)).invited - {BOB.id}, "nobody is invited"


async def test_once_places_are_corrected_the_board_does_not_tell_who_won_before(ui: UI) -> None:
    table = await over(ui)
    playable, wording = ui.services.game_of(table), ui.services.wording(table)
    (event,) = [each for each in table.recent if isinstance(each, playable.render.ends)]
    line = playable.render.line(event, wording) or "?"
    face = table.face()
    assert any(line in each for each in recent_lines(playable, face, wording, 5)), line
    face = replace(face, corrected=(1.5, 1.5))
    assert not any(line in each for each in recent_lines(playable, face, wording, 5)), line


async def test_a_rematch_mentions_no_computer(ui: UI) -> None:
    table = await over(ui)
    before = replace(table, seats=[*table.seats, Seat(-1, "Nagi", "casual")])
    assert called_again(before, replace(table, seats=table.seats[:1])) == [BOB.id]
    assert not {each for each in invited_again(before) if each < 0}


async def test_a_page_says_once_that_its_game_is_over(ui: UI) -> None:
    table = await over(ui)
    for verb in ("pause", "leave", "takeback"):
        text = (await press(ui, ADA, f"a:{verb}:{table.id}", own=True)).text
        assert text.count("This game has ended.") == 1, f"it is said twice: {text}"


async def test_a_rematch_calls_them_though_its_answer_was_lost_in_a_crash(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await over(ui), server.places[CHANNEL]
    rematch = await ui.services.lobby_verbs.rematch(
        table.id, BOB, interaction_id=ui.interaction(), guild_id=GUILD, channel_id=CHANNEL
    )
    already = {*place.up}
    await ui.messages._update(rematch.id)
    (card,) = (message for id_, message in place.up.items() if id_ not in already)
    others = [f"<@{each.person}>" for each in table.seats if each.person != BOB.id]
    assert card.content.split() == others, "nobody learns of the rematch"
    await ui.messages.bring_to(rematch, BOB.id, CHANNEL)
    await ui.messages._update(rematch.id)
    (again,) = (message for id_, message in place.up.items() if id_ not in already)
    assert again is not card and not again.content, "they are called again"


COMPUTERS, TOO_FEW = Honour(nobodys="computers"), Honour(nobodys="few")


async def test_the_end_has_places_with_honours_and_a_story(ui: UI) -> None:
    table = await over(ui)
    playable, wording = ui.services.games["donburiko"], Wording("en-GB", ("Ada", "Bob"))
    first = table.face().ending().winners[0]
    lines = end_message(playable, table.face(), wording, {first: Honour(3)}).text.splitlines()
    assert lines[0].startswith("🥇 ") and lines[0].endswith(" · 3rd win in a row at this game")
    assert lines[1].startswith("🥈 ") and "row" not in lines[1]
    story = playable.render.story(table.face().public(), table.face().result(), wording)
    assert lines[2] == f"*{story}*", "the story is missing"
    tonight = replace(table.face(), night_id="nnnnn", night_round=1, night_table=1)
    text = end_message(playable, tonight, wording, {}).text
    assert f"*In the game: {story}*" in text, "its rounds read as the night's"
    for wins, said in ((0, "best yet"), (2, "2nd win"), (11, "11th win"), (21, "21st win")):
        text = end_message(playable, table.face(), wording, {first: Honour(wins)}).text
        assert f" · {said}" in text


async def test_what_broke_a_tie_is_told_also_where_a_seat_was_handed_on(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(ui)
    playable, wording = ui.services.games["donburiko"], Wording("en-GB", ("Ada", "Bob"))
    monkeypatch.setattr(type(playable.render), "tie_of", lambda *_: "Ada has more cards.")
    seats = (replace(table.seats[0], first=CLEO.id), *table.seats[1:])
    text = end_message(playable, replace(table.face(), seats=seats), wording).text
    assert text.splitlines()[2:] == ["*Ada has more cards.*"], text
    corrected = replace(table.face(), seats=seats, corrected=(1, 1))
    assert "more cards" not in end_message(playable, corrected, wording).text


async def test_nobody_is_celebrated_for_what_computers_played_on_a_night(ui: UI) -> None:
    table = await over(ui)
    playable, wording = ui.services.games["donburiko"], Wording("en-GB", ("Ada", "Bob"))
    face = replace(table.face(), night_id="nnnnn", night_round=1, night_table=1)
    (first,) = face.ending().winners
    gone = replace(face.seats[first], gone=1, stand_in="away", away_since=1)
    left = replace(face, seats=tuple(gone if n == first else s for n, s in enumerate(face.seats)))
    for each in (face, left):
        page = end_message(playable, each, wording, {0: COMPUTERS, 1: COMPUTERS})
        lines = page.text.splitlines()
        assert page.title == "Ended: nobody gets night points" and page.image is None, page.title
        assert wording.bare(first) in lines[0], f"another order than on the night's list: {lines}"
        assert "night points" not in page.footer, f"what nobody gets is promised: {page.footer}"
        assert lines[2:] == ["Computers played nearly all of it."], f"medals, or a story: {lines}"
    card = lobby_card_page(playable, face, wording)
    assert card.title == "Ended" and card.image is None, f"the card celebrates: {card.title}"
    shared = end_message(playable, face, wording, {0: COMPUTERS, 1: TOO_FEW})
    assert "Computers" not in shared.text, "people's moves are called a computer's"
    assert "too few own moves" in shared.text, f"no reason is given: {shared.text}"
    shared = end_message(playable, face, wording, {first: TOO_FEW})
    line = shared.text.splitlines()[0]
    assert line.startswith("🥇") and line.endswith("** · too few own moves: no night points"), line
    assert shared.title.startswith("🏆 "), f"it isn't said who has won: {shared.title}"
    decided = end_message(playable, face, wording, {first: Honour(nobodys="decided")})
    assert decided.title == "Ended" and NO_POINTS["decided"] in decided.text
    page = end_message(playable, face, wording, {first: COMPUTERS})
    assert page.title == "Ended" and page.image is None, f"a computer's win is theirs: {page.title}"
    assert page.text.splitlines()[0].endswith(f" · {NO_POINTS['computers']}"), page.text
    line = end_message(playable, left, wording, {first: COMPUTERS}).text.splitlines()[1]
    assert line.endswith(" · away at the end, so last · no night points"), line
    # A host has put who was gone first after all.
    put = replace(left, corrected=tuple(1.0 if n == first else 2.0 for n in range(2)))
    assert end_message(playable, put, wording, {}).text.startswith("🥇"), "a winner has no medal"
    # Who was away and whoever decided for them: each has the reason, the first place first.
    both = {first: COMPUTERS, 1 - first: Honour(nobodys="decided")}
    lines = end_message(playable, left, wording, both).text.splitlines()
    assert NO_POINTS["decided"] in lines[0] and "away at the end, so last" in lines[1], lines
    page = end_message(playable, face, wording, {1 - first: TOO_FEW})
    assert page.title.startswith("🏆 ") and page.image is not None, "whoever won isn't celebrated"
    page = end_message(playable, table.face(), wording, {0: TOO_FEW, 1: TOO_FEW})
    assert page.title.startswith("🏆 "), "points of no night are missed"
    assert "night" not in page.footer, f"it is of no night: {page.footer}"


async def test_an_end_is_shared_once_where_its_table_is_by_who_sat_there(ui: UI) -> None:
    table = await over(ui)
    assert "aren't playing" in (await share(ui, table, CLEO)).text
    there = "Share it in the table's channel."
    assert there in (await share(ui, table, ADA, channel=CHANNEL + 1)).text
    assert there in (await share(ui, table, ADA, may=False)).text
    shown = await share(ui, table, ADA)
    wording = ui.services.wording(table)
    title = end_message(ui.services.games["donburiko"], table.face(), wording).title
    assert title in shown.text, "the end isn't shown"
    assert shown.public, "only who pressed sees it"
    assert "shared already" in (await share(ui, table, BOB)).text


async def test_how_it_was_scored_goes_round_by_round(ui: UI) -> None:
    table = await over(ui)
    record = await ui.services.history.record(table.id)
    wording = ui.services.wording(table)
    rounds = rounds_of(ui.services.games["donburiko"], record, wording)
    heads = [f"**Round {n}:**" for n in range(1, len(rounds) + 1)]
    assert rounds and all(line.startswith(head) for line, head in zip(rounds, heads, strict=True))
    said = await press(ui, ADA, f"h:scored:{table.id}")
    assert all(line in said.text for line in rounds)


async def test_what_a_round_and_the_end_say_alike_is_said_once(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As each line of a round that says who won it, where the end says with which bag."""
    table = await over(ui)
    playable, wording = ui.services.games["donburiko"], Wording("en-GB", ("Ada", "Bob"))
    monkeypatch.setattr(type(playable.render), "outcome", lambda *_: "Round 2: Bob, with 7")
    rounds = ("Round 1: 3", "Round 2: Bob\n● 2")
    said = scoring_page(playable, table.face(), rounds, wording).text.splitlines()
    assert said[:-1] == ["Round 1: 3", "Round 2: Bob, with 7", "● 2"], said


async def test_more_offers_a_watcher_nothing_that_only_players_may(ui: UI) -> None:
    table = await over(ui)
    own, other = [await press(ui, who, f"h:more:{table.id}") for who in (ADA, CLEO)]
    assert f"h:share:{table.id}" in str(own.buttons) and f"h:open:{table.id}" in str(own.buttons)
    assert f"h:share:{table.id}" not in str(other.buttons), "who didn't play may share it"


async def test_who_sat_there_sees_where_their_own_points_came_from(ui: UI) -> None:
    table = await over(ui)
    wording, render = ui.services.wording(table), ui.services.games["donburiko"].render
    face = table.face()
    for seat, person in enumerate((ADA, BOB)):
        shown = await press(ui, person, f"t:hand:{table.id}")
        account = render.account(seat, face.public(), face.result(), wording, brief=True)
        assert f"Your points: {' · '.join(account)}" in shown.text, "own points aren't explained"
        assert shown.text.count("Your points") == 1, "somebody else's points are called theirs"


async def test_nobody_is_told_as_theirs_what_was_done_before_they_had_the_seat(ui: UI) -> None:
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(5)
    for _ in range(6):
        await ui.move(table, rng)
    verbs = ui.services.table_verbs
    await verbs.leave(table.id, BOB)
    await verbs.replace(table.id, DAI, 1)
    while table.phase == "playing":
        await ui.move(table, rng)
    for person, own in ((DAI, False), (ADA, True)):
        text = (await press(ui, person, f"t:hand:{table.id}")).text
        assert ("Your points" in text) is own, f"{person.name}: {text}"
        assert own or "💬" not in text, f"who had the seat for the end alone gets advice: {text}"
    wording = ui.services.wording(table)
    for own, advised in ((5, True), (3, False)):
        hands = [replace(hand_of(table, seat), own_moves=(own, 5)) for seat in (0, 2)]
        texts = [screen(ui.services.game_of(table), each, wording).text for each in hands]
        assert any("💬" in each for each in texts) is advised, f"{own} of 5 were theirs: {texts}"
