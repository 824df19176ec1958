"""A browser tab in which one person looks at the sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Locator, Page, expect

if TYPE_CHECKING:
    from bot.sandbox import Sandbox


class Tab:
    """What a person does in a tab, in the words of the page."""

    def __init__(self, page: Page, sandbox: Sandbox) -> None:
        self.page = page
        self.sandbox = sandbox

    async def arrive(self, person: str, channel_id: str | None = None) -> None:
        """Open the page as somebody, in a channel."""
        channel = f"&channel={channel_id}" if channel_id else ""
        await self.page.goto(f"{self.sandbox.url}/?as={person}{channel}")
        await self.is_ready(person)

    async def is_ready(self, person: str) -> None:
        """Wait until the page shows what this person sees."""
        person_id = self.sandbox.world.person(person).id
        await expect(self.page.locator("body")).to_have_attribute("data-ready", person_id)

    async def ask(self, control: Locator) -> None:
        """Click on a control that all see; wait until a new private message answers it.

        An older hand is deleted meanwhile, so how many there are says nothing.
        """
        own = self.page.locator("[data-message-id][data-only-me=true]")
        newest = ""
        if await own.count():
            newest = str(await own.last.get_attribute("data-message-id"))
        await control.click()
        await expect(own).not_to_have_count(0)
        await expect(own.last).not_to_have_attribute("data-message-id", newest)

    async def become(self, person: str) -> None:
        """Switch to somebody else with one click."""
        await self.page.click(f'[data-person="{person}"]')
        await self.is_ready(person)

    @property
    def messages(self) -> Locator:
        """Return the messages of the open channel."""
        return self.page.locator("[data-message-id]")

    @property
    def last(self) -> Locator:
        """Return the newest message."""
        return self.messages.last

    @property
    def say_box(self) -> Locator:
        """Return the box for plain words."""
        return self.page.locator("[data-say]")

    async def say(self, text: str) -> None:
        """Say something and wait until it is there."""
        await self.say_box.fill(text)
        await self.say_box.press("Enter")
        await expect(self.last.locator("[data-content]")).to_contain_text(text)

    async def command(self, name: str, /, **options: str) -> None:
        """Type a command with its options and send it, by keyboard alone."""
        await self.say_box.fill(f"/{name}")
        await expect(
            self.page.locator(f'.suggestion[data-command="{name}"].active')
        ).to_be_visible()
        await self.say_box.press("Enter")
        for option, value in options.items():
            await self.option(option).fill(value)
        await self.page.locator("[data-send]").click()
        await expect(self.say_box).to_be_visible()

    def option(self, name: str) -> Locator:
        """Return the box of an option of the command being filled in."""
        return self.page.locator(f'[data-option="{name}"] input')

    def control(self, custom_id: str) -> Locator:
        """Return a button or menu of the newest message that has it."""
        return self.page.locator(f'[data-message-id] [data-custom-id="{custom_id}"]').last

    async def speak(self, locale: str, *, server: bool = False) -> None:
        """Choose a language from the Tools menu: one's own, or that of the server."""
        await self.stage("guild_language" if server else "language")
        await self.page.click(f'[data-menu-list] [data-value="{locale}"]')

    async def stage(self, item: str) -> None:
        """Choose something from the Tools menu."""
        await self.page.click('[data-action="stage"]')
        await self.page.click(f'[data-stage="{item}"]')
