"""What people read about their data: what is kept, a file of it, and how it is deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from discord import ButtonStyle

from bot.ui.pages import routes
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.server.policies import Operator, Policy
from bot.ui.pages.wording import Wording, escaped

POLICIES: Final[Mapping[str, Policy]] = {"policy": "PRIVACY.md", "terms": "TERMS.md"}
"""The policies, by the verbs of the buttons that show them."""
_LARGE: Final = 1 << 53
"""Programs that read JSON get whole numbers above this wrong."""
_TIMES: Final = ("at", "until")


def about_page(operator: Operator, wording: Wording) -> Page:
    """Return in brief what is kept, with buttons that lead to all of it."""
    _ = wording.gettext
    text = _(
        "I keep your Discord id and your name where you play: your tables, moves and results, the "
        "game nights you answer, and your settings. I don't read messages."
    )
    return Page(
        title=_("Your data"),
        text=text,
        fields=(
            Field(_("See it"), _("`/privacy show` gives you a file of all I keep about you.")),
            Field(
                _("Delete it"),
                _(
                    "`/privacy delete` first says what goes and what stays, and asks whether "
                    "you're sure."
                ),
            ),
            Field(
                _("Who runs this bot"),
                _(
                    "{name}. Contact: {contact}.",
                    name=escaped(_(operator.name)),
                    contact=_(operator.contact),
                ),
            ),
        ),
        rows=(
            (
                Button(routes.POLICY("policy"), _("Privacy policy"), ButtonStyle.primary),
                Button(routes.POLICY("terms"), _("Terms")),
            ),
        ),
    )


def policy_page(operator: Operator, which: Policy, wording: Wording) -> Page:
    """Return a policy in full."""
    title, _line, text = operator.policy(which, wording).partition("\n")
    back = Button(routes.PRIVACY(), wording.gettext("Back"))
    return Page(title=title.removeprefix("# "), text=text.strip(), rows=((back,),))


def sure_page(live: int, over: int, wording: Wording) -> Page:
    """Return what is deleted and what stays, and ask whether the person is sure."""
    _ = wording.gettext
    goes = [
        _("Your id and your name, wherever I keep them"),
        _("Your settings: clock, reminders, whom you don't want to sit with"),
        _("Your answers to game nights to come"),
    ]
    if live:
        text = wording.ngettext(
            "Your seat at {n} table that goes on: a computer takes it for good",
            "Your seats at {n} tables that go on: a computer takes them for good",
            live,
            n=wording.number(live),
        )
        goes.append(text)
    stays = [
        _("Finished games, results and points, as those of “a former player”"),
        _("Blocks and bans, without your id: they hold if you come back"),
        _("Messages on Discord, and backups for a while"),
    ]
    if over:
        text = wording.ngettext(
            "{n} finished game: you can't replay it with your cards any more. `/table export` "
            "gives you a file of it first",
            "{n} finished games: you can't replay them with your cards any more. `/table export` "
            "gives you a file of each first",
            over,
            n=wording.number(over),
        )
        stays.append(text)
    return Page(
        title=_("Delete all your data?"),
        text=_("This can't be undone."),
        fields=(
            Field(_("What goes"), "\n".join(f"• {line}" for line in goes)),
            Field(_("What stays"), "\n".join(f"• {line}" for line in stays)),
        ),
        rows=(
            (
                Button(routes.DELETE_DATA(), _("Delete my data"), ButtonStyle.danger),
                Button(routes.KEEP_DATA(), _("Keep it")),
            ),
        ),
    )


def deleted_page(wiped: bool, wording: Wording) -> Page:
    """Return that a person's data is deleted; the last traces may go a little later."""
    _ = wording.gettext
    text = _("Your id and your names are deleted. If you play again, you start anew.")
    if not wiped:
        text += "\n\n" + _("The last traces in the database file go within a day.")
    return Page(title=_("Deleted"), text=text)


def kept_page(wording: Wording) -> Page:
    """Return that nothing was deleted."""
    _ = wording.gettext
    return Page(title=_("Nothing was deleted"), text=_("Everything stays as it is."))


def own_file(
    person: int, rows: Mapping[str, Sequence[Mapping[str, Any]]], now: int, wording: Wording
) -> bytes:
    """Return everything that is kept about a person as JSON."""
    command = f"/{wording.command('table')} {wording.command('table export')}"
    about = wording.gettext(
        "Everything this bot keeps about you. Cards aren't in it: {command} gives you a file of "
        "each finished game.",
        command=command,
    )
    whole = {
        "about": about,
        "made_at": _time(now),
        "your_id": str(person),
        **{what: [_readable(row) for row in found] for what, found in rows.items()},
    }
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def _readable(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with times that people can read and ids that no program rounds."""
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: Any) -> Any:
    if not isinstance(value, int):
        return value
    if name.rpartition("_")[2] in _TIMES:
        return _time(value)
    return str(value) if abs(value) >= _LARGE else value


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
