"""Lessons: a game is learnt by playing it, one step at a time."""

from __future__ import annotations

from bot.engine.game import Action
from bot.engine.lesson import positions
from bot.ui.pages.games.lesson import lesson_of, lesson_page, lesson_wording
from bot.ui.pages.page import Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.menu_moves import MenuPath, chosen, leads_on, menu_moves, no_move
from bot.ui.pages.wording import Wording
from bot.ui.posting.picture_messages import show_drawn
from bot.ui.posting.replies import person_of
from bot.ui.services import Interaction, Services
from storage.rows import NO_SERVER


class Lessons:
    """What people do in lessons. Every method answers or raises Trouble.

    Only the step somebody is at is kept. Every control names its own step, so pressing one twice
    does the same thing twice.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.tables.store

    async def open(self, interaction: Interaction, key: str, *, anew: bool = False) -> None:
        """Begin a game's lesson, or go on where the person left it.

        With `anew` the message whose control was used stays, such as a game that goes on.
        """
        number = self._near(key, await self._store.learnt.lesson_step(interaction.user.id, key))
        await self._show(interaction, key, number, resumed=True, anew=anew)

    async def go_to(self, interaction: Interaction, key: str, number: int) -> None:
        """Go to a step of a game's lesson."""
        number = self._near(key, number)
        readers, person = self._services.tables.readers, interaction.user.id
        await readers.at_step(person, key, number)
        if self._at_end(key, number):
            await readers.has_done(person, key)
        await self._show(interaction, key, number)

    async def press_menu(
        self, interaction: Interaction, key: str, number: int, path: MenuPath
    ) -> None:
        """Go a step deeper into the menu of a lesson's hand, or make the move it has led to.

        The move that the step asks for leads to the next step; any other is explained. Raises
        Trouble for things that can't be picked together.
        """
        playable = self._services.game_by_key(key)
        lesson = lesson_of(playable)
        number = self._near(key, number)
        step, at = lesson.steps[number], positions(playable.game, lesson)[number]
        wording = self._wording(interaction, playable)
        move = chosen(playable.render, at.legal, at.view, wording, path)
        if step.move is None:
            await self._show(interaction, key, number)
        elif move == step.move:
            await self.go_to(interaction, key, number + 1)
        elif move is not None:
            await self._show(interaction, key, number, tried=move)
        else:
            found = menu_moves(playable.render, at.legal, at.view, wording)
            if not leads_on(found, path):
                raise no_move(found, path, wording)
            await self._show(interaction, key, number, path)

    def _near(self, key: str, number: int) -> int:
        """Return the step with this number, or the last one of the game's lesson."""
        return min(number, len(lesson_of(self._services.game_by_key(key)).steps) - 1)

    def _at_end(self, key: str, number: int) -> bool:
        return number == len(lesson_of(self._services.game_by_key(key)).steps) - 1

    def _wording(self, interaction: Interaction, playable: PlayableGame) -> Wording:
        name, language = person_of(interaction).name, str(interaction.locale)
        wording = lesson_wording(lesson_of(playable), name, language, self._services.emoji)
        return self._services.as_read(wording, interaction.user.id)

    async def _show(
        self,
        interaction: Interaction,
        key: str,
        number: int,
        path: MenuPath = (),
        *,
        tried: Action | None = None,
        resumed: bool = False,
        anew: bool = False,
    ) -> None:
        """Show a step; the board is written out where it can't be drawn in time."""
        playable = self._services.game_by_key(key)
        wording = self._wording(interaction, playable)
        playing = ""
        if self._at_end(key, number):
            playing = await self._playing(interaction.user.id, key)

        def page(*, drawn: bool) -> Page:
            return lesson_page(
                playable,
                number,
                wording,
                path,
                tried=tried,
                resumed=resumed,
                drawn=drawn,
                playing=playing,
            )

        await show_drawn(self._services, interaction, page, anew=anew)

    async def _playing(self, person: int, key: str) -> str:
        """Return the newest game of a kind that somebody plays against computers; "" if none."""
        found = await self._store.tables_of(person, NO_SERVER, ("playing",))
        return next((head.id for head, _seats in found if head.game == key), "")
