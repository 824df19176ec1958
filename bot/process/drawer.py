"""The drawer: a process of its own that draws pictures and seats guests.

The bot starts and ends it. It reads pictures from standard input and writes PNGs to standard
output, until its input ends, as `bot/process/worker.py` does with decisions; or it reads whom to
seat and writes who sits where. In the bot's own process either would hold up every answer. It
doesn't yield to the bot as a worker does: answers wait for its pictures.
"""

from __future__ import annotations

from bot.nights.assign_tables import Proposal, SeatingJob
from bot.nights.mend import seated
from bot.process.worker import serve
from bot.ui.pictures import draw
from bot.ui.pictures.shapes import Picture


def main() -> None:
    """Work until there is nothing more to do."""
    serve(lambda timed: answer(timed.job))


def answer(job: Picture | SeatingJob) -> bytes | Proposal:
    """Return the result of a job: a picture's PNG, or a proposal."""
    return seated(job) if isinstance(job, SeatingJob) else draw.png(job)


if __name__ == "__main__":
    main()
