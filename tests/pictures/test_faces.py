"""The faces of the computer players: each has one, and no two look alike."""

from __future__ import annotations

from bot.tables.lobby_rules import NAMES
from bot.ui.pages.wording import SIGN, Wording, seat_names
from bot.ui.pictures.draw import png
from bot.ui.pictures.faces import FACES, face_emoji, face_pictures
from tests.only import only


def test_every_computer_has_a_face_of_its_own() -> None:
    assert set(FACES) == set(NAMES), "a computer without a face, or a face of nobody's"
    drawn = {name: png(picture) for name, picture in face_pictures().items()}
    assert len(set(drawn.values())) == len(NAMES), "two faces look alike"
    assert max(map(len, drawn.values())) < 20_000, "a face is larger than an emoji should be"


def test_a_face_goes_by_who_sits_there_and_not_by_a_name_that_somebody_took() -> None:
    emoji = {face_emoji("Nagi"): "<:kk_face_nagi_00000000:1>"}
    for language, nagi in (("en-GB", "Nagi"), ("ja", "なぎ")):
        wording = Wording(language, (f"{SIGN} {nagi}", "Nagi", "Ada"), emoji)
        assert wording.computer(0) == "Nagi", f"{nagi} isn't known"
        assert only(list(emoji.values()), "face") in wording.faced(0)
        assert wording.computer(1) is None, "a person has a computer's face"
        assert wording.faced(1) == wording.marked(1)
    assert SIGN not in seat_names([_Person()], "en")[0], "a person passes for a computer"
    twice = Wording("en-GB", (f"{SIGN} Nagi", f"{SIGN} Nagi"), emoji)
    assert twice.computer(1) == "Nagi", "one of two of the same name has no face"


class _Person:
    name, level = f"{SIGN} Nagi", None
