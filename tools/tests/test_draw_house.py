from __future__ import annotations

from draw_house import PICTURE, imports, layer_of, modules, picture


def test_the_picture_of_the_house_is_the_one_that_its_imports_draw() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run make pictures"


def test_every_module_has_its_layer_and_no_arrow_points_up() -> None:
    layers = {name: layer_of(name) for name in modules()}
    assert [layers[name] for name in ("cli.commands", "registry", "orel.combat", "ruleset", "kernel.dice")] == [
        0,
        1,
        2,
        3,
        4,
    ]
    counted = imports()
    assert counted[2, 4] > 100  # every chapter rests on the kernel
    assert all(upper < lower for upper, lower in counted)
