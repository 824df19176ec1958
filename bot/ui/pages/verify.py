"""What was found when a finished game was checked."""

from __future__ import annotations

from bot.tables.table_face import TableFace
from bot.tables.trouble import Trouble
from bot.ui.pages.lobby_card import footer, in_code
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.replay import replay_id
from bot.ui.pages.wording import Wording
from storage.former_players import is_former


def verdict_page(table: TableFace, wrong: Trouble | None, wording: Wording) -> Page:
    """Return whether a finished game is what was promised; `wrong` says where it differs."""
    _ = wording.gettext
    secret = table.opened_secret()
    if wrong is None:
        text = _("**Verified.** The deal, every draw, every move and the result match.")
    else:
        where = wrong.say(wording.gettext)
        text = _("**Something doesn't match:** {where}").format(where=where)
    former = any(is_former(seat.first) for seat in table.seats)
    if secret is None and any(is_former(each.person) and not each.agreed for each in table.holders):
        word = _(
            "So far you only have the bot's word for it. The secret of the deal stays hidden for "
            "good: somebody who held a hand in this game has had their data deleted, so hands "
            "can't be opened any more."
        )
    elif secret is None:
        word = _(
            "So far you only have the bot's word for it: the secret of the deal stays hidden "
            "until everybody who held a hand in this game agrees to reveal all hands."
        )
    else:
        word = _(
            "Hands are open, so you can check it yourself: the SHA-256 of the "
            "secret is the code shown before the deal, and all draws follow from the secret. "
            "“Check a deal” in the bot's README says how, with the file of `/table export`."
        )
    if former:
        word += "\n\n" + _(
            "Somebody who was there at the start has had their data deleted, so the code of the "
            "start can't be checked any more: it's made of everybody's ids. Everything else was."
        )
    if table.dealt_at_once:
        word += "\n\n" + _(
            "This table was opened and dealt with one press, so nobody saw the code before the "
            "deal: you can't check here that the secret wasn't picked for its cards."
        )
    prints = [
        (_("Before the deal (SHA-256 of the secret)"), table.commitment),
        (_("At the start (options, rules, seats)"), table.start_print),
        (_("At the end (the log)"), table.log_print),
        (_("The secret of the deal"), secret),
    ]
    return Page(
        title=_("Check the deal"),
        text=f"{text}\n\n{word}",
        fields=tuple(Field(name, in_code(value)) for name, value in prints if value),
        footer=footer(table, wording),
        rows=((Button(replay_id(table.id, 0), _("Replay")),),),
    )
