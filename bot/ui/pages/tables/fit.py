"""What a screen leaves out so that board, hand and buttons share a phone's height."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.ui.pages.page import Page, first_to_fit
from bot.ui.pages.phone_height import INSIDE, height, lines, rest
from bot.ui.pages.tables.hand import COACH, HEARD_WRITTEN, MOST_HEARD
from bot.ui.pages.tables.my_note import NOTE
from bot.ui.pages.what_happened import SENTENCES, Told, shortened, without_banter
from bot.ui.pages.wording import PHONE_LINE, SIGN

MOST: Final = 700.0
"""The most pixels on a phone of a whole screen with a picture, unless even the least takes more."""
ROOMY: Final = 660.0
"""Up to so many pixels, no line of a screen loses its middle."""
MOST_AT_END: Final = 605.0
"""The same once a game is over: who won stands at its top, and is what is looked for."""
MOST_BELOW: Final = 353.0
"""The most of all below the picture, as long as anything can be left unsaid."""
BAR: Final = 16.0
"""The pixels that the bar left of what happened takes of a line."""
QUOTED: Final = PHONE_LINE - 3
"""How many cells of a phone's line are left behind the bar and the dot of what happened."""
MOST_IN_WORDS: Final = 540.0
"""The same below a board in words, which is long anyway."""
TOLD: Final = 43.0
"""The pixels of two lines above a hand that say what its seat has heard."""
HEADING: Final = "# "
"""How a line begins whose emoji are drawn large."""
EXPLAINS: Final = "-# "
"""How a line begins that only explains what a button does."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said above a hand: a sentence in finished words, and what its seat has heard."""

    first: str = ""
    told: tuple[Told, ...] = ()
    """Oldest first."""
    ticked: bool = False
    """Whether it answers a move of the person's own."""
    minded: str = ""
    """What stands in place of the first line once a line says that a computer did something for
    the person; "" if nothing does.
    """
    lacks: Callable[[int], str] | None = field(default=None, repr=False, compare=False)
    """Says of so many lines that the screen has no room for them, and where they are; "" for none.
    It is None where they are nowhere.
    """


NO_NOTICE: Final = Notice()


def first_that_fits(pages: Iterable[Page], *, told: bool) -> Page:
    """Return the first screen that fits on a phone, or else the lowest.

    All that can be is left out for that. If it is to be `told` what its seat has heard, there must
    be room for that as well.
    """
    found: list[tuple[float, Page]] = []
    for page in pages:
        *_, (least, _told) = _ever_less(page, ())
        found.append((height(_with_small_cards(least)) + told * TOLD, page))
        if page.image is None or found[-1][0] <= MOST:
            return page
    return min(found, key=lambda each: each[0])[1]


def drawn_large(page: Page, *, told: bool) -> bool:
    """Tell whether the cards on a screen can stay large, once all has given way that can."""
    *_, (least, _told) = _ever_less(page, ())
    fits = height(least) + told * TOLD <= ROOMY
    return fits or _with_small_cards(least) == least


def says_all(page: Page, *, told: bool) -> bool:
    """Tell whether a screen fits on a phone with all that it says, except what explains buttons.

    If it is to be `told` what its seat has heard, there must be room for that as well.
    """
    least, more = _without_grey(page), told * TOLD
    low = height(least) + more <= MOST and rest(least) + more <= MOST_BELOW
    return page.image is None or low


def fitted(page: Page, notice: Notice, *, over: bool = False) -> Page:
    """Return a screen with a notice above its hand, which fits on a phone if it can.

    What gives way, in this order: the person's note; what an earlier screen told them, if there is
    more and this isn't the answer to a move; what buttons do; the length of lines about others; the
    coach's second sentence; lines about others, but for the newest; what computers say; how a round
    begins, and the length of the lines about the person. If the whole is still higher than most
    phones show, of the lines that are left only what fits in one stays, if that says enough; the
    coach goes, where the hand stays large without it; then the size of what the hand is drawn with;
    then the newest about others, if there is one about the person; and of what is about the person
    all but the newest and how a round ended, what came of their own move last. All else
    always stays. Where that made more room than was needed, how a round ended is said whole again,
    and what others did comes back. A move is ticked off also on the line that says how it ended a
    round. Once the game is `over`, there is less room.
    """
    most, roomy = (MOST_AT_END, MOST_AT_END) if over else (MOST, ROOMY)
    shown, base, told = page, page, list(notice.told)
    for base, told in _ever_less(page, notice.told, unread=notice.ticked):
        shown = _noticed(base, notice, told)
        if _few(told) and _fits(shown, most):
            return _with_more(base, notice, told, most)
    for fewest, left, roomiest in _least(base, told, roomy, most):
        shown = _noticed(fewest, notice, left)
        whole = page.image is not None and height(shown) <= roomiest
        if _few(left) and (whole or _fits(shown, most)):
            break
    return shown


def _least(
    page: Page, told: Sequence[Told], roomy: float, most: float
) -> list[tuple[Page, Sequence[Told], float]]:
    """Return what is left of a full screen and of the lines above its hand, the least last, and up
    to how many pixels each will do.

    A hand is drawn as large in its person's turn as while they wait, if the whole can be seen.
    """
    if page.image is None:
        # A board in words is long anyway, and whoever has it read out hears all of a line.
        return [(page, one, roomy) for one in (told, *_fewer(told))]
    drawn_large = [(page, told), *_cut(page, told)]
    small = [(_with_small_cards(one), left, roomy) for one, left in drawn_large]
    if _with_small_cards(page) == page:
        return small
    quiet = _without(COACH, page)
    large: list[tuple[Page, Sequence[Told], float]] = [(page, told, roomy)]
    # What others did last is said nowhere else; cards are on the buttons as well.
    for fewest in dict.fromkeys(tuple(left) for one, left in drawn_large[1:] if one is page):
        large += [(page, fewest, roomy), (page, fewest, most), (quiet, fewest, most)]
        large += [(_with_small_cards(one), fewest, roomy) for one in (page, quiet)]
    return [*large, *small]


def _with_more(page: Page, notice: Notice, told: Sequence[Told], most: float) -> Page:
    """Return a screen that fits with what else there is room for: how a round ended, said whole,
    then what others did, the newest first and what was read last; briefly, if that makes the room.
    """
    lines = notice.told
    kept = dict(_places(told, lines))
    ended = [at for at in kept if lines[at].ends_round]
    gone = [
        at
        for at, each in enumerate(lines)
        if at not in kept and not (each.touches or each.begins_round)
    ]
    gone.sort(key=lambda at: (lines[at].known, -at))
    shown = _noticed(page, notice, told)
    for at in (*ended, *gone):
        back = lines[at] if lines[at].ends_round else _briefly(lines[at])
        brief = {at: each if each.touches else _briefly(each) for at, each in kept.items()}
        for more in ({**kept, at: back}, {**brief, at: back}):
            left = [more[place] for place in sorted(more)]
            fuller = _noticed(page, notice, left)
            if _few(left) and _fits(fuller, most):
                kept, shown = more, fuller
                break
    return shown


def _places(told: Sequence[Told], lines: Sequence[Told]) -> Iterator[tuple[int, Told]]:
    """Yield each line that is left, said briefly or not, with its place among all of them."""
    left = iter(enumerate(lines))
    for each in told:
        said = each.text.split("\n")[0]
        yield next(at for at, line in left if said in (line.text.split("\n")[0], line.brief)), each


def told_on(page: Page, notice: Notice) -> frozenset[str]:
    """Return which lines of a notice a screen tells, whole or briefly: as `Told.text` has them."""
    shown = "\n".join(_hand(page))
    forms = {
        without_banter(each.text): (each.text.split("\n")[0], each.brief) for each in notice.told
    }
    return frozenset(
        line for line, said in forms.items() if any(each and each in shown for each in said)
    )


def _fits(page: Page, most: float) -> bool:
    """Tell whether a screen is low enough, both in all and below its board."""
    if page.image is None:
        return rest(page) <= MOST_IN_WORDS
    return rest(page) <= MOST_BELOW and height(page) <= most


def _few(told: Sequence[Told]) -> bool:
    """Tell whether Discord takes the lines, and nobody minds reading them."""
    return len(told) <= MOST_HEARD and sum(len(each.text) for each in told) <= HEARD_WRITTEN


def _ever_less(
    page: Page, lines: Sequence[Told], *, unread: bool = False
) -> Iterator[tuple[Page, list[Told]]]:
    """Yield a screen and the lines above its hand, each time with one thing less.

    `unread` is what answers a move: nothing in it was read before.
    """
    told = list(lines)
    yield page, list(told)
    unnoted = _without(NOTE, page)
    if unnoted != page:
        page = unnoted
        yield page, list(told)
    if not unread and any(not each.known for each in told):
        # The board shows who leads a round, and no longer what ended the one before it.
        read = [each for each in told if each.known]
        for line in sorted(read, key=lambda each: not each.begins_round):
            told.remove(line)
            yield page, list(told)
    if (less := _without_grey(page)) != page:
        # It says the same each time, and what others did is said this once.
        page = less
        yield page, list(told)
    brief = [each if each.touches else _briefly(each) for each in told]
    if brief != told:
        yield page, brief
    if (less := _with_brief_coach(page)) != page:
        # Its second sentence says how sure the first is; who did what is said nowhere else.
        page = less
        yield page, list(told)
    yield from ((page, left) for left in _without_told(told, touching=False))
    told = [each._replace(text=without_banter(each.text)) for each in told]
    yield page, list(told)
    yield from ((page, left) for left in _without_told(told, touching=True))


def _cut(page: Page, told: Sequence[Told]) -> Iterator[tuple[Page, list[Told]]]:
    """Yield a screen with lines said briefly, or without their middles, then with those alone that
    concern the person, and then also without its coach.

    Who won a round stays; the scores in a line of their own are on the board as well.
    """
    cut = [each._replace(text=_in_a_line(_unscored(each))) for each in told]
    yield page, cut
    if mine := [each for each in cut if each.touches]:
        yield page, mine
        if at_stake := list(_fewer(mine)):
            quiet = _without(COACH, page)
            yield from ((quiet, less) for less in (mine, *at_stake))


def _unscored(told: Told) -> Told:
    """Return how a round ended without the scores in a line of their own."""
    said, *scores = told.text.split("\n")
    return told._replace(text=told.brief if told.ends_round and scores and told.brief else said)


def _fewer(told: Sequence[Told]) -> Iterator[list[Told]]:
    """Take out what concerns the person: what came of their own move last; the newest never, nor
    the newest that a computer did for them.
    """
    left = list(told)
    minded = next((each for each in reversed(told) if each.minded), None)
    for line in (*told[1:-1], *told[:1]):
        if line.touches and not line.ends_round and line not in (minded, told[-1]):
            left.remove(line)
            yield list(left)


def _in_a_line(told: Told) -> str:
    """Return a line that takes one on a phone if it can: said briefly, or its last sentences.

    What a computer did for the person isn't lost.
    """
    for text in filter(None, (told.text, told.brief)):
        if _lines(text) == 1:
            return text
    short = shortened(told.brief or told.text, QUOTED)
    if told.minded and SIGN not in short:
        done = SENTENCES.split(told.text[told.text.index(SIGN) :], maxsplit=1)[0]
        return shortened(f"… {done}", QUOTED)
    return short


def _without_told(told: list[Told], *, touching: bool) -> Iterator[list[Told]]:
    """Say lines of a kind briefly; of those about others, take one after the other out, the oldest
    first and not the last. Yield what is left each time.

    Of what concerns the person, only how a round begins goes: the board shows who leads it.
    """
    some = [each for each in told if each.touches == touching]
    brief = {each: _briefly(each) for each in some}
    going = [each for each in some if each.begins_round] if touching else some[:-1]
    for line in (None, *going):
        if line is not None:
            told.remove(line)
            yield list(told)
        short = [brief.get(each, each) for each in told]
        if short != told:
            yield short
    told[:] = [brief.get(each, each) for each in told]


def _briefly(told: Told) -> Told:
    """Return a line in few words, if these take fewer lines; what is said about it stays."""
    first, *about = told.text.split("\n")
    if not told.brief or _lines(told.brief) >= _lines(first):
        return told
    return told._replace(text="\n".join([told.brief, *about]))


def _lines(text: str) -> int:
    """Return how many lines of a phone a line of what happened takes."""
    return lines(f"• {text}", INSIDE - BAR)


def _without(sign: str, page: Page) -> Page:
    """Return a screen without the lines of its hand that begin with a sign."""
    return _changed(page, "\n".join(each for each in _hand(page) if not each.startswith(sign)))


def _without_grey(page: Page) -> Page:
    return _without(EXPLAINS, page)


def _with_brief_coach(page: Page) -> Page:
    lines = [
        SENTENCES.split(line, maxsplit=1)[0] if line.startswith(COACH) else line
        for line in _hand(page)
    ]
    return _changed(page, "\n".join(lines))


def _with_small_cards(page: Page) -> Page:
    """Return a screen whose hand is drawn as large as its words: then it takes half the height."""
    return _changed(page, "\n".join(line.removeprefix(HEADING) for line in _hand(page)))


def _hand(page: Page) -> list[str]:
    return [] if page.under is None else page.under.text.splitlines()


def _changed(page: Page, text: str) -> Page:
    """Return a screen with another text in place of its hand's."""
    if text == ("" if page.under is None else page.under.text):
        return page
    return replace(page, under=replace(page.under or Page("", colour=page.colour), text=text))


def _noticed(page: Page, notice: Notice, told: Sequence[Told]) -> Page:
    """Return a screen with a notice; its last lines go if Discord has no room for the hand."""
    first = notice.first.splitlines()
    if notice.minded and any(each.minded for each in told):
        first[:1] = [notice.minded]
    lines = [*first, *(f"• {each.text}" for each in told)]
    if notice.ticked and lines and (notice.first or _answers(told, notice.told)):
        lines[0] = f"✓ {lines[0].removeprefix('• ')}"
    quoted = [f"> {line}" for line in lines]
    if notice.lacks is not None and (said := notice.lacks(_lacking(told, notice.told))):
        quoted.append(f"{EXPLAINS}{said}")
    texts = ("\n".join([*quoted[:most], *_hand(page)]) for most in range(len(quoted), -1, -1))
    return _changed(page, first_to_fit(texts))


def _lacking(told: Sequence[Told], whole: Sequence[Told]) -> int:
    """Return of how much a screen says nothing that wasn't read before and isn't on the board, as
    who begins a round is.
    """
    new, kept = (sum(not (each.known or each.begins_round) for each in of) for of in (whole, told))
    return new - kept


def _answers(told: Sequence[Told], whole: Sequence[Told]) -> bool:
    """Tell whether the first of the lines that are left says what came of somebody's own move."""
    return not whole or (bool(told) and (told[0].ends_round or told[0].known == whole[0].known))
