"""The world a newcomer finds: two servers, eight people, the bot invited to both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bot.sandbox import permissions, threads
from bot.sandbox.models import FORUM, NEWS, PUBLIC_THREAD, TEXT, VOICE
from bot.sandbox.world import World

BOT = "Kakushi"
PEOPLE = {
    "Ada": 0xD9730D,
    "Bob": 0x2E86DE,
    "Cleo": 0x8E44AD,
    "Dai": 0x1E8449,
    "Emi": 0xC0392B,
    "Finn": 0x117A8B,
    "Grandma Oh": 0xB7791F,
    "花子": 0xC2185B,
}
MORE = """
    Gus Hana Ivo Jun Kim Lea Mio Nils Olga Pia Quinn Rosa Sven Tia Uma Vito Wanda Xenia Yuki Zoe
    Aldo Bea Chika Daan Elif Femi Greta Hugo Ines Jonas Kenji Lotte Mei Noor Otto Paulo Rin Saskia
    Tom Ursel Vera Wim Yan Zita 太郎 さくら 健二 Łukasz Åsa Chloé Ngozi Søren
""".split()  # noqa: SIM905 - a word a line would be 52 lines
"""Who else may join, in this order."""
WORDS = {
    "en-US": ("Welcome! Press another person at the top to play as them.", "Who is in on Friday?"),
    "ja": ("ようこそ！上にいる人を押すと、その人として遊べます。", "金曜日、来る人は？"),
}
"""What Ada and Bob have said, by the language of the world."""
CAFE, RIVER = "Acorn Café", "River House"


def more_names() -> Iterator[str]:
    """Yield names without end, each once."""
    yield from MORE
    for number in count(1):
        yield f"Guest {number}"


def plant(world: World, shards: int = 1, bot_may: int = permissions.LEAST_FOR_BOT) -> None:
    """Fill an empty world, where the bot has these permissions; with several shards, its servers
    are on the second and third.
    """
    people = [world.add_person(name, color=color) for name, color in PEOPLE.items()]
    world.bot_id = world.add_person(BOT, bot=True).id
    cafe = world.add_guild(CAFE, people[0], shard=(1 % shards, shards))
    river = world.add_guild(RIVER, people[0], shard=(2 % shards, shards))
    for guild in (cafe, river):
        member = world.add_role(guild, "Member", permissions.MEMBER)
        moderator = world.add_role(
            guild,
            "Moderator",
            permissions.MANAGE_MESSAGES | permissions.MANAGE_THREADS,
            color=0x2ECC71,
        )
        guild.members[people[0].id].roles = [member.id, moderator.id]
        for person in people[1:]:
            world.add_member(guild, person, [member])
    moderators = [role for role in cafe.roles.values() if role.name == "Moderator"]
    cafe.members[people[4].id].roles.append(moderators[0].id)
    host = world.add_role(cafe, "Game master", permissions.MANAGE_EVENTS, mentionable=True)
    cafe.members[people[3].id].roles.append(host.id)
    # The page opens on the first channel, so this is where a newcomer meets what bots say first.
    cafe.system = world.add_channel(cafe, "general", TEXT, topic="Everything and nothing").id
    world.add_channel(cafe, "games", TEXT, topic="Sit down and play")
    world.add_channel(cafe, "game-night", TEXT)
    world.add_channel(cafe, "news", NEWS)
    tables = world.add_channel(cafe, "tables", FORUM, topic="A post for every table")
    world.add_channel(cafe, "Lounge", VOICE)
    world.add_channel(river, "games", TEXT)
    for guild in (cafe, river):
        world.add_bot(guild, bot_may)
    post = threads.add_thread(world, tables, people[1], "Friday round", PUBLIC_THREAD)
    welcome, who_comes = WORDS.get(world.locale, WORDS["en-US"])
    world.add_message(post, people[1], number=post.id, content=who_comes)
    world.add_message(cafe.channel("general"), people[0], content=welcome)
