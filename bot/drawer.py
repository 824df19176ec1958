"""The drawer: a process of its own that draws pictures. The bot starts and ends it.

It reads pictures from standard input and writes PNGs to standard output, until its input ends, as
`bot/worker.py` does with thoughts. In the bot's own process drawing would hold up every answer.
"""

from __future__ import annotations

from bot.ui.pictures import draw
from bot.worker import serve


def main() -> None:
    """Draw until there is nothing more to draw."""
    serve(lambda order: draw.png(order.job))


if __name__ == "__main__":
    main()
