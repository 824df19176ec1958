"""`python -m tests.locale [LANGUAGE]` brings every catalogue up to date with the code.

With a language it also begins that language's catalogue, as Discord spells it: `pt-BR`. With `--of`
an installed package, it is about the catalogues in that package's `locale`, for its texts that ours
don't have; it may do without one. With
`--check` nothing is written, and whatever is wrong with the catalogues is reported. With `--reach`
the walk through all screens is made, which takes minutes, and the texts are told that it never
comes by.

`--apply FILE…` changes texts as the files say (`tests/locale/apply.py`), all of them or none; texts
in the file of `--skip` are passed over. Then `make locale` brings the catalogues into order.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.ui.pages.catalogues import LOCALE, languages
from tests.locale.apply import applied
from tests.locale.check import faults
from tests.locale.extract import folder_of, missing, template, template_of, update, written
from tests.locale.reach import all_texts, unreached

MOST_TOLD = 50

if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.locale", description=__doc__)
    parser.add_argument("language", nargs="?", help="begin the catalogue of this language")
    parser.add_argument("--of", metavar="PACKAGE", help="of an installed game")
    parser.add_argument("--check", action="store_true", help="say what is amiss, change nothing")
    parser.add_argument("--unfinished", action="store_true", help="let texts be untranslated")
    parser.add_argument("--reach", action="store_true", help="say which texts no walk comes by")
    parser.add_argument("--apply", nargs="+", type=Path, metavar="FILE", help="better texts")
    parser.add_argument(
        "--skip", nargs="+", type=Path, metavar="FILE", default=[], help="but these"
    )
    given = parser.parse_args()
    if given.apply:
        change = applied(given.apply, given.skip)
        for problem in change.problems:
            print(problem)
        if not change.problems:
            change.write()
        print(f"{len(change.problems)} faults" if change.problems else "done; run `make locale`")
        sys.exit(bool(change.problems))
    if given.reach:
        never = unreached()
        for context, text in never:
            print(f"never said: {text!r}" + (f" ({context})" if context else ""))
        print(f"{len(never)} of {len(all_texts())} texts are never said in the walk")
        sys.exit(bool(never))
    chosen: str | None = given.language
    folder = LOCALE if given.of is None else folder_of(given.of) / "locale"
    texts = template() if given.of is None else template_of(given.of)
    failed = False
    for language in sorted({*languages(), *((chosen,) if chosen else ())}):
        if given.check and given.of is not None and not written(language, folder).exists():
            print(f"{language}: {given.of} has no catalogue, so it speaks English there")
        elif given.check:
            found = faults(written(language, folder), texts, unfinished=given.unfinished)
            failed = failed or bool(found)
            for fault in found[:MOST_TOLD]:
                print(f"{written(language, folder)}: {fault}")
            print(f"{language}: {len(texts)} texts, {len(found)} faults")
        else:
            ours = None if given.of is None else written(language)
            now = update(written(language, folder), texts, ours)
            print(f"{language}: {len(now)} texts, {len(missing(now))} to translate")
    sys.exit(failed)
