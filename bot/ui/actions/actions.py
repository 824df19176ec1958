"""Everything that can be done, put together: one object for each subject."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import cache, cached_property, partial

from bot.tables.trouble import NotAtTable
from bot.ui.actions.away import Away
from bot.ui.actions.games.gallery import Gallery
from bot.ui.actions.games.lessons import Lessons
from bot.ui.actions.me import Me
from bot.ui.actions.my_calls import MyCalls
from bot.ui.actions.my_note import MyNote
from bot.ui.actions.nights.ask_answers import AskAnswers
from bot.ui.actions.nights.ask_planning import AskPlanning
from bot.ui.actions.nights.cancelling import Cancelling
from bot.ui.actions.nights.desk_tables import DeskTables
from bot.ui.actions.nights.fans import FanActions
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_files import NightFiles
from bot.ui.actions.nights.night_guests import NightGuests
from bot.ui.actions.nights.night_lists import NightLists
from bot.ui.actions.nights.night_making import NightMaking
from bot.ui.actions.nights.night_more import NightMore
from bot.ui.actions.nights.night_outcomes import NightOutcomes
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.night_proposal import NightProposal
from bot.ui.actions.nights.night_recaps import NightRecaps
from bot.ui.actions.nights.night_waiting import NightWaiting
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.nights.series import SeriesActions
from bot.ui.actions.nights.standings import StandingsActions
from bot.ui.actions.nights.which_night import WhichNight
from bot.ui.actions.reports import ReportActions
from bot.ui.actions.server.privacy import Privacy
from bot.ui.actions.server.setup import Setup
from bot.ui.actions.tables.ahead import AheadActions
from bot.ui.actions.tables.decisions import Decisions
from bot.ui.actions.tables.endings import Endings
from bot.ui.actions.tables.finished_games import FinishedGames
from bot.ui.actions.tables.lobby import Lobby
from bot.ui.actions.tables.lobby_settings import LobbySettings
from bot.ui.actions.tables.next_table import NextTable
from bot.ui.actions.tables.play import Play
from bot.ui.actions.tables.private_games import PrivateGames
from bot.ui.actions.tables.seats import Seats
from bot.ui.actions.tables.table_list import TableList
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.pages.games.rules import rules_page
from bot.ui.pages.server.policies import Operator
from bot.ui.posting.direct_calls import DirectCalls
from bot.ui.posting.forms import Forms
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.replies import show, wording_of
from bot.ui.posting.tables.open_hands import OpenHands
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services


class Actions:
    """What people can do, by subject. Every method answers the interaction, or raises Trouble."""

    def __init__(
        self,
        services: Services,
        messages: TableMessages,
        hands: OpenHands,
        nights: NightMessages,
        direct_calls: DirectCalls,
        operator: Operator | None = None,
    ) -> None:
        """Take what all actions share, and who runs the bot."""
        self.services = services
        self.tables = services.tables
        self.forms = Forms(services.tables.now)
        self.away = Away(services, self.forms)
        self.play = Play(services, messages, hands)
        self.ahead = AheadActions(services, self.play)
        self.lobby = Lobby(services, messages, self.play)
        self.lobby_settings = LobbySettings(services, messages, self.play, self.forms)
        outcomes = NightOutcomes(services, nights)
        self.table_page = TablePage(services, messages, outcomes, self.play, nights.pages)
        self.nights = NightActions(services, nights, outcomes, messages)
        self.seats = Seats(services, messages, self.play, self.lobby, self.table_page, self.nights)
        self.decisions = Decisions(services, self.play, self.table_page)
        self.endings = Endings(services, self.table_page)
        self.private_games = PrivateGames(services, self.play)
        self.finished_games = FinishedGames(services, self.lobby, self.private_games)
        self.gallery = Gallery(services, self.lobby, self.private_games)
        self.lessons = Lessons(services)
        self.me = Me(services)
        self.my_calls = MyCalls(services, direct_calls, self.forms)
        self.my_note = MyNote(services, self.my_calls)
        self.reports = ReportActions(services, self.table_page, self.forms)
        self.next_table = NextTable(services, self.play, self.me)
        self.table_list = TableList(services)
        self.standings = StandingsActions(services)
        self.setup = Setup(services, self.forms)
        self.privacy = Privacy(services, operator or Operator())
        self.night_desk = NightDesk(services, nights, messages, self.forms, outcomes)
        self.desk_tables = DeskTables(services, self.night_desk, messages)
        self.night_proposal = NightProposal(services, self.night_desk)
        self.night_waiting = NightWaiting(services, self.night_desk)
        self.planning = NightPlanning(services, self.nights, self.forms)
        self.night_more = NightMore(services, self.night_desk, self.planning, self.forms)
        self.night_lists = NightLists(services, nights.pages)
        self.fans = FanActions(services, self.nights, self.night_lists)
        self.series = SeriesActions(services, self.planning, self.forms, nights)
        self.night_making = NightMaking(services, self.planning)
        self.ask_planning = AskPlanning(services, nights.asks, self.planning.dates)
        self.ask_answers = AskAnswers(services, nights.asks, self.forms)
        self.cancelling = Cancelling(services, self.nights, self.planning, self.forms)
        self.night_guests = NightGuests(
            services, self.night_desk, self.desk_tables, self.night_proposal, self.planning
        )
        self.night_files = NightFiles(services, self.nights)
        self.night_recaps = NightRecaps(
            services, self.finished_games, self.planning, self.forms, self.nights
        )
        self.which_night = WhichNight(
            self.planning, self.cancelling, self.night_desk, self.night_recaps
        )

    @cached_property
    def _subjects(self) -> dict[Callable[..., object], object]:
        """Return which subject each method belongs to."""
        return {
            method: subject for subject in vars(self).values() for method in _methods(type(subject))
        }

    def bound(self, do: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        """Return what a row does, bound to its own subject if it is a method of one, or to all."""
        subject = self._subjects.get(do)
        return partial(do, self) if subject is None else getattr(subject, do.__name__)

    async def show_without_seat(self, interaction: Interaction, table_id: str) -> bool:
        """Show somebody who doesn't sit at a table, and whose night has a word for them, how they
        play again; tell whether it has.
        """
        table = await self.tables.get(table_id)
        if table.over:
            return False
        await self.play.hands.left(interaction, table_id)
        said = NotAtTable().say(wording_of(interaction).gettext)
        return await self.nights.show_without_seat(interaction, table, said)

    async def show_rules(
        self,
        interaction: Interaction,
        game_key: str,
        page: int = 0,
        *,
        from_gallery: bool = False,
        table_id: str = "",
        anew: bool = False,
    ) -> None:
        """Show a page of a game's rules, with controls to turn it.

        With a table's id the rules replace the game there, and lead back to it; `anew` they replace
        nothing.
        """
        if table_id:
            await self.play.hands.left(interaction, table_id)
        playable = self.services.game_by_key(game_key)
        wording = self.services.as_read(wording_of(interaction), interaction.user.id)
        shown = rules_page(playable, page, wording, from_gallery=from_gallery, table_id=table_id)
        await show(interaction, shown, await self.services.pngs(shown), anew=anew)


@cache
def _methods(subject: type) -> tuple[Callable[..., object], ...]:
    """Return the methods of a subject."""
    return tuple(method for _name, method in inspect.getmembers(subject, inspect.isfunction))
