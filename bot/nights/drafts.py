"""The draft of a night: what is stored of it before it is announced."""

from __future__ import annotations

from bot.nights.announcing import NewNight, times_of
from bot.nights.dates import stored
from bot.nights.night_json import games_json
from storage.night_rows import NightRow


def draft_row(night_id: str, new: NewNight, interaction_id: int, now: int) -> NightRow:
    """Return the row of a night that its host alone sees."""
    return NightRow(
        id=night_id,
        series_id=night_id if new.repeat else None,
        guild_id=new.guild_id,
        channel_id=new.channel_id,
        language=new.language,
        host=new.host.id,
        host_name=new.host.name,
        title=new.title,
        game=new.game,
        options=new.options,
        games=games_json(new.further),
        mode=new.mode,
        rounds=new.rounds,
        move_time=new.move_time,
        pause=new.pause,
        cap=new.cap,
        local=stored(new.when.local),
        zone=new.zone,
        **times_of(new.when.at),
        rung=now,
        season=new.season,
        mention=new.mention,
        pilot=new.pilot,
        about=new.about,
        voice=new.voice,
        teach=new.teach,
        touched_at=now,
        opened_by=interaction_id,
    )
