"""What the words of a language mean in a date: those of `words`, numbers, and CLDR's names.

A meaning is a letter, the kind of word that `grammar` goes by, and a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from babel import Locale, UnknownLocaleError

from bot.nights.date_reading.words import TABLE
from bot.tables.zones import plain

Meaning = tuple[str, Any]

LANGUAGES: Final = ("en", "ja", "de", "fr", "es", "pt")
"""Whose words around a date are known."""
SKIPPED: Final = "."
"""The kind of words that say nothing: at, the, um."""

_MEANINGS: Final[dict[str, Meaning]] = {
    "skip": (SKIPPED, None),
    "today": ("r", (0, "")),
    "tomorrow": ("r", (1, "")),
    "overmorrow": ("r", (2, "")),
    "in three days": ("r", (3, "")),
    "this noon": ("r", (0, "noon")),
    "next weekend": ("H", 1),
    "yesterday": ("r", (-1, "")),
    "week": ("r", (7, "")),
    "two weeks": ("r", (14, "")),
    "tonight": ("r", (0, "tonight")),
    "this morning": ("r", (0, "morning")),
    "this afternoon": ("r", (0, "afternoon")),
    "tomorrow evening": ("r", (1, "evening")),
    "tomorrow morning": ("r", (1, "morning")),
    "now": ("N", None),
    **{
        part: ("p", part)
        for part in ("morning", "midday", "noon", "afternoon", "evening", "night", "midnight")
    },
    "dusk": ("p", "dusk"),
    "late night": ("p", "late"),
    "early hours": ("p", "early"),
    "am": ("a", "am"),
    "pm": ("a", "pm"),
    **{unit: ("u", unit) for unit in ("minutes", "hours", "days", "weeks", "fortnights", "months")},
    "in": ("i", None),
    "from now": ("f", None),
    "ago": ("g", None),
    "lasting": ("V", None),
    "next": ("x", 1),
    "after next": ("x", 2),
    "this": ("t", None),
    "last": ("l", None),
    "this week": ("v", 0),
    "next week": ("v", 1),
    "week after next": ("v", 2),
    "a week later": ("y", 1),
    "two weeks later": ("y", 2),
    "next month": ("M", 1),
    "every": ("j", 1),
    "every other": ("j", 2),
    "day": ("D", None),
    "ordinal": ("o", None),
    "hour sign": ("k", None),
    "half past": ("h", 0),
    "half to": ("h", -1),
    "quarter": ("q", 15),
    "three quarters": ("Q", None),
    "minutes past": ("e", "minutes"),
    "and": ("e", "hour"),
    "minutes to": ("b", "minutes"),
    "minus": ("b", "hour"),
    "until": ("-", None),
    "open end": ("E", None),
    "weekend": ("w", (5, "weekend")),
    "christmas": ("d", (None, 12, 25)),
    "christmas eve": ("d", (None, 12, 24)),
    "new year": ("d", (None, 1, 1)),
    "new year's eve": ("d", (None, 12, 31)),
    "halloween": ("d", (None, 10, 31)),
}

_NUMBERS: Final = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig "
    "dreiundzwanzig vierundzwanzig",
    "fr": "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-une vingt-deux vingt-trois",
    "es": "cero una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve veinte veintiuna veintidós veintitrés",
    "pt": "zero uma duas três quatro cinco seis sete oito nove dez onze doze treze catorze "
    "quinze dezesseis dezessete dezoito dezenove vinte",
}
_MORE_NUMBERS: Final = {
    "en": {"a": 1, "an": 1, "a couple of": 2, "couple of": 2, "twenty-five": 25, "thirty": 30,
           "forty": 40, "forty-five": 45, "twenty five": 25, "forty five": 45, "fifty": 50,
           "twenty-one": 21, "twenty-two": 22, "twenty-three": 23},
    "de": {"ein": 1, "eine": 1, "einer": 1, "einem": 1, "einen": 1, "zwo": 2,
           "fünfundzwanzig": 25, "dreißig": 30, "dreissig": 30, "fünfundvierzig": 45,
           "vierzig": 40, "fünfzig": 50, "anderthalb": 1.5, "eineinhalb": 1.5},
    "fr": {"un": 1, "vingt-cinq": 25, "trente": 30, "quarante": 40, "quarante-cinq": 45,
           "cinquante": 50, "vingt et une": 21, "vingt-et-un": 21, "vingt deux": 22,
           "vingt trois": 23, "dix neuf": 19, "dix huit": 18, "dix sept": 17},
    "es": {"un": 1, "uno": 1, "veinticinco": 25, "treinta": 30, "cuarenta": 40,
           "cuarenta y cinco": 45, "cincuenta": 50, "veintiún": 21},
    "pt": {"um": 1, "dois": 2, "trinta": 30, "quarenta": 40, "cinquenta": 50, "catorze": 14,
           "quatorze": 14, "dezasseis": 16, "dezassete": 17, "dezanove": 19, "vinte e uma": 21,
           "vinte e duas": 22, "vinte e três": 23, "vinte e cinco": 25},
}  # fmt: skip
_ORDINALS: Final = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
    "twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth "
    "twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first",
    "de": "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften "
    "zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten "
    "neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten "
    "vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten "
    "achtundzwanzigsten neunundzwanzigsten dreißigsten einunddreißigsten",
    "fr": "premier/première deuxième/second troisième quatrième",
    "es": "primero/primer/primera segundo tercero/tercer",
    "pt": "primeiro/primeira segundo terceiro/terceira",
}
_WEEKDAYS: Final = {
    "en": "mon tue/tues wed/weds/wednes thu/thur/thurs fri/frid/firday sat/satur sun",
    "de": "mo/mon di/die/dienst mi/mitt do/don/donners fr/frei sa/sonnabend so/sonn",
    "fr": "lun/lundi mar/mardi mer/mercredi jeu/jeudi ven/vendredi sam/samedi dim/dimanche",
    "es": "lun/lunes mar/martes mie/mier/miercoles jue/jueves vie/viernes sab/sabado dom/domingo",
    "pt": "seg/segunda/2a-feira ter/terca/3a-feira qua/quarta/4a-feira qui/quinta/5a-feira "
    "sex/sexta/6a-feira sab/sabado dom/domingo",
    "ja": "月曜/月曜日/げつよう 火曜/火曜日/かよう 水曜/水曜日/すいよう 木曜/木曜日/もくよう "
    "金曜/金曜日/きんよう 土曜/土曜日/どよう 日曜/日曜日/にちよう",
}
_PARTS: Final = {
    "morning": "morning",
    "noon": "noon",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "early",
    "midnight": "midnight",
}
"""What CLDR's parts of the day are here, in languages that have no table."""
_GERMAN_PARTS: Final = {
    "morning": "morgen früh vormittag",
    "noon": "mittag",
    "afternoon": "nachmittag",
    "evening": "abend abends",
    "late": "nacht",
}


@lru_cache(maxsize=64)
def vocabulary(language: str) -> dict[str, tuple[Meaning, ...]]:
    """Return what the words of a language mean; a word may mean several things."""
    found: dict[str, list[Meaning]] = {}
    for text, meaning in _words(language):
        for form in _spellings(text):
            meanings = found.setdefault(form, [])
            if meaning not in meanings:
                meanings.append(meaning)
    locale = cldr(language)
    for word in () if locale is None else pattern_words(locale):
        for form in _spellings(word):
            found.setdefault(form, [(SKIPPED, None)])
    return {word: tuple(meanings) for word, meanings in found.items()}


def _words(language: str) -> Iterator[tuple[str, Meaning]]:
    short = language.partition("-")[0].partition("_")[0]
    yield from _names(language)
    for number, names in enumerate(_WEEKDAYS.get(short, "").split()):
        for name in names.split("/"):
            yield name, ("w", (number, ""))
            if short in ("es", "pt") and len(name) > 3:
                yield name.removesuffix("s") + "s", ("w", (number, "every"))
    for number, name in enumerate(_NUMBERS.get(short, "").split()):
        yield name, ("n", (number, "word"))
    for name, number in _MORE_NUMBERS.get(short, {}).items():
        yield name, ("n", (number, "article" if number == 1 else "word"))
    for number, names in enumerate(_ORDINALS.get(short, "").split(), 1):
        yield from ((name, ("O", number)) for name in names.split("/"))
        if short == "de":
            yield from ((names[:-1] + ending, ("O", number)) for ending in ("", "r"))
    for line in TABLE.get(short, "").strip().splitlines():
        meaning, _colon, words = line.partition(": ")
        for word in words.split(", "):
            yield word.rstrip(","), _MEANINGS[meaning]


def _names(language: str) -> Iterator[tuple[str, Meaning]]:
    """Yield what CLDR has: months, weekdays, halves of the day, and the words of its patterns."""
    locale = cldr(language)
    if locale is None:
        return
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in locale.months[context][width].items():
                if not (name[0].isdigit() or name.isdecimal()):
                    yield name, ("m", number)
            for number, name in locale.days[context][width].items():
                yield name, ("w", (number, ""))
                if width == "wide" and locale.language in ("en", "de", "fr"):
                    # Fridays, freitags
                    yield f"{name}s", ("w", (number, "every"))
                if width == "wide" and locale.language == "de":
                    # Freitagabend
                    for part, ends in _GERMAN_PARTS.items():
                        yield from ((name + end, ("G", (number, part))) for end in ends.split())
    for widths in locale.day_periods.values():
        for names in widths.values():
            yield from (
                (name, ("a", half))
                for half, name in names.items()
                if half in ("am", "pm") and len(name) > 1
            )
            if locale.language not in TABLE:
                yield from (
                    (name, ("p", part))
                    for called, name in names.items()
                    if (part := _PARTS.get(called.rstrip("12"))) and len(name) > 1
                )


def cldr(language: str) -> Locale | None:
    """Return what Babel knows about a language or locale of Discord; None if it knows nothing."""
    try:
        return Locale.parse(language.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def pattern_words(locale: Locale) -> Iterator[str]:
    """Yield the words that stand in a language's own way to write a date and a time."""
    patterns = [str(each) for each in locale.date_formats.values()]
    patterns += [str(each) for each in locale.time_formats.values()]
    patterns += [str(each) for each in locale.datetime_formats.values()]
    skeletons = locale.datetime_skeletons.items()
    patterns += [str(each) for name, each in skeletons if "w" not in name.lower()]
    for pattern in patterns:
        for literal in (*pattern.split("'")[1::2], *_FOREIGN_LETTERS.findall(pattern)):
            yield from (word for word in literal.split() if any(map(str.isalpha, word)))
    yield from (str(name) for name in locale.eras.get("abbreviated", {}).values())


def _spellings(text: str) -> Iterator[str]:
    """Yield how a word is typed: without accents and dots, with ae for ä, with or without dash."""
    forms = {plain(text), plain(text.translate(_UMLAUTS))}
    forms |= {form.replace("-", " ") for form in forms}
    for form in forms:
        bare = form.strip(". ")
        if bare:
            yield bare


_FOREIGN_LETTERS: Final = re.compile(r"[^\x00-\x7f]+")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
