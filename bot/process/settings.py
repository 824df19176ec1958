"""What whoever runs the bot can set: in the environment, or in a file named .env."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.process import loopback
from bot.ui.pictures.uploads import USUAL


class SettingsError(Exception):
    """A setting that can't be used; `str()` names each one and says what could be."""


def _none_if_blank(value: object) -> object:
    """Treat a setting that was left empty as one that wasn't given."""
    return None if isinstance(value, str) and not value.strip() else value


def _level(value: object) -> object:
    """Read a log level in any case; left empty, it is the usual one."""
    return (value.strip().upper() or "INFO") if isinstance(value, str) else value


def _log_format(value: object) -> object:
    """Read how the log is written in any case; left empty, it is the usual way."""
    return (value.strip().lower() or "text") if isinstance(value, str) else value


def _or_default(usual: object) -> BeforeValidator:
    """Return a function that replaces a setting that was left empty with the usual one."""
    return BeforeValidator(lambda value: usual if _none_if_blank(value) is None else value)


DATABASE = Path("data/kakushi.sqlite3")

Blank = BeforeValidator(_none_if_blank)


LARGEST_ID = 2**63 - 1
LONGEST = 200
SHOWN = 80
"""A refusal repeats no more characters than this of what it refuses."""

BUSY = 1.5
LOCAL = "127.0.0.1"
KEEP = 7
WORKERS = 2
PAUSE = 2.0
HELD_BACK = 45.0
REQUESTS = 45
DELAY = 2.0
DELAY_ALONE = 0.7
CALM_ABOVE = 25.0
LEAST_DELAY = 0.5
"""Below it, moves would often come late, and how late would tell how long a computer thought."""


class Settings(BaseSettings):
    """The settings of one bot process. Each is read from the variable of the same name."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: Annotated[SecretStr | None, Blank] = None
    """The bot's secret at Discord; without one there is only the sandbox."""

    database: Path = DATABASE
    """The SQLite file with tables and games."""

    busy_seconds: Annotated[float, _or_default(BUSY)] = Field(
        default=BUSY, ge=0, le=2.5, description="give a number of seconds from 0 to 2.5"
    )
    """The longest wait for another program that holds the database; Discord allows 3 seconds in
    all.
    """

    sync_guild: Annotated[int | None, Blank] = Field(
        default=None,
        gt=0,
        le=LARGEST_ID,
        description=f"give the id of one server, a whole number above 0, at most {LARGEST_ID}",
    )
    """The one server that gets the commands, at once, for trying them out. None: all of them."""

    shards: Annotated[int | None, Blank] = Field(
        default=None, ge=1, le=10_000, description="give a whole number from 1 to 10000, or nothing"
    )
    """The number of connections to Discord that share the servers. None: what it recommends."""

    keep_days: Annotated[int | None, Blank] = Field(
        default=None, ge=1, le=36_500, description="give a whole number of days from 1 to 36500"
    )
    """For how many days games that have ended are kept. None: for ever."""

    backup_every: Annotated[float | None, Blank] = Field(
        default=None, gt=0, le=8760, description="give a number of hours above 0, at most 8760"
    )
    """After how many hours the running bot makes the next backup. None: it makes none."""

    backup_keep: Annotated[int, _or_default(KEEP)] = Field(
        default=KEEP, ge=1, description="give a whole number of backups, 1 or more"
    )
    """How many of its backups are kept."""

    backup_to: Annotated[Path | None, Blank] = None
    """The folder they go to. None: `backups`, next to the database."""

    operator_name: Annotated[str | None, Blank] = Field(
        default=None, max_length=LONGEST, description=f"give at most {LONGEST} characters"
    )
    """Who runs the bot and answers for the data it keeps, as `/privacy about` says it."""

    contact: Annotated[str | None, Blank] = Field(
        default=None, max_length=LONGEST, description=f"give at most {LONGEST} characters"
    )
    """How people reach whoever runs the bot: an e-mail address, or that of a page."""

    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_level)] = (
        Field(default="INFO", description="give DEBUG, INFO, WARNING or ERROR")
    )
    """How much the process says on standard error."""

    log_format: Annotated[Literal["text", "json"], BeforeValidator(_log_format)] = Field(
        default="text", description="give text or json"
    )
    """How the process says it: in lines for people, or in JSON, an object per line."""

    metrics_port: Annotated[int | None, Blank] = Field(
        default=None, ge=1, le=65535, description="give a whole number from 1 to 65535"
    )
    """The port where metrics and health can be read. None: nowhere."""

    metrics_host: Annotated[str, _or_default(LOCAL)] = LOCAL
    """The address of this machine at which they can be read."""

    # Before the delay, whose check asks for it.
    discord_url: Annotated[str | None, Blank] = None
    """Another Discord on this machine, in place of the real one."""

    computer_workers: Annotated[int, _or_default(WORKERS)] = Field(
        default=WORKERS, ge=1, le=64, description="give a whole number from 1 to 64"
    )
    """The number of processes that think for computer players, not counting the bot's own."""

    computer_delay: Annotated[float, _or_default(DELAY)] = Field(
        default=DELAY,
        ge=0,
        le=60,
        description=f"give a number of seconds from {LEAST_DELAY} to 60",
    )
    """The seconds a computer player takes for a move; a little more is added by chance."""

    computer_delay_alone: Annotated[float, _or_default(DELAY_ALONE)] = Field(
        default=DELAY_ALONE,
        ge=0,
        le=60,
        description=f"give a number of seconds from {LEAST_DELAY} to 60",
    )
    """The same in private games, and where computers play a game to its end."""

    picture_pause: Annotated[float, _or_default(PAUSE)] = Field(
        default=PAUSE, ge=0, le=60, description="give a number of seconds from 0 to 60"
    )
    """The minimum number of seconds between two pictures that are uploaded for one table."""

    ping_pause: Annotated[float, _or_default(HELD_BACK)] = Field(
        default=HELD_BACK, ge=0, le=600, description="give a number of seconds from 0 to 600"
    )
    """For how many seconds the ping of somebody who has just made a move is held back."""

    requests_a_second: Annotated[int, _or_default(REQUESTS)] = Field(
        default=REQUESTS,
        ge=5,
        le=1_000_000,
        description="give a whole number from 5 to 1000000; Discord allows 50",
    )
    """The most requests with the bot's token in a second; answers to people don't count."""

    calm_above: Annotated[float, _or_default(CALM_ABOVE)] = Field(
        default=CALM_ABOVE, ge=0, le=1_000_000, description="give a number from 0 to 1000000"
    )
    """Above how many of these requests a second boards may lag behind the hands that lie open."""

    upload_kb_a_second: Annotated[float, _or_default(USUAL)] = Field(
        default=USUAL, ge=1, le=10_000_000, description="give a number from 1 to 10000000"
    )
    """Above how many kilobytes of pictures a second the hands of those who wait are drawn later."""

    sandbox_port: Annotated[int | None, Blank] = Field(
        default=None, ge=0, le=65535, description="give a whole number from 0 to 65535"
    )
    """The port of the sandbox's page. None: 8642, or another one if that is taken."""

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        word = token.get_secret_value().strip()
        if not word.isascii() or len(word.split()) > 1:
            raise ValueError(
                "give the token alone, one word of plain letters, without “Bot” before it"
            )
        return SecretStr(word)

    @field_validator("computer_delay", "computer_delay_alone")
    @classmethod
    def _slow_enough(cls, delay: float, info: ValidationInfo) -> float:
        # On a Discord of one's own, such as the tests have, nobody's hand is at stake.
        if delay < LEAST_DELAY and info.data.get("discord_url") is None:
            raise ValueError(
                f"give at least {LEAST_DELAY}: a shorter wait could tell how hard a move was"
            )
        return delay

    @field_validator("database", mode="before")
    @classmethod
    def _default_if_blank(cls, path: object) -> object:
        return DATABASE if _none_if_blank(path) is None else path

    @field_validator("database")
    @classmethod
    def _a_file(cls, path: Path) -> Path:
        path = path.expanduser()
        if _stands(path) and path.is_dir():
            raise ValueError(f"give the name of a file, such as {DATABASE}, not of a folder")
        return path

    @field_validator("backup_to")
    @classmethod
    def _a_folder(cls, path: Path | None) -> Path | None:
        if path is None:
            return None
        path = path.expanduser()
        if _stands(path) and not path.is_dir():
            raise ValueError("give the name of a folder, not of a file")
        return path

    @field_validator("discord_url")
    @classmethod
    def _on_this_machine(cls, url: str | None) -> str | None:
        return None if url is None else loopback.loopback_url(url.strip())


def _stands(path: Path) -> bool:
    """Tell whether there is anything of this name; a name too long for any file is no error."""
    try:
        return path.exists()
    except OSError:
        return False


def read_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment, then from `env_file`. Raises SettingsError."""
    try:
        return Settings(_env_file=env_file)  # pyright: ignore[reportCallIssue]
    except ValidationError as error:
        raise SettingsError("\n".join(_complaints(error))) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not a text file in UTF-8.") from None


def _complaints(error: ValidationError) -> list[str]:
    """Return a line for each setting that says what could be used. The token is never shown."""
    lines: list[str] = []
    for one in error.errors(include_url=False, include_context=False):
        field = str(one["loc"][0])
        # Our own checks say what they want; for the others the setting's description does.
        own = one["msg"].removeprefix("Value error, ") if one["type"] == "value_error" else None
        what = own or Settings.model_fields[field].description or one["msg"]
        found = "" if field == "discord_token" else f" (it is {_short(repr(one['input']))})"
        lines.append(f"{field.upper()}: {what}{found}.")
    return lines


def _short(text: str) -> str:
    """Return a text, cut where it goes on too long to be repeated."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
