"""Typed text: from what was typed into a command to one legal move, or to what is possible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.game import Action, Pick
from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.trouble import NotYourTurn, Trouble
from bot.ui.pages.long_lists import fit
from bot.ui.pages.move_words import Word
from bot.ui.pages.wording import SIGN, Wording, escaped, plain_name
from bot.ui.pages.words_ahead import MoveWords

TITLE = "さん"
MOST_CHOICES = 25
"""How many choices fit in one autocomplete answer."""
LONGEST_LABEL = 100
"""The most characters of such a choice."""
_MOST_LISTED = 1200
_COMMAS = re.compile(r"[,;+、]")
_GAPS = re.compile(r"[\s,;+、]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
"""The marks above and below Latin, Greek and Cyrillic letters. Japanese has marks of its own."""
_KANA = range(ord("ぁ"), ord("ゖ") + 1)
_TO_KATAKANA = ord("ァ") - ord("ぁ")
_KATAKANA = {each: each + _TO_KATAKANA for each in _KANA}
_HIRAGANA = {katakana: hiragana for hiragana, katakana in _KATAKANA.items()}
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−﹣－", "-"))


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A legal action with the words for it, by name: in the person's language and in English.

    Either may be typed; only those of their language are shown.
    """

    action: Action
    words: Mapping[str, Word]
    english: Mapping[str, Word]

    def fits(self, name: str, typed: str) -> bool:
        """Tell whether a typed text means the word of this name."""
        return fits(self.words.get(name), typed) or fits(self.english.get(name), typed)


def typed_moves(
    render: MoveWords, kind: str, view: SeatView[Any, Any], legal: Iterable[Any], wording: Wording
) -> list[TypedMove]:
    """Return the legal actions of one kind with their words."""
    english = wording.in_english() if wording.translated else None

    def words(action: Any, wording: Wording) -> dict[str, Word]:
        return {word.name: word for word in render.words(action, view, wording)}

    return [
        TypedMove(action, words(action, wording), {} if english is None else words(action, english))
        for action in legal
        if action.kind == kind
    ]


def folded(text: str) -> str:
    """Return a text as it is compared.

    That is without case, width, accents, kinds of dashes, escapes and odd spaces.
    """
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    text = unicodedata.normalize("NFKC", bare).replace("\\", "").translate(_DASHES)
    return " ".join(text.casefold().split())


def in_kana(text: str) -> tuple[str, str]:
    """Return a text with all its kana as hiragana, and as katakana: either may be typed."""
    return text.translate(_HIRAGANA), text.translate(_KATAKANA)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that an option of a command can be filled with: its id and the label shown.

    It is also found by its `names`, which others may share.
    """

    value: str
    label: str
    names: tuple[str, ...] = ()


def several_fit(typed: str, options: Sequence[Suggestion]) -> Trouble:
    """Return why what was typed can't be told: it fits all of these."""
    listed = ", ".join(f"{plain_name(each.label)} (`{each.value}`)" for each in options)
    return Trouble(
        _("“{typed}” could be several: {options}. Pick one from the list, or type its id."),
        typed=plain_name(typed),
        options=listed[:_MOST_LISTED],
    )


def meant(options: Iterable[Suggestion], typed: str) -> list[Suggestion]:
    """Return what a typed text means: by its id, or else its whole label, or else a name."""
    said, known = folded(typed), {option.value: option for option in options}
    for forms in (_values, _labels, _names):
        found = [each for each in known.values() if said in map(folded, forms(each))]
        if found:
            return found
    return []


def the_one(options: Iterable[Suggestion], typed: str, otherwise: Trouble) -> Suggestion:
    """Return the one that a text means. Raises `otherwise` without any, Trouble for several."""
    found = meant(options, typed)
    if not found:
        raise otherwise
    if len(found) > 1:
        raise several_fit(typed, found)
    return found[0]


def narrowed(options: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return what to offer while somebody types: everything with the text in a label or name."""
    part = folded(text)
    return [
        each
        for each in options
        if any(part in folded(form) for form in (each.label, *each.names))
        or folded(each.value).startswith(part)
    ][:MOST_CHOICES]


def _values(option: Suggestion) -> tuple[str, ...]:
    return (option.value,)


def _labels(option: Suggestion) -> tuple[str, ...]:
    # Discord only shows the beginning of a long one, so that is what can be typed.
    return option.label, option.label[:LONGEST_LABEL]


def _names(option: Suggestion) -> tuple[str, ...]:
    return option.names


def fits(word: Word | None, text: str) -> bool:
    """Tell whether a typed text means this word: its value or its label, in any case."""
    if word is None:
        return False
    return _is(folded(text), word.value, word.label) or any(
        set(items) == set(word.items) for items in _said(word, text, whole=True)
    )


def _is(text: str, value: str, label: str) -> bool:
    """Tell whether a folded text is a value, be it typed with spaces in it, or a label."""
    return text == folded(label) or text.replace(" ", "") == folded(value)


def begins(word: Word, text: str) -> bool:
    """Tell whether a typed text could become a set: some of its items, the last half typed."""
    return any(_said(word, text, whole=False))


def _said(word: Word, text: str, *, whole: bool) -> Iterator[list[tuple[str, str]]]:
    """Yield the items of a set that a typed list names; nothing if it names something else.

    Items are separated by commas, plus signs or spaces. If the text needn't be `whole`, its last
    part may be a piece of an item.
    """
    if not word.items:
        return
    for between in (_COMMAS, _GAPS):
        *parts, last = [part.strip() for part in between.split(folded(text))]
        if len(parts) >= MOST_CHOICES:
            continue
        named = [_item(word.items, part, piece=False) for part in parts if part]
        named += [_item(word.items, last, piece=not whole)] if last else []
        found = [item for item in named if item is not None]
        if found and len(found) == len(named):
            yield found


def _item(items: Iterable[tuple[str, str]], part: str, *, piece: bool) -> tuple[str, str] | None:
    for item in items:
        if _is(part, *item) or (piece and any(part in folded(form) for form in item)):
            return item
    return None


def possible(open_moves: Iterable[TypedMove], name: str) -> list[Word]:
    """Return the different answers to one question that the moves allow, in their order."""
    return list(
        {
            word.value: word for move in open_moves if (word := move.words.get(name)) is not None
        }.values()
    )


def choices(
    open_moves: Sequence[TypedMove], name: str, given: Mapping[str, str], text: str
) -> list[Word]:
    """Return what to offer for one option, narrowed by the others and by what is typed.

    An option that fits no move narrows nothing: the reply will name it.
    """
    for other, typed in given.items():
        if other != name:
            open_moves = [m for m in open_moves if m.fits(other, typed)] or open_moves
    part = folded(text)
    words = possible(open_moves, name)
    english = {
        move.words[name].value: said
        for move in open_moves
        if (said := move.english.get(name)) is not None
    }

    def said_of(word: Word) -> list[Word]:
        return [word, english[word.value]] if word.value in english else [word]

    begun = [word for word in words if any(_is_begun(said, part) for said in said_of(word))]
    within = [
        word
        for word in words
        if word not in begun and any(_is_within(said, part) for said in said_of(word))
    ]
    return (begun + within)[:MOST_CHOICES]


def _is_begun(word: Word, part: str) -> bool:
    return folded(word.label).startswith(part) or fits(word, part)


def _is_within(word: Word, part: str) -> bool:
    return part in folded(word.label) or part in folded(word.value) or begins(word, part)


def picker(command: str, render: MoveWords, given: Mapping[str, str], wording: Wording) -> Pick:
    """Return what picks the one action that the words typed into a game's command mean.

    Its last word is the kind of the action.

    Picking raises Trouble with a list of what would fit. A word may be left out where only one
    move fits, or only one has no such word.
    """
    game, _space, kind = command.partition(" ")

    def pick(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        if not legal:
            raise NotYourTurn
        left = typed_moves(render, kind, view, legal, wording)
        if not left:
            kinds = [each for each in render.kinds if any(act.kind == each for act in legal)]
            names = [wording.command(f"{game} {each}") for each in kinds]
            raise Trouble(
                _("You can't use `{kind}` now. {asked} You can use: {kinds}."),
                kind=wording.command(command),
                asked=render.question(view, wording),
                kinds=wording.series(
                    wording.gettext("`{command}`", command=each) for each in names
                ),
            )
        for name, typed in given.items():
            fitting = _meant(left, name, typed)
            if not fitting:
                raise Trouble(
                    _("You can't pick “{typed}” as `{name}` now. You can pick: {possible}."),
                    typed=plain_name(typed),
                    name=wording.option(command, name),
                    possible=_listed(possible(left, name), wording),
                )
            left = fitting
        if len(left) > 1:
            left = [move for move in left if move.words.keys() <= given.keys()] or left
        if len(left) > 1:
            names = [name for move in left for name in move.words if name not in given]
            name = next((name for name in names if len(possible(left, name)) > 1), names[0])
            raise Trouble(
                _("Which `{name}`? You can pick: {possible}."),
                name=wording.option(command, name),
                possible=_listed(possible(left, name), wording),
            )
        return left[0].action

    return pick


def _meant(left: Sequence[TypedMove], name: str, typed: str) -> list[TypedMove]:
    """Return the moves that a typed answer means: by value or label, or else by its own names."""
    for fitting in (
        [move for move in left if fits(move.words.get(name), typed)],
        [move for move in left if fits(move.english.get(name), typed)],
    ):
        if fitting:
            return fitting
    shared = {
        said.value
        for move in left
        for said in (move.words.get(name), move.english.get(name))
        if said is not None and any(same_name(each, typed) for each in said.also)
    }
    return [
        move
        for move in left
        if len(shared) == 1 and (said := move.words.get(name)) is not None and said.value in shared
    ]


def same_name(one: str, other: str) -> bool:
    """Tell whether two names are the same.

    The sign of computer players needn't be typed, and the title that Japanese sentences give people
    may be.
    """
    one, other = (folded(name.replace(SIGN, "")) for name in (one, other))
    return other in (one, f"{one}{TITLE}") or one == f"{other}{TITLE}"


def _listed(words: Sequence[Word], wording: Wording) -> str:
    """Return what is possible as a list; for sets, how many of which items."""
    sizes = [len(word.items) for word in words if word.items]
    if not sizes or max(sizes) < 2:
        return _in_bold([word.label for word in words], wording)
    items = dict(item for word in words for item in word.items)
    count = wording.span(min(sizes), max(sizes))
    sets = wording.gettext(
        "{count} of {items}", count=count, items=_in_bold(list(items.values()), wording)
    )
    said = [sets]
    plain = [word.label for word in words if not word.items]
    return wording.gettext("; ").join([*said, *([_in_bold(plain, wording)] if plain else [])])


def _in_bold(labels: Sequence[str], wording: Wording) -> str:
    said = [f"**{escaped(label)}**" for label in labels]
    kept = fit(said, len(said), wording, room=_MOST_LISTED)
    return wording.series(kept) or wording.gettext("nothing")
