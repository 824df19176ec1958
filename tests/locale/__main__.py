"""`python -m tests.locale [LANGUAGE]` brings every catalogue up to date with the code.

With a language it also begins that language's catalogue, as Discord spells it: `pt-BR`.
"""

from __future__ import annotations

import argparse

from bot.ui.pages.catalogues import languages
from tests.locale.extract import missing, template, update, written

if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.locale", description=__doc__)
    parser.add_argument("language", nargs="?", help="begin the catalogue of this language")
    chosen: str | None = parser.parse_args().language
    texts = template()
    for language in sorted({*languages(), *((chosen,) if chosen else ())}):
        now = update(written(language), texts)
        print(f"{language}: {len(now)} texts, {len(missing(now))} to translate")
