"""Typed dates: how long reading one takes, and how long the words of all languages take to load."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bot.nights.date_reading.vocabulary import LANGUAGES, vocabulary
from tests.bench.report import figure, heading
from tests.nights.test_typed_dates import TYPED, typed, understood


def run() -> None:
    """Print the figures of each list of what people type, then that of the words."""
    heading("Typed dates: processor time of reading one, median / worst")
    for name in sorted(each.stem for each in TYPED.iterdir()):
        lines = [(text, tuple(languages.split())) for languages, text, _meant in typed(name)]
        for line in lines:
            _seconds(*line)  # warm
        times = [_seconds(*line) for line in lines]
        value = f"{statistics.median(times) * 1000:.2f} / {max(times) * 1000:.2f} ms"
        figure(f"{name.replace('_', ' ')}: {len(lines)} texts", value, "median ≤ 1 ms")
    # In a process that has read nothing yet.
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        seconds = fresh.submit(load).result()
    figure(f"loading the words of {len(LANGUAGES)} languages", f"{seconds:.3f} s", "≤ 0.05 s")


def load() -> float:
    """Load the words of all languages; return the seconds of processor time it took."""
    began = time.process_time()
    for language in LANGUAGES:
        vocabulary(language)
    return time.process_time() - began


def _seconds(text: str, languages: tuple[str, ...]) -> float:
    """Return the processor time of reading a text."""
    began = time.process_time()
    understood(text, languages)
    return time.process_time() - began
