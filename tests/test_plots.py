"""Pictures of odds: what stands in them, that the same odds give the same file, and what cannot be drawn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import border_war as bw
import pytest

from rcw_rules import Distribution, GivenDice, Sample, odds
from rcw_rules.luck import LuckLedger, luck
from rcw_rules.plots import Plot, PlotError, plot_comparison, plot_heat_map, plot_luck, plot_odds, plot_panels

DIE = Distribution(dict.fromkeys(range(1, 7), 1))


def texts(plot: Plot) -> list[str]:
    """Everything that is written in the axes of a plot, from the first to the last."""
    return [
        text
        for axes in plot.figure.axes
        for text in (
            axes.get_title(loc="left"),
            *(tick.get_text() for tick in axes.get_yticklabels()),
            *(note.get_text() for note in axes.texts),
        )
        if text
    ]


def widths(plot: Plot) -> list[float]:
    return [bar.get_width() for axes in plot.figure.axes for bar in axes.patches]  # type: ignore[attr-defined]


def test_a_bar_for_each_outcome_in_order() -> None:
    plot = plot_odds(DIE, title="A die")
    assert widths(plot) == [1 / 6] * 6
    assert texts(plot) == ["A die", *"123456", *["16.67 %"] * 6]


def test_words_stand_by_how_likely_they_are_and_only_certainty_is_called_so() -> None:
    plot = plot_odds(Distribution({"hold": 1, "rout": 99_999}))
    assert texts(plot) == ["rout", "hold", ">99.99 %", "<0.01 %"]


def test_something_of_the_outcome() -> None:
    plot = plot_odds(DIE, lambda face: face >= 5, label=str)
    assert texts(plot) == ["no", "yes", "66.67 %", "33.33 %"]


def test_a_sample_has_its_errors() -> None:
    # 3 of 4, from (3 + 1) / (4 + 2) = 2/3: the root of 2/9 / 4 is 0.2357.
    plot = plot_odds(Sample.of("aaab"))
    assert texts(plot) == ["a", "b", "75.00 % ± 23.57", "25.00 % ± 23.57"]


def test_what_is_left_over_shares_a_bar() -> None:
    plot = plot_odds(Distribution(dict.fromkeys(range(30), 1)))
    assert texts(plot)[24] == "6 others"
    assert texts(plot)[-1] == "20.00 %"
    assert len(widths(plot)) == 25


def test_two_odds_beside_each_other() -> None:
    plot = plot_comparison(DIE, DIE.map(lambda face: min(face, 5)), names=("plain", "capped"))
    assert widths(plot) == [1 / 6] * 6 + [1 / 6] * 4 + [2 / 6, 0]
    (axes,) = plot.figure.axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["plain", "capped"]


def test_a_heat_map_shows_every_point_and_what_is_forbidden_is_left_open() -> None:
    def muster(base: int, guard: bool) -> bw.MusterRequest:
        return bw.MusterRequest(base=base, guard=guard)

    plot = plot_heat_map(
        odds.sweep(bw.ruleset, muster, base=(5, 10), guard=(False, True)), lambda outcome: outcome.passed
    )
    # 1/2 and 3/4; from a base of 10 nothing fails.
    assert texts(plot)[:6] == ["5", "10", "50", "75", "100", "100"]
    with pytest.raises(ValueError, match=r"^a heat map has two axes, not 1: base$"):
        plot_heat_map(odds.sweep(bw.ruleset, lambda base: muster(base, False), base=(5,)), bool)
    grid = odds.sweep(bw.ruleset, muster, base=(5,), guard=(False, True))
    closed = odds.Sweep(axes=grid.axes, cells={(5, True): grid[5, True]}, refused={})
    assert texts(plot_heat_map(closed, lambda outcome: outcome.passed))[:2] == ["5", "75"]


def test_the_luck_of_a_brawl() -> None:
    resolution = bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice([6, 1]))
    plot = plot_luck(luck(bw.ruleset, resolution), title="Luck")
    assert texts(plot)[0] == "Luck"
    assert "6, 1: 7, expected 2.00" in texts(plot)
    with pytest.raises(ValueError, match="there is no throw to draw"):
        plot_luck(LuckLedger(throws=(), left_out=()))


def test_panels_have_names() -> None:
    plot = plot_panels([("first", DIE), ("second", Distribution({True: 1, False: 2}))])
    assert [text for text in texts(plot) if text in ("first", "second")] == ["first", "second"]
    with pytest.raises(ValueError, match="there is nothing to draw"):
        plot_panels([])


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_odds_give_the_same_file(tmp_path: Path, suffix: str) -> None:
    for name in ("one", "two"):
        plot_odds(DIE, title="A die").save(tmp_path / f"{name}.{suffix}")
    one, two = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
    assert one == two
    assert one.startswith(b"<?xml" if suffix == "svg" else b"\x89PNG")
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"one.{suffix}", f"two.{suffix}"]


@pytest.mark.parametrize("name", ["$\\foo$", "$$", "$x^2$"])
def test_a_name_between_dollar_signs_is_a_name(tmp_path: Path, name: str) -> None:
    glyphs = []
    for written in (name, name.replace("$", "a")):
        plot = plot_panels([(written, Distribution({written: 1, "b": 1}))], title=written)
        plot.save(tmp_path / "a.svg")
        glyphs.append((tmp_path / "a.svg").read_text("utf-8").count("<use"))
    assert glyphs[0] == glyphs[1]


@pytest.mark.parametrize("setting", ["text.usetex: True", "figure.facecolor: red", "path.effects: 3"])
def test_settings_of_the_folder_change_no_picture(tmp_path: Path, setting: str) -> None:
    import matplotlib as mpl

    plot_odds(Distribution({1: 1, 2: 3})).save(tmp_path / "a.svg")
    (tmp_path / "matplotlibrc").write_text(setting, encoding="utf-8")
    with mpl.rc_context(fname=tmp_path / "matplotlibrc"):  # as if it had been found in the current folder
        plot_odds(Distribution({1: 1, 2: 3})).save(tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    plot = plot_odds(DIE)
    with pytest.raises(PlotError, match=r"whose name ends in .svg or .png, got 'die.gif'"):
        plot.save(tmp_path / "die.gif")
    with pytest.raises(FileNotFoundError):
        plot.save(tmp_path / "nowhere" / "die.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_it() -> None:
    assert plot_odds(DIE)._repr_svg_().lstrip().startswith("<?xml")


def test_without_matplotlib_it_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.figure'] = None\n"
        "from rcw_rules import Distribution\n"
        "from rcw_rules.plots import PlotError, plot_odds\n"
        "try:\n    plot_odds(Distribution({1: 1}))\n"
        "except PlotError as error:\n    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert ran.stdout == "pictures of odds need matplotlib: install rcw-rules[charts]\n"


def test_a_heat_map_of_many_cells_has_no_numbers() -> None:
    chances = {(row, column): DIE for row in range(60) for column in range(50)}
    sweep = odds.Sweep(axes={"down": tuple(range(60)), "across": tuple(range(50))}, cells=chances, refused={})
    axes = plot_heat_map(sweep, lambda face: face > 5).figure.axes[0]
    assert list(axes.texts) == []
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [str(row) for row in range(0, 60, 2)]
    assert len(axes.get_xticklabels()) == 50


def test_more_panels_than_anybody_looks_at_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^a picture has at most 50 panels, not 51: draw several pictures$"):
        plot_panels([("a die", DIE)] * 51)
