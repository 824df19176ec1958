"""What somebody wants of the nights to come: to be told, or to come every time; theirs alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.dates import Moment, read_stored
from bot.nights.fans import wish_for
from bot.nights.left_out import left_out_before, left_out_next
from bot.nights.night import Night
from bot.nights.rounds import recap_due
from bot.nights.series_rules import date_sign, next_at
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.nights.night_words import linked_card, noticed, plain_name_of, safe_title
from bot.ui.pages.nights.no_pings import PINGS_OFF, pings_button
from bot.ui.pages.nights.series_routes import ALL_NIGHTS
from bot.ui.pages.nights.series_words import skipped_line, title_to_come
from bot.ui.pages.page import BUTTON_LABEL, Button, Page, Row, clip
from bot.ui.pages.wording import Wording
from storage.fan_store import ALL_HERE, MOST_SILENT, FanRow
from storage.night_rows import RIGHT_NOW

MOST_LISTED: Final = 12
"""How many wishes are listed, each with its button; there are hardly ever so many series."""
EVERY_NIGHT: Final = _("Ping me for every night here")
LAPSED: Final = _("You're no longer in every time: twice in a row you neither answered nor came.")
NOT_PINGED: Final = _("You aren't pinged for new nights here, unless a host pings a role you have.")
SEEN: Final = _("I ping you in the night's thread, for all to see.")
MISSED_ONE: Final = _(
    "You neither answered nor came to its previous night. Once more, and this ends."
)
EVERY_TIME: Final = _("I'm in every time")
LAST_NIGHT: Final = _("The last night of the series is on {date}: {link}")


@dataclass(frozen=True, slots=True)
class Followed:
    """A series of whose nights somebody wants to be told."""

    title: str
    at: int | None = None
    """When its next night is, or the one that is on; None if that isn't known, or isn't theirs to
    know.
    """
    skipped: tuple[int, ...] = ()
    """The dates that are left out just before that."""
    newest: str = ""
    """Its newest night, if that is theirs to know."""
    last: Night | None = None
    """Its last night while that is to come or on, of a series that has ended."""


def followed(night: Night, now: int, *, seen: bool) -> Followed:
    """Return the series of which a night is the newest, with a date only if that may be `seen`."""
    if not seen:
        return Followed(title_to_come(night))
    if night.row.state in RIGHT_NOW:
        skipped, last = (*left_out_before(night, now),), None if repeats(night) else night
        return Followed(title_to_come(night), night.guests.starts_at, skipped, night.id, last)
    return Followed(title_to_come(night), next_at(night), (*left_out_next(night, now),), night.id)


def wish_words(wish: FanRow, wording: Wording) -> str:
    """Return what somebody wants, in a few words for lists."""
    gettext = wording.gettext
    if wish.kind == "every":
        return gettext("You're in every time")
    if wish.series_id == ALL_HERE:
        return gettext("You're pinged for every night here")
    return gettext("You're pinged for this series")


def repeats(night: Night) -> bool:
    """Tell whether more nights follow by the series of a night."""
    return night.series is not None and night.series.state != "ended"


def next_buttons(night: Night, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which a host has another night follow one that is over.

    Where nobody has played, another date may suit better.
    """
    gettext = wording.gettext
    if repeats(night):
        return ()
    if night.dealt:
        weekly = night.series is None or night.series.weeks == 1
        label = gettext("Same again next week") if weekly else gettext("Same again")
        return (Button(desk_routes.SAME_AGAIN(night.id), label),)
    return (
        Button(desk_routes.ANOTHER_DATE(night.id), gettext("Another date …")),
        Button(desk_routes.ASK_DATES(night.id), gettext("Ask which date suits …")),
    )


def goes_on_by(night: Night, wording: Wording) -> str:
    """Return how another host has a night follow one whose series has ended."""
    gettext, button = wording.gettext, next_buttons(night, wording)[:1]
    if button and recap_due(night):
        label = button[0].label
        return gettext("Another host can press **{button}** on the recap.", button=label)
    return gettext("Another host can announce the next one: `/night new`.")


def fan_buttons(
    night: Night,
    wishes: Sequence[FanRow],
    wording: Wording,
    mark: object = "",
    *,
    comes: bool = True,
) -> tuple[Button, ...]:
    """Return the buttons that say what one wants of the nights after this one, or not any more.

    Whoever hasn't just said that they come isn't asked whether they do so every time.
    """
    gettext, wish = wording.gettext, wish_for(night, wishes)
    label = gettext("Ping me for this series") if repeats(night) else gettext(EVERY_NIGHT)
    tell = Button(series_routes.TELL(night.id, mark=mark), label)
    every = Button(series_routes.EVERY(night.id, mark=mark), gettext(EVERY_TIME))
    always = (every,) if comes and repeats(night) else ()
    if wish is None:
        return (tell, *always)
    if wish.kind == "every":
        stop = Button(_unwish(wish), gettext("Not every time"))
        return (Button(tell.id, gettext("Just ping me")), stop)
    stop = Button(_unwish(wish), gettext("Don't ping me"))
    return (*always, stop)


def every_line(buttons: Iterable[Button], wording: Wording) -> str:
    """Return what it means to be in every time, and how that ends, if one of these buttons is for
    it.
    """
    if not any(series_routes.EVERY.read(each.id) for each in buttons):
        return ""
    said = wording.gettext(
        "**{button}** puts you on the list of each new night, until you undo it: `/nights attend`.",
        button=wording.gettext(EVERY_TIME),
    )
    return f"-# {said}"


def stop_button(night: Night, wording: Wording, mark: object = "") -> Button:
    """Return the button by which somebody isn't told any more of nights like this one."""
    return Button(series_routes.STOP(night.id, mark=mark), wording.gettext("Don't ping me"))


def fan_page(
    night: Night,
    wishes: Sequence[FanRow],
    wording: Wording,
    notice: str,
    pressed: Literal["", "now", "already"] = "",
) -> Page:
    """Return what somebody wants of the nights after this one; `pressed` tells whether they have
    just said that they come every time, or had said so before.
    """
    gettext, wish = wording.gettext, wish_for(night, wishes)
    text = gettext(NOT_PINGED)
    if wish is not None and wish.kind == "every":
        text = gettext("You're in every time.")
        if pressed == "now":
            text = gettext("From now on you're in every time.")
        elif pressed == "already":
            text = gettext("You're already in every time.")
        more = gettext(
            "From the next new night on, you're on the list from the start. A day before, I ping "
            "you in its thread: can you come?"
        )
        text = wording.sentences(text, more, gettext(_warning(wish)))
    elif wish is not None and wish.series_id == ALL_HERE:
        text = gettext("I ping you in the thread of each new night on this server, for all to see.")
    elif wish is not None:
        text = gettext("I ping you in the thread of each new night of this series, for all to see.")
    if wish is not None:
        text = wording.sentences(text, gettext("`/nights attend` undoes it, too."))
    title = plain_name_of(night)
    if wish is not None and wish.series_id == ALL_HERE:
        title = gettext("All game nights here")
    buttons = fan_buttons(night, wishes, wording)
    text = "\n".join(filter(None, (text, every_line(buttons, wording))))
    return Page(title, noticed(text, notice), rows=(buttons,))


def _warning(wish: FanRow) -> str:
    """Return when somebody who comes every time doesn't any more."""
    once_more = wish.silent == MOST_SILENT - 1
    return MISSED_ONE if once_more else _("Miss two in a row without a word, and this ends.")


def next_page(night: Night, date: Moment, wording: Wording, *, comes: bool) -> Page:
    """Return to somebody that they come to the next night on a date, which isn't announced yet, or
    don't after all.
    """
    gettext, sign = wording.gettext, date_sign(date.local)
    text = gettext("You're not on the list for {date}.")
    button = Button(series_routes.NEXT_IN(night.id, sign), gettext("I'm in"), ButtonStyle.success)
    if comes:
        text = gettext(
            "You're in on {date}. I put you on the list as soon as it's announced. "
            "If it's skipped or moved, I ping you."
        )
        button = Button(series_routes.NEXT_OUT(night.id, sign), gettext("Can't come after all"))
    return Page(plain_name_of(night), text.format(date=f"<t:{date.at}:F>"), rows=((button,),))


def off_line(night: Night, wording: Wording) -> str:
    """Return that somebody who doesn't come every time any more is off the list of a night."""
    return wording.gettext(
        "You're off the list of {title} on {date}. Press **I'm in** there if you come.",
        title=f"**{plain_name_of(night)}**",
        date=f"<t:{night.guests.starts_at}:F>",
    )


def wish_lines(
    wishes: Sequence[FanRow], series: Mapping[str, Followed], wording: Wording
) -> tuple[list[str], tuple[Row, ...]]:
    """Return all that somebody wants of a server's nights to come, of these series, by id, with
    when the next one is and a button that ends it, and what holds no more.
    """
    gettext, lines, buttons = wording.gettext, list[str](), list[Button]()
    for wish in wishes[:MOST_LISTED]:
        of = series.get(wish.series_id, Followed("?"))
        title = safe_title(of.title)
        if wish.lapsed:
            why = _ended(of, wording) if wish.ended else gettext(LAPSED)
            lines.append(f"**{title}** · {why}")
            if of.newest and not wish.ended:
                label = clip(gettext("In every time: {title}", title=of.title), BUTTON_LABEL)
                buttons.append(Button(series_routes.EVERY(of.newest), label))
            continue
        name = gettext("All game nights here") if wish.series_id == ALL_HERE else title
        date = [f"<t:{of.at}:F>"] if of.at else []
        pinged = gettext("You're pinged")
        words = pinged if wish.kind == "tell" else wish_words(wish, wording)
        lines.append(" · ".join([f"**{name}**", *date, words]))
        if skipped := skipped_line(of.skipped, wording):
            lines.append(f"-# {skipped}")
        if wish.kind == "every" and wish.silent == MOST_SILENT - 1:
            lines.append(f"-# {gettext(MISSED_ONE)}")
        label = gettext("Don't ping me: {title}")
        if wish.kind == "every":
            label = gettext("Not every time: {title}")
        label = clip(label.format(title=_bare(wish, of, wording)), BUTTON_LABEL)
        buttons.append(Button(_unwish(wish), label))
    if any(wish.kind == "tell" and not wish.lapsed for wish in wishes):
        lines.append(f"-# {gettext(SEEN)}")
    rows = tuple(tuple(buttons[at : at + 4]) for at in range(0, len(buttons), 4))
    return lines, rows


def _ended(of: Followed, wording: Wording) -> str:
    """Return that a series has ended; while its last night is to come or on, what leads there."""
    if of.last is None:
        return wording.gettext("The series has ended.")
    date, link = f"<t:{of.last.guests.starts_at}:F>", linked_card(of.last, wording)
    return wording.gettext(LAST_NIGHT, date=date, link=link)


def _bare(wish: FanRow, of: Followed, wording: Wording) -> str:
    """Return the name of what is wished for as labels have it."""
    return wording.gettext("all nights") if wish.series_id == ALL_HERE else of.title


def _unwish(wish: FanRow) -> str:
    return series_routes.UNWISH(wish.guild_id, wish.series_id or ALL_NIGHTS)


def all_button(guild_id: int, wording: Wording) -> Button:
    """Return the button by which somebody is told of all nights of a server."""
    return Button(series_routes.TELL_HERE(guild_id), wording.gettext(EVERY_NIGHT))


def again_button(wish: FanRow, newest: str, wording: Wording) -> Button:
    """Return the button that takes back that somebody wants something no more; of a series, by its
    newest night.
    """
    if wish.kind == "every":
        return Button(series_routes.EVERY(newest), wording.gettext(EVERY_TIME))
    here = wish.series_id == ALL_HERE
    back = series_routes.TELL_HERE(wish.guild_id) if here else series_routes.TELL(newest)
    return Button(back, wording.gettext("Ping me again"))


def stopped_line(wish: FanRow, of: Followed, wording: Wording) -> str:
    """Return of what somebody isn't told any more, or doesn't come to every time."""
    gettext = wording.gettext
    if wish.series_id == ALL_HERE:
        return gettext("You've stopped your pings for every new night here.")
    said = gettext("You've stopped your pings for new nights of {title}.")
    if wish.kind == "every":
        said = gettext("You're no longer in every time: {title}.")
    return said.format(title=f"**{safe_title(of.title)}**")


def kept_reminders(nights: Iterable[Night], series: str, person: int) -> Iterator[Night]:
    """Yield those of a server's nights, of a series or of all here, of which somebody is reminded
    as they have answered them.
    """
    for night in nights:
        guest = night.guests.find(person)
        ours = series in (ALL_HERE, night.row.series_id)
        if not ours or guest is None or guest.unconfirmed:
            continue
        if guest.remind and guest.answer in ("in", "maybe"):
            yield night


def reminded_line(nights: Sequence[Night], wording: Wording) -> str:
    """Return of which nights somebody is still reminded; "" if of none."""
    dates = wording.listed([f"<t:{each.guests.starts_at}:F>" for each in nights])
    said = wording.ngettext(
        "I still remind you of the night you've answered: {dates}.",
        "I still remind you of the nights you've answered: {dates}.",
        len(nights),
        dates=dates,
    )
    return said if nights else ""


def no_reminders_button(night: Night, wording: Wording) -> Button:
    """Return the button by which somebody isn't reminded of a night any more."""
    day = wording.short_day(read_stored(night.row.local))
    return Button(
        routes.REMINDED(night.id, routes.NEVER), wording.gettext("No reminders: {day}", day=day)
    )


def still_in_line(wish: FanRow, title: str, wording: Wording) -> str:
    """Return to somebody who comes every time, and doesn't want to be pinged, how that ends."""
    title = _bare(wish, Followed(title), wording)
    button = clip(wording.gettext("Not every time: {title}", title=title), BUTTON_LABEL)
    return wording.gettext(
        "Nothing has changed: you're in every time. **{button}** ends that.", button=button
    )


def wishes_page(
    wishes: Sequence[FanRow],
    series: Mapping[str, Followed],
    wording: Wording,
    notice: str,
    again: tuple[Button, ...] = (),
    guild_id: int = 0,
    *,
    off: bool = False,
) -> Page:
    """Return all that somebody wants of a server's nights to come; `again` takes back what they
    have just pressed. They aren't pinged about any if that is `off`.
    """
    lines, rows = wish_lines(wishes, series, wording)
    if off:
        lines = [wording.gettext(PINGS_OFF), *lines]
    text = "\n".join(lines) or ("" if again else wording.gettext(NOT_PINGED))
    rows = (*rows, again) if again else rows
    rows = (*rows, (pings_button(guild_id, wording, off=off),))
    return Page(wording.gettext("Your pings for nights"), noticed(text, notice), rows=rows)
