"""The command line: `python -m bot`.

Each command imports what it needs when it runs, so that `health` is quick and the sandbox starts
even where the bot can't.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.process import database_commands, heartbeat, loopback, report_commands
from bot.process.exit_codes import FAILED, MISUSED, OK, complain
from bot.process.logs import open_log
from bot.process.settings import Settings, SettingsError, read_settings

SANDBOX_PORT = 8642

NOT_TRIED = ("SYNC_GUILD", "KEEP_DAYS", "BACKUP_EVERY", "METRICS_PORT")
"""Settings that the sandbox doesn't have."""

BAD_TOKEN = 4004
"""The gateway's code for a token that is no longer valid."""
TOO_FEW_SHARDS = 4011
"""The gateway's code for a shard that would have too many servers."""
MORE_SHARDS = "The bot is on too many servers for so few SHARDS. Leave the setting empty."
UNKNOWN_TOKEN = "Discord doesn't know this DISCORD_TOKEN. Was it reset?"  # noqa: S105

SECONDS = {"m": 60, "h": 3600, "d": 86400}
"""The seconds of a minute, an hour and a day, by their letters."""
MOST_DAYS = 60
"""The most days for which something can be announced."""

BotMain = Callable[[Settings, Path | None, Path | None], Awaitable[int]]
"""Runs a bot, perhaps with fixed deals or another clock, and returns the exit code."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.command == "verify":
        # It needs no settings: anybody may check a file, wherever the bot runs.
        return verify(asked.file)
    try:
        settings = read_settings()
    except SettingsError as error:
        return complain(str(error), MISUSED)
    match asked.command:
        case "run":
            return run(settings, asked.deals, asked.clock)
        case "sandbox":
            return sandbox(settings, asked.port)
        case "backup":
            return database_commands.backup(settings, asked.file)
        case "restore":
            return database_commands.restore(settings, asked.file)
        case "check":
            return database_commands.check(settings.database if asked.file is None else asked.file)
        case "ban":
            return database_commands.ban(settings, asked.kind, asked.id)
        case "unban":
            return database_commands.unban(settings, asked.kind, asked.id)
        case "announce" if asked.clear:
            return database_commands.clear_announcement(settings)
        case "announce":
            return database_commands.announce(settings, asked.text, asked.until)
        case "reports" if asked.number is None:
            return report_commands.list_reports(settings)
        case "reports" if asked.file is None:
            return complain("Say into which file report NUMBER should be written.", MISUSED)
        case "reports":
            return report_commands.write_report(settings, asked.number, asked.file, asked.now)
        case "health":
            return health(settings)
        case _:
            return run_or_try(settings)


Commands = Any
"""What the commands of the command line are added to; argparse has no public name for it."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Hosts small tabletop games with hidden cards on Discord. Without a command,"
        " it runs the bot if DISCORD_TOKEN is set, and opens the sandbox if not.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    _add_running(commands)
    _add_database_commands(commands)
    checking = commands.add_parser("verify", help="check the deal of a finished game")
    checking.add_argument(
        "file", type=Path, metavar="FILE", help="what /table export gave you, once hands were open"
    )

    commands.add_parser("health", help="tell whether the bot is running")
    return parser


def _add_running(commands: Commands) -> None:
    running = commands.add_parser("run", help="run the bot; needs DISCORD_TOKEN")
    running.add_argument(
        "--deals",
        type=Path,
        metavar="FILE",
        help="take every draw from a file (for tests; refused unless DISCORD_URL is set)",
    )
    running.add_argument(
        "--clock",
        type=Path,
        metavar="FILE",
        help="run ahead of this machine's clock by the seconds in a file, which is read again and"
        " again (for tests; refused unless DISCORD_URL is set)",
    )

    trying = commands.add_parser("sandbox", help="try the bot in a browser, without Discord")
    trying.add_argument(
        "--port",
        type=_port,
        help=f"the port of its page (default: {SANDBOX_PORT}, or a free one if that is taken)",
    )


def _add_database_commands(commands: Commands) -> None:
    copying = commands.add_parser("backup", help="copy the database, even while the bot runs")
    copying.add_argument("file", type=Path, metavar="FILE", help="the copy; must not exist yet")

    restoring = commands.add_parser(
        "restore", help="put a copy back in place of the database, while no bot runs"
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="the copy; it is left as it is")

    looking = commands.add_parser(
        "check", help="check that a database is whole, even while the bot runs"
    )
    looking.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a copy (default: the database itself)"
    )

    for name, text in (
        ("ban", "keep a person or a server from using the bot, even while it runs"),
        ("unban", "let a person or a server use the bot again"),
    ):
        banning = commands.add_parser(name, help=text)
        banning.add_argument("kind", choices=("person", "server"))
        banning.add_argument("id", type=_id, metavar="ID", help="their id on Discord")

    telling = commands.add_parser(
        "announce", help="show a line on boards and hands, even while the bot runs"
    )
    what = telling.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", metavar="TEXT", help='such as "Update at 20:00"')
    what.add_argument("--clear", action="store_true", help="take it back")
    telling.add_argument(
        "--until",
        type=_seconds,
        default=_seconds("24h"),
        metavar="TIME",
        help="for how long from now, such as 90m, 2h or 3d (default: 24h)",
    )

    reading = commands.add_parser(
        "reports", help="list what people have reported, or write a report with its game to a file"
    )
    reading.add_argument("number", nargs="?", metavar="NUMBER", help="such as k3f9a")
    reading.add_argument("file", type=Path, nargs="?", metavar="FILE", help="must not exist yet")
    reading.add_argument(
        "--now", action="store_true", help="even if the game is on; its board will say so"
    )


def _id(text: str) -> int:
    if not text.isdecimal() or not text.strip("0"):
        raise argparse.ArgumentTypeError("give an id of Discord, a whole number above 0")
    if len(text.lstrip("0")) > 19 or int(text) >= 1 << 63:
        raise argparse.ArgumentTypeError("that is larger than any id of Discord")
    return int(text)


def _seconds(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,4})([mhd])", text)
    seconds = 0 if found is None else int(found[1]) * SECONDS[found[2]]
    if not 0 < seconds <= MOST_DAYS * SECONDS["d"]:
        raise argparse.ArgumentTypeError(
            f"give minutes, hours or days, such as 90m, 2h or 3d; at most {MOST_DAYS}d"
        )
    return seconds


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("give a number from 0 (any free port) to 65535")
    return int(text)


def run_or_try(settings: Settings) -> int:
    """Run the bot if there is a token, else say so and open the sandbox."""
    if settings.discord_token is not None:
        return run(settings)
    print("DISCORD_TOKEN is not set, so this opens a Discord of your own to try the games in.")
    print("README.md says how to get a token and invite the bot to a real server.", flush=True)
    return sandbox(settings, None)


def run(settings: Settings, deals: Path | None = None, clock: Path | None = None) -> int:
    """Run the bot until it is told to stop."""
    if settings.discord_token is None:
        return complain(
            "DISCORD_TOKEN is not set. To try the bot without it: python -m bot sandbox", MISUSED
        )
    for option, file, what in (("deals", deals, "what is dealt"), ("clock", clock, "the time")):
        if file is not None and settings.discord_url is None:
            return complain(
                f"--{option} fixes {what}, so it is refused on the real Discord."
                " Set DISCORD_URL to a Discord on this machine.",
                MISUSED,
            )
        if file is not None and not file.is_file():
            return complain(f"--{option}: there is no file {file}.", MISUSED)
    open_log(settings.log_level, settings.log_format)

    import aiohttp
    import discord

    from bot.process import app
    from bot.process.metrics_server import CannotListen
    from bot.process.shards import NoStartsLeft
    from storage import StorageError

    if settings.discord_url is not None:
        loopback.point_discord_at(settings.discord_url)
    try:
        return _until_stopped(_alive(settings, deals, clock, app.main))
    except (StorageError, CannotListen, NoStartsLeft) as error:
        return complain(str(error), FAILED)
    except discord.LoginFailure:
        return complain(UNKNOWN_TOKEN, FAILED)
    except discord.ConnectionClosed as error:
        if error.code == BAD_TOKEN:
            return complain(UNKNOWN_TOKEN, FAILED)
        if error.code == TOO_FEW_SHARDS:
            return complain(MORE_SHARDS, FAILED)
        return complain(f"Discord closed the connection for good (code {error.code}).", FAILED)
    except discord.GatewayNotFound:
        return complain("Can't reach Discord: it didn't say where to connect.", FAILED)
    except aiohttp.ClientConnectionError as error:
        return complain(f"Can't reach Discord: {error}", FAILED)


async def _alive(
    settings: Settings, deals: Path | None, clock: Path | None, bot_main: BotMain
) -> int:
    """Run the bot with its heartbeat."""
    beating = asyncio.create_task(heartbeat.beat(settings.database))
    try:
        return await bot_main(settings, deals, clock)
    finally:
        beating.cancel()


def sandbox(settings: Settings, port: int | None) -> int:
    """Open the sandbox, with a bot of its own in it, until told to stop."""
    import sqlite3

    from bot.sandbox.command_schema import locale_of
    from bot.sandbox.sandbox import serve
    from bot.sandbox.world_file import InUse

    wanted = settings.sandbox_port if port is None else port
    own = settings.database.with_name(f"{settings.database.stem}-sandbox.sqlite3")
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        clock = own.with_suffix(".clock")
        _until_stopped(
            serve(
                port=_free(SANDBOX_PORT) if wanted is None else wanted,
                data=own.with_suffix(".world"),
                command=[sys.executable, "-m", "bot", "run", "--clock", str(clock)],
                # An empty setting hides the one in .env, which is meant for the real Discord.
                env={"DATABASE": str(own), **dict.fromkeys(NOT_TRIED, "")},
                announce=_announce,
                clock=clock,
                locale=locale_of(os.environ),
            )
        )
    except OSError as error:
        return complain(f"The sandbox can't open: {error.strerror or error}.", FAILED)
    except (InUse, sqlite3.OperationalError) as error:
        return complain(f"The sandbox can't open: {error}", FAILED)
    return OK


def _announce(url: str) -> None:
    print(f"\nOpen {url} in a browser. Press Ctrl-C to stop; your tables are kept.\n", flush=True)


def _free(port: int) -> int:
    """Return `port`, or 0 (which means any free one) if something else has it."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return 0
    return port


def health(settings: Settings) -> int:
    """Tell whether the bot of this database has shown a sign of life lately."""
    silent = heartbeat.silence(settings.database)
    if silent is None:
        return complain(f"No bot has run with the database {settings.database}.", FAILED)
    if silent > heartbeat.TOO_LONG:
        return complain(f"The bot has shown no sign of life for {silent:.0f} seconds.", FAILED)
    print("Alive.")
    return OK


def verify(file: Path) -> int:
    """Check the file of a finished game with open hands, and report the outcome."""
    from bot.games.find_games import find_game
    from bot.tables.verify_deal import Differs
    from bot.tables.verify_export import CannotCheck, read_export, replay_export

    try:
        export = read_export(file)
        replay_export(export, find_game)
    except CannotCheck as error:
        return complain(str(error), MISUSED)
    except Differs as differs:
        print(f"Something doesn't match: {differs.say(str.format)}.")
        return FAILED
    print("Verified. The deal, every draw, every move and the result follow from the secret.")
    if export.started_by is not None and export.started_by == export.opened_by:
        print("The table was opened and dealt by one press: nobody saw the code before the deal.")
    if export.begun_by_itself:
        print(
            "The game began at a set time: who runs the bot could know the deal since it was set."
        )
    print("Compare these codes with the ones that *Check the deal* showed you:")
    print(f"  before the deal:  {export.commitment}")
    print(f"  at the end:       {export.log_print}")
    return OK


def _until_stopped(work: Coroutine[Any, Any, int | None]) -> int:
    """Run `work`; Ctrl-C and SIGTERM cancel it, so that it can clean up."""

    async def cancellable() -> int:
        task = asyncio.ensure_future(work)
        stopped = False

        def stop() -> None:
            nonlocal stopped
            stopped = True
            task.cancel()

        for name in (signal.SIGINT, signal.SIGTERM):
            # Windows has no such handlers; there Ctrl-C raises KeyboardInterrupt.
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(name, stop)
        try:
            return await task or OK
        except asyncio.CancelledError:
            if stopped:
                return OK
            raise

    try:
        return asyncio.run(cancellable())
    except KeyboardInterrupt:
        return OK


if __name__ == "__main__":
    sys.exit(main())
