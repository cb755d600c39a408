"""Scenarios as files: every mistake at once, with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
from attrs import evolve, frozen
from crossing_game import LAST_PLACE, Crossing, CrossingGame, Patrol, ford, game
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import FileError, InvalidRequestError, Range, Ruleset, Settles, UnknownNameError, WireVersionError
from rcw_rules.games import (
    ExitPoints,
    Game,
    LossPoints,
    PlacePoints,
    ScenarioFile,
    Victory,
    load_scenario,
    read_scenario,
    scenario_toml,
)

TEXT = """\
format = "rcw-scenario"
schema_version = 1
ruleset = "crossing"
title = "Two at the ford"
turns = 6

[[patrols]]
name = "Lancers"
side = "red"
place = 0
is_hidden = true

[[patrols]]
name = "Scouts"
side = "white"
place = 6

[victory]
places = [{place = "ford", points = 3}]
margin = 2
"""


@frozen(kw_only=True)
class Weather:
    """Options, for what files say of them.

    Attributes:
        fog: How far one sees.
        is_cold: Whether it is.
    """

    fog: Annotated[int, Range(0, 6), Settles("toy-turn")] = 6
    is_cold: Annotated[bool, Settles("toy-turn")] = False


windy = CrossingGame(
    ruleset=Ruleset(
        id="windy",
        title="The ford in the wind",
        edition="1",
        rules_version=1,
        options=Weather(),
        procedures=game.ruleset.procedures,
        choices=game.ruleset.choices,
    )
)


def found(name: str) -> Game[Any, Any, Any]:
    games: dict[str, Game[Any, Any, Any]] = {"crossing": game, "windy": windy, "deep": deep}
    if name not in games:
        raise UnknownNameError("ruleset", name, games)
    return games[name]


def loaded(text: str, folder: Path | None = None) -> ScenarioFile[Any]:
    return load_scenario(text, "a.toml", found, folder=folder)


def wrong(text: str, folder: Path | None = None) -> list[tuple[int | None, str]]:
    with pytest.raises(FileError) as caught:
        loaded(text, folder)
    assert str(caught.value).startswith("a.toml: ")
    return [(problem.line, problem.message) for problem in caught.value.problems]


# ------------------------------------------------------------------ what is read


def test_a_scenario_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(TEXT, encoding="utf-8")
    expected = Crossing(
        title="Two at the ford",
        turns=6,
        patrols=(
            Patrol(name="Lancers", side="red", place=0, is_hidden=True),
            Patrol(name="Scouts", side="white", place=6),
        ),
        victory=Victory(places=(PlacePoints(place="ford", points=3),), margin=2),
    )
    read = read_scenario(path, found)
    assert read.scenario == expected
    assert read.game.ruleset is game.ruleset
    assert loaded(TEXT).scenario == expected


def test_options_of_the_file_are_in_force() -> None:
    text = TEXT.replace('"crossing"', '"windy"') + "[options]\nfog = 2\n"
    assert loaded(text).game.ruleset.options == Weather(fog=2)
    assert windy.ruleset.options == Weather()


def test_house_rules_beside_the_file_are_in_force(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'ruleset = "windy"\ntitle = "Ours"\n[[options]]\noption = "fog"\nbook = 6\nours = 3\nwhy = "Autumn"\n',
        encoding="utf-8",
    )
    text = TEXT.replace("turns = 6", 'turns = 6\nhouse = "house.toml"').replace('"crossing"', '"windy"')
    ruleset = loaded(text, tmp_path).game.ruleset
    assert ruleset.house is not None
    assert ruleset.options == Weather(fog=3)
    assert wrong(text) == [(6, "house: names a file, and this text may name none")]
    assert wrong(text.replace("house.toml", "home.toml"), tmp_path)[0][0] == 6


@pytest.mark.parametrize("name", ["/etc/passwd", "../house.toml", "in/../../house.toml", "link.toml", "a\\u0000b"])
def test_a_scenario_opens_no_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "house.toml").write_text("title = 'of somebody else'", encoding="utf-8")
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "link.toml").symlink_to(tmp_path / "house.toml")
    ((line, message),) = wrong(TEXT.replace("turns = 6", f'turns = 6\nhouse = "{name}"'), folder)
    assert line == 6
    assert message.startswith("house: names a file beside this one, or in a folder there, not ")


# ------------------------------------------------------------------ every mistake at once


def test_every_mistake_is_told_with_its_line() -> None:
    text = """\
format = "rcw-scenario"
schema_version = 1
ruleset = "windy"
turns = 0
colour = "red"
house = ""

[[patrols]]
name = "Lancers"
side = "green"
place = 7

[[patrols]]
name = "Scouts"
plaice = 3
side = "white"

[options]
fog = 7
is_cold = "no"
frog = 1
"""
    told = wrong(text)
    assert sorted(line or 0 for line, _ in told) == [4, 5, 6, 10, 11, 13, 15, 19, 20, 21]
    by_line = dict(told)
    assert by_line[4].startswith("turns: expected an integer from 1 to 200, got 0")
    assert "colour" in by_line[5]
    assert "house: expected the name of a file" in by_line[6]
    assert "expected one of" in by_line[10]
    assert "place" in by_line[13]
    assert "did you mean 'place'" in by_line[15]
    assert "options.fog" in by_line[19]
    assert "did you mean 'fog'" in by_line[21]


def test_mistakes_of_every_kind_are_told_at_once() -> None:
    """A side that is none keeps the scenario from being built; a patrol is listed twice, and a place is none."""
    text = TEXT.replace('side = "red"', 'side = "reed"').replace('place = "ford"', 'place = "forth"')
    text = text.replace("[victory]", '[[patrols]]\nname = "Scouts"\nside = "red"\nplace = 5\n\n[victory]')
    lines = dict(enumerate(text.splitlines(), start=1))
    told = wrong(text)
    assert [(lines[number or 0], says.partition(":")[0]) for number, says in told] == [
        ('side = "reed"', "patrols[0].side"),
        ('name = "Scouts"', "patrols[2].name"),
        ('places = [{place = "forth", points = 3}]', "victory.places[0].place"),
    ]
    assert [number for number, _ in told] == sorted(number or 0 for number, _ in told)


def test_nothing_is_said_of_what_names_something_that_is_wrong_itself() -> None:
    """The lost place of a patrol that cannot be read is no second mistake."""
    text = TEXT.replace("place = 6", "plaice = 6").replace('title = "Two at the ford"', "title = 7")
    assert [says.partition(":")[0] for _, says in wrong(text)] == ["title", "patrols[1].place", "patrols[1].plaice"]


def test_what_contradicts_itself_is_told_with_its_line() -> None:
    text = TEXT.replace("Scouts", "Lancers").replace('"ford", points', '"fort", points')
    assert wrong(text) == [
        (14, "patrols[1].name: 'Lancers' is listed twice"),
        (19, "victory.places[0].place: the map has no place 'fort'; it has ford"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('ruleset = "crossing"', 'ruleset = "crosing"', 3, "unknown ruleset 'crosing'"),
        ('ruleset = "crossing"', "ruleset = 7", 3, "expected the id of a ruleset"),
        ('ruleset = "crossing"\n', "", None, "expected the id of a ruleset"),
        ("turns = 6", "turns = ", 5, ""),
        ("turns = 6", "turns = 6\nturns = 7", 6, ""),
        ("turns = 6", 'turns = "6"', 5, "turns: expected an integer"),
        ("turns = 6", "turns = 6.5", 5, "turns: expected an integer"),
        ("turns = 6", "options = 7", 5, "options: expected a table of options"),
        ("turns = 6", "options = {fog = 1}", 5, "fog"),
        ("[victory]", "[defeat]", None, "defeat"),
    ],
)
def test_a_mistake_has_its_line(old: str, new: str, line: int | None, says: str) -> None:
    assert old in TEXT
    told = wrong(TEXT.replace(old, new))
    assert (line in [at for at, _ in told]) or line is None
    assert any(says in message for _, message in told)


@pytest.mark.parametrize(("old", "new"), [("schema_version = 1", "schema_version = 2"), ("rcw-scenario", "rcw-house")])
def test_a_newer_file_or_another_is_refused(old: str, new: str) -> None:
    with pytest.raises(WireVersionError):
        loaded(TEXT.replace(old, new))


@pytest.mark.parametrize("text", ["", "\x00", "= 1", "[[[", 'format = "rcw-scenario"'])
def test_what_is_no_scenario_is_refused(text: str) -> None:
    with pytest.raises((FileError, WireVersionError)):
        loaded(text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere\.toml"):
        read_scenario(tmp_path / "nowhere.toml", found)


# ------------------------------------------------------------------ what is written


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
POINTS = st.integers(-9, 9)
FORD = PlacePoints(place="ford", points=2)
VICTORIES = st.builds(
    Victory,
    places=st.sampled_from([(), (FORD,), (evolve(FORD, points=-2, side="red"), FORD)]),
    losses=st.sampled_from([(), (LossPoints(of="red", to="white", points=3),)]),
    exits=st.sampled_from([(), (ExitPoints(side="red", points=1, edge="west"),)]),
    margin=st.integers(1, 9),
    at_once=st.none() | st.integers(1, 9),
    last_side_standing=st.just(True),
)
SCENARIOS = st.builds(
    Crossing,
    title=NAMES,
    turns=st.integers(1, 200),
    patrols=st.lists(
        st.builds(
            Patrol,
            name=NAMES,
            side=st.sampled_from(["red", "white"]),
            place=st.integers(0, LAST_PLACE),
            is_hidden=st.booleans(),
        ),
        max_size=4,
        unique_by=lambda patrol: patrol.name,
    ).map(tuple),
    victory=VICTORIES,
)


@given(SCENARIOS)
def test_a_scenario_reads_back_from_what_is_written(scenario: Crossing) -> None:
    assert loaded(scenario_toml(game, scenario)).scenario == scenario


def test_options_are_written_with_the_scenario() -> None:
    cold = windy.with_options(is_cold=True)
    text = scenario_toml(cold, ford())
    assert "[options]\nis_cold = true\n" in text
    assert loaded(text).game.ruleset.options == Weather(is_cold=True)


def test_what_stands_at_its_default_is_left_out() -> None:
    text = scenario_toml(game, ford())
    assert text.splitlines()[:3] == TEXT.splitlines()[:3]
    assert "turns" not in text
    assert "victory" not in text
    assert text.count("is_hidden") == 1


# ------------------------------------------------------------------ keys for what lies deeper


@frozen(kw_only=True)
class Ground:
    """A ground."""

    name: str = ""
    patrols: tuple[Patrol, ...] = ()
    depth: int | None = 3


@frozen(kw_only=True)
class DeepScenario:
    """A scenario whose patrols lie deeper."""

    ground: Ground = Ground()
    title: str = ""


class DeepGame(CrossingGame):
    """The toy with another scenario, which is only read and written here."""

    scenario_type: ClassVar[type[Any]] = DeepScenario
    scenario_keys: ClassVar[Any] = {"patrols": "ground.patrols"}

    def begin_request(self, scenario: Any) -> Any:
        """Return the request of a scenario with these patrols."""
        return game.begin_request(evolve(ford(), patrols=scenario.ground.patrols))


deep: Game[Any, Any, Any] = DeepGame(ruleset=game.ruleset)
DEEP = 'format = "rcw-scenario"\nschema_version = 1\nruleset = "deep"\n'


def test_a_key_may_stand_for_something_deeper(tmp_path: Path) -> None:
    patrol = Patrol(name="Lancers", side="red", place=0)
    told = '[[patrols]]\nname = "Lancers"\nside = "red"\nplace = 0\n'
    assert loaded(DEEP + told).scenario.ground.patrols == (patrol,)
    both = loaded(DEEP + told + '[ground]\nname = "the ford"\n').scenario.ground
    assert (both.name, both.patrols) == ("the ford", (patrol,))
    assert wrong(DEEP + told.replace("0", "9")) == [
        (7, "patrols[0].place: expected an integer from 0 to 6, got 9"),
    ]
    assert wrong(DEEP + told + "[ground]\npatrols = []\n")[0][1] == "patrols: is told twice: here and as ground.patrols"
    text = scenario_toml(deep, DeepScenario(ground=Ground(patrols=(patrol,), name="x")))
    assert text.index("patrols = [") < text.index("[ground]")
    assert loaded(text.replace('"crossing"', '"deep"')).scenario.ground.patrols == (patrol,)


def test_nothing_that_is_no_default_cannot_be_written() -> None:
    with pytest.raises(InvalidRequestError, match="depth: is None, which TOML cannot say"):
        scenario_toml(deep, DeepScenario(ground=Ground(depth=None)))
