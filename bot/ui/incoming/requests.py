"""What a command asks for at a table: carried out there, or after asking which table was meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.tables.trouble import Stale
from bot.tables.who_sits import brief_of
from bot.ui.actions.actions import Actions
from bot.ui.actions.rights import NightDecides
from bot.ui.actions.tables.fitting_tables import PLAY, Aim
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.incoming.clicks import Clicks
from bot.ui.incoming.which_table import Several, label, which
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from, part
from bot.ui.pages.page import Choice, Page, Select
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

MOVE: Final = "act"
"""The verb of a move in the game; the game's kinds say which move."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be done at one table; `kind` and `words` describe a move of the game.

    The words of other verbs say who or what they are about.
    """

    verb: str
    game: str = ""
    kind: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> Aim:
        """Return which tables this can be asked for."""
        return PLAY if self.verb == MOVE else VERBS[self.verb].tables

    def custom_id(self) -> str:
        """Return the request as a custom id; if that is too long, it becomes a look at the hand."""
        return routes.which_table(self.verb, self.game, self.kind, self.words)

    @classmethod
    def read(cls, verb: str, game: str, kind: str, said: tuple[str, ...]) -> Request:
        """Return the request of the values of an id. Raises Stale if there is no such request."""
        if verb not in (MOVE, *VERBS):
            raise Stale
        words = routes.words_of(said)
        if verb != MOVE:
            # A made-up id must not use words that only controls have, such as the number of a seat.
            known = {option.name for option in VERBS[verb].options}
            words = {name: text for name, text in words.items() if name in known}
        return cls(verb, game, kind, words)


class Requests:
    """Carries requests out. The cogs pass their commands on to it."""

    def __init__(
        self, services: Services, actions: Actions, clicks: Clicks, answers_first: AnswersFirst
    ) -> None:
        """Take what requests lead to, and read the controls that ask which table was meant."""
        self.services = services
        self.actions = actions
        self.clicks = clicks
        self.answers_first = answers_first
        self.answered = answers_first.answered
        clicks.chosen = self.chosen

    async def run(self, interaction: Interaction, request: Request, named: str | None) -> None:
        """Find the table that a command means and do it there, or ask which table is meant."""
        await self.answered(interaction, self._run(interaction, request, named))

    async def _run(self, interaction: Interaction, request: Request, named: str | None) -> None:
        try:
            table_id = await self._which(interaction, request, named)
        except Several as several:
            await self._ask(interaction, request, several)
            return
        await self._do(interaction, request, table_id)

    async def chosen(self, interaction: Interaction, values: list[Any]) -> None:
        """Do what was asked for at the table that was picked, the last part of a control's id."""
        verb, game, kind, path = values
        *said, table_id = path or ("",)
        request = Request.read(verb, game, kind, tuple(said))
        start = more_from(table_id)
        if start is not None:
            await self._ask_again(interaction, request, start)
            return
        # What is picked is checked as if it had been typed: it may be weeks old, or made up. A
        # blank names no table, and must not find the only one that there is.
        found = await self._which(interaction, request, table_id.strip() or "-")
        await self._do(interaction, request, found)

    async def _which(self, interaction: Interaction, request: Request, named: str | None) -> str:
        game = request.game or None
        return await which(self.services, interaction, named, request.tables, game=game)

    async def _do(self, interaction: Interaction, request: Request, table_id: str) -> None:
        if request.verb == MOVE:
            play = self.actions.play
            await play.play_typed(interaction, table_id, request.kind, request.words)
        else:
            try:
                await VERBS[request.verb].do(self.actions, interaction, table_id, request.words)
            except NightDecides as trouble:
                # Its page has the button by which the hosts are called.
                notice = trouble.say(wording_of(interaction).gettext)
                await self.actions.table_page.show(interaction, table_id, notice)

    async def _ask_again(self, interaction: Interaction, request: Request, start: int) -> None:
        """Ask which table is meant, showing a long list from another place on."""
        try:
            table_id = await self._which(interaction, request, None)
        except Several as several:
            await self._ask(interaction, request, several, start)
            return
        # By now there is only one.
        found = await self.services.tables.store.table(table_id)
        await self._ask(interaction, request, Several([] if found is None else [brief_of(found)]))

    async def _ask(
        self, interaction: Interaction, request: Request, several: Several, start: int = 0
    ) -> None:
        wording = wording_of(interaction)
        _ = wording.gettext
        person = interaction.user.id
        choices = [
            Choice(table.id, label(self.services, table, wording, person))
            for table in several.tables
        ]
        page = Page(
            title=_("Which table?"),
            text=_("Which table do you mean? (Nothing has happened yet.)"),
            rows=(Select(request.custom_id(), _("Pick a table"), part(choices, start, wording)),),
        )
        await show(interaction, page)
