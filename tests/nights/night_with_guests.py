"""A guest list as a night's service would keep it, with a clock: for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.nights import answers, doors, due_times
from bot.nights.guest_list import Guest, GuestList, News, Outcome
from bot.tables.clock import HOUR, MINUTE, Quiet

STARTS = 1_795_806_000
"""Friday, 27 November 2026, 19:00 UTC."""
DAY = 24 * HOUR


@dataclass
class Evening:
    """A night with a number of seats; people are numbers, and their names follow from them."""

    limit: int | None = None
    now: int = STARTS - 10 * DAY
    quiets: Mapping[int, Quiet] = field(default_factory=dict)
    guests: GuestList = field(init=False)
    heard: list[News] = field(default_factory=list)
    """All the news there were."""

    def __post_init__(self) -> None:
        empty = GuestList(limit=self.limit, starts_at=0, doors_at=0, closes_at=0)
        hours = (STARTS, STARTS - 30 * MINUTE, STARTS + 5 * MINUTE)
        self.guests = answers.scheduled(empty, *hours, self.now)

    def told(self, outcome: Outcome) -> tuple[News, ...]:
        """Keep an outcome; return its news."""
        self.guests, news = outcome
        self.heard.extend(news)
        return news

    def press_in(self, *people: int) -> tuple[News, ...]:
        """Let people press In, one after the other; return the news of the last press."""
        news: tuple[News, ...] = ()
        for person in people:
            name = f"P{person}"
            news = self.told(answers.press_in(self.guests, person, name, self.now, self.quiets))
        return news

    def out(self, person: int) -> tuple[News, ...]:
        """Let somebody press Can't."""
        return self.other(person, "out")

    def other(self, person: int, answer: Literal["maybe", "out"]) -> tuple[News, ...]:
        """Let somebody press Maybe or Can't."""
        pressed = answers.press_other(
            self.guests, person, f"P{person}", answer, self.now, self.quiets
        )
        return self.told(pressed)

    def take(self, person: int) -> tuple[News, ...]:
        """Let somebody press Take it."""
        return self.told(answers.take(self.guests, person, self.now, self.quiets))

    def pass_on(self, person: int) -> tuple[News, ...]:
        """Let somebody press Pass."""
        return self.told(answers.pass_on(self.guests, person, self.now, self.quiets))

    def set_limit(self, limit: int | None) -> tuple[News, ...]:
        """Let the host change the limit."""
        return self.told(answers.set_limit(self.guests, limit, self.now, self.quiets))

    def here(self, person: int) -> tuple[News, ...]:
        """Let somebody press I'm here."""
        return self.told(doors.press_here(self.guests, person, f"P{person}", self.now, self.quiets))

    def late(self, person: int, until: int | None) -> tuple[News, ...]:
        """Let somebody say that they will be late; None: on time after all."""
        return self.told(
            doors.come_late(self.guests, person, f"P{person}", until, self.now, self.quiets)
        )

    def home(self, person: int) -> tuple[News, ...]:
        """Let somebody go home."""
        return self.told(doors.go_home(self.guests, person, self.now, self.quiets))

    def move(self, starts: int, by: int | None = None) -> tuple[News, ...]:
        """Let the host move the night; doors are from 30 minutes before to 5 after, as usual."""
        doors_at, closes_at = starts - 30 * MINUTE, starts + 5 * MINUTE
        return self.told(
            answers.moved(self.guests, starts, doors_at, closes_at, self.now, self.quiets, by)
        )

    def until(self, time: int) -> tuple[News, ...]:
        """Let time go by, and ring at each moment at which it is due; return all the news."""
        news: list[News] = []
        while (due := due_times.guests_due(self.guests)) is not None and due <= time:
            self.now = max(self.now, due)
            news.extend(self.told(due_times.ring(self.guests, self.now, self.quiets)))
        self.now = time
        return tuple(news)

    def wake(self, time: int) -> tuple[News, ...]:
        """Be away until a time, then ring for all that was missed."""
        self.guests = due_times.guests_after_absence(self.guests, self.now, time)
        self.now = time
        return self.told(due_times.ring(self.guests, time, self.quiets))

    def guest(self, person: int) -> Guest:
        """Return a guest, who must be known."""
        found = self.guests.find(person)
        assert found is not None, f"{person} is lost"
        return found

    def who(self, answer: str) -> list[int]:
        """Return the people with an answer, in order."""
        return [guest.person for guest in self.guests.with_answer(answer)]  # pyright: ignore[reportArgumentType]

    @property
    def held(self) -> int:
        """Return how many seats are somebody's, or kept while somebody thinks."""
        seated = sum(guest.seated for guest in self.guests.guests)
        return seated + len(self.guests.offered)
