"""Values as plain data without what goes without saying, for files that people read and write."""

from __future__ import annotations

from typing import Any

import attrs

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.shape_words import key_step
from rcw_rules.kernel.shapes import MEASURES, fields_of, is_array, is_object, is_tuple

__all__ = ["defaults_left_out", "require_no_null"]


def defaults_left_out(value: object) -> dict[str, Any]:
    """Return a request, or any other instance, as plain data without what holds by default.

    What `rcw_rules.wire.structure` makes of it is the value again.
    """
    from rcw_rules.wire import unstructure

    told: dict[str, Any] = brief(value, unstructure(value))
    return told


def brief(value: Any, plain: Any) -> Any:
    """Return the plain data of a value without what holds by default.

    Args:
        value: The value.
        plain: What `rcw_rules.wire.unstructure` makes of it.
    """
    kind: Any = value.__class__
    if is_object(plain) and attrs.has(kind) and kind not in MEASURES:
        told: dict[str, Any] = {key: plain[key] for key in ("kind",) if key in plain}
        for field in fields_of(kind):
            held = getattr(value, field.name)
            default: Any = field.attribute.default
            factory_class: Any = attrs.Factory  # a class, although it is typed as a function
            if isinstance(default, factory_class):
                default = default.factory(value) if default.takes_self else default.factory()
            if default is attrs.NOTHING or held != default:
                told[field.name] = brief(held, plain[field.name])
        return told
    if is_array(plain) and is_tuple(value):
        return [brief(one, other) for one, other in zip(value, plain, strict=True)]
    if is_object(plain) and is_object(value):
        return {key: brief(one, plain[key]) for key, one in value.items()}
    return plain


def require_no_null(data: object, path: str = "$") -> None:
    """Raise if plain data that is to be written as TOML holds a null.

    Raises:
        InvalidRequestError: It does; the error has the path.
    """
    if data is None:
        raise InvalidRequestError([Problem(path, "is None, which TOML cannot say")])
    if is_object(data):
        for key, item in data.items():
            require_no_null(item, path + key_step(key))
    elif is_array(data):
        for number, item in enumerate(data):
            require_no_null(item, f"{path}[{number}]")
