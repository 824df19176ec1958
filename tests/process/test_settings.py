"""The settings: where they are read from, what is refused and in which words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.process.settings import Settings, SettingsError, read_settings

HOUSE = Path(__file__).parents[2]
NAMES = [name.upper() for name in Settings.model_fields]
TOKEN = "MTIz.GhIjKl.a-secret-that-must-not-be-shown"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test from an environment that sets nothing."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_without_settings_there_are_defaults() -> None:
    settings = read_settings(None)
    assert settings.discord_token is None
    assert settings.database == Path("data/kakushi.sqlite3")
    assert settings.sync_guild is None
    assert settings.keep_days is None
    assert (settings.backup_every, settings.backup_keep, settings.backup_to) == (None, 7, None)
    assert settings.log_level == "INFO"
    assert settings.discord_url is None
    assert settings.sandbox_port is None
    assert (settings.computer_workers, settings.computer_delay) == (2, 2.0)
    assert settings.picture_pause == 2.0
    assert settings.ping_pause == 45.0
    assert settings.requests_a_second == 45
    assert settings.calm_above == 25.0
    assert settings.upload_kb_a_second == 3000.0
    assert settings.busy_seconds == 1.5
    assert (settings.metrics_port, settings.metrics_host) == (None, "127.0.0.1")
    assert settings.log_format == "text"


def test_empty_settings_are_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, " ")
    empty = read_settings(None)
    for name in NAMES:
        monkeypatch.delenv(name)
    assert empty == read_settings(None)


def test_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("KEEP_DAYS=30\nLOG_LEVEL=debug\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("KEEP_DAYS", "7")
    settings = read_settings(file)
    assert settings.keep_days == 7
    assert settings.log_level == "DEBUG"


def test_an_empty_variable_hides_what_the_file_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("SYNC_GUILD=123\n")
    assert read_settings(file).sync_guild == 123
    monkeypatch.setenv("SYNC_GUILD", "")
    assert read_settings(file).sync_guild is None


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("SYNC_GUILD", "Acorn Café", "whole number"),
        ("SYNC_GUILD", "-5", "above 0"),
        ("KEEP_DAYS", "0", "from 1 to 36500"),
        ("BACKUP_EVERY", "0", "above 0"),
        ("BACKUP_EVERY", "nan", "above 0"),
        ("BACKUP_EVERY", "daily", "above 0"),
        ("BACKUP_KEEP", "0", "1 or more"),
        ("BACKUP_TO", __file__, "not of a file"),
        ("COMPUTER_WORKERS", "0", "from 1 to 64"),
        ("COMPUTER_DELAY", "nan", "from 0.5 to 60"),
        ("COMPUTER_DELAY", "61", "from 0.5 to 60"),
        ("COMPUTER_DELAY", "0.4", "at least 0.5"),
        ("COMPUTER_DELAY", "-1", "from 0.5 to 60"),
        ("COMPUTER_DELAY_ALONE", "0.4", "at least 0.5"),
        ("PICTURE_PAUSE", "-1", "from 0 to 60"),
        ("PING_PAUSE", "601", "from 0 to 600"),
        ("REQUESTS_A_SECOND", "0", "from 5 to"),
        ("BUSY_SECONDS", "3", "from 0 to 2.5"),
        ("LOG_LEVEL", "loud", "WARNING or ERROR"),
        ("LOG_FORMAT", "xml", "text or json"),
        ("METRICS_PORT", "0", "from 1 to 65535"),
        ("SANDBOX_PORT", "70000", "65535"),
        ("DISCORD_URL", "http://example.com", "on this machine"),
        ("DATABASE", "/", "not of a folder"),
    ],
)
def test_a_bad_value_is_named_with_what_would_do(
    name: str, value: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        read_settings(None)
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"{name}: ")
    assert hint in line
    assert value.lower() in line.lower()


def test_tests_and_trials_need_not_wait_for_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The delay's floor keeps hands secret; on a Discord of one's own there is nothing to keep."""
    monkeypatch.setenv("COMPUTER_DELAY", "0.5")
    assert read_settings(None).computer_delay == 0.5
    monkeypatch.setenv("COMPUTER_DELAY", "0")
    monkeypatch.setenv("DISCORD_URL", "http://127.0.0.1:8642")
    assert read_settings(None).computer_delay == 0


def test_what_is_too_much_is_named_with_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, field in Settings.model_fields.items():
        for most in (each.le for each in field.metadata if hasattr(each, "le")):
            monkeypatch.setenv(name.upper(), str(int(float(str(most))) + 1))
            with pytest.raises(SettingsError) as refused:
                read_settings(None)
            monkeypatch.delenv(name.upper())
            assert str(most) in str(refused.value), f"who gives more isn't told the most: {name}"


def test_days_that_no_date_goes_back_by_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_DAYS", "9" * 30)
    with pytest.raises(SettingsError):
        read_settings(None)


@pytest.mark.parametrize("name", ["OPERATOR_NAME", "CONTACT"])
def test_a_text_that_is_too_long_is_refused_in_a_short_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x" * 5000)
    with pytest.raises(SettingsError, match=f"^{name}: give at most 200 characters") as refused:
        read_settings(None)
    assert len(str(refused.value)) < 200, "the refusal repeats the whole text"


def test_all_bad_values_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_DAYS", "x")
    monkeypatch.setenv("SANDBOX_PORT", "y")
    with pytest.raises(SettingsError) as caught:
        read_settings(None)
    assert [line.partition(":")[0] for line in str(caught.value).splitlines()] == [
        "KEEP_DAYS",
        "SANDBOX_PORT",
    ]


@pytest.mark.parametrize("token", [TOKEN + " 2", "Bot " + TOKEN, TOKEN + "é"])
def test_the_token_is_never_shown(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(SettingsError) as caught:
        read_settings(None)
    assert "DISCORD_TOKEN" in str(caught.value)
    assert TOKEN not in str(caught.value)
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN} ")
    settings = read_settings(None)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert TOKEN not in repr(settings)
    # A bad value elsewhere mustn't print it either.
    monkeypatch.setenv("KEEP_DAYS", "x")
    with pytest.raises(SettingsError) as caught:
        read_settings(None)
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(caught.value.__context__)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(SettingsError, match=re.escape(str(file))):
        read_settings(file)


def test_every_setting_is_explained() -> None:
    example = (HOUSE / ".env.example").read_text("utf-8")
    for name in ("README.md", "README.ja.md"):
        readme = (HOUSE / name).read_text("utf-8")
        assert re.findall(r"^#?([A-Z_]+)=", example, re.M) == re.findall(
            r"^\| `([A-Z_]+)` \|", readme, re.M
        ), name
    assert sorted(re.findall(r"^#?([A-Z_]+)=", example, re.M)) == sorted(NAMES)


def test_the_example_can_be_used_as_it_is() -> None:
    assert read_settings(HOUSE / ".env.example") == read_settings(None)


@pytest.mark.parametrize(
    ("name", "least", "most", "below", "above"),
    [
        ("BUSY_SECONDS", "0", "2.5", "-0.1", "2.6"),
        ("SYNC_GUILD", "1", None, "0", None),
        ("SHARDS", "1", "10000", "0", "10001"),
        ("KEEP_DAYS", "1", None, "0", None),
        ("BACKUP_EVERY", "0.01", "8760", "0", "8761"),
        ("BACKUP_KEEP", "1", None, "0", None),
        ("METRICS_PORT", "1", "65535", "0", "65536"),
        ("COMPUTER_WORKERS", "1", "64", "0", "65"),
        ("COMPUTER_DELAY", "0.5", "60", "0.4", "61"),
        ("COMPUTER_DELAY_ALONE", "0.5", "60", "0.4", "61"),
        ("PICTURE_PAUSE", "0", "60", "-1", "61"),
        ("PING_PAUSE", "0", "600", "-1", "601"),
        ("REQUESTS_A_SECOND", "5", "1000000", "4", "1000001"),
        ("CALM_ABOVE", "0", "1000000", "-1", "1000001"),
        ("UPLOAD_KB_A_SECOND", "1", "10000000", "0", "10000001"),
        ("SANDBOX_PORT", "0", "65535", "-1", "65536"),
    ],
)
def test_a_number_is_taken_within_its_bounds(
    name: str,
    least: str,
    most: str | None,
    below: str,
    above: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value in filter(None, (least, most)):
        monkeypatch.setenv(name, value)
        assert getattr(read_settings(None), name.lower()) == float(value), f"{name}={value}"
    for value in filter(None, (below, above)):
        monkeypatch.setenv(name, value)
        with pytest.raises(SettingsError, match=rf"^{name}: give .*{value}"):
            read_settings(None)


def test_on_a_discord_of_one_s_own_a_computer_may_move_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("COMPUTER_DELAY", "0")
    assert read_settings(None).computer_delay == 0
