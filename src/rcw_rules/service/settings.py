"""What a running service is set to."""

from __future__ import annotations

from attrs import field, frozen

__all__ = ["Settings"]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names of this machine that no other machine reaches."""


@frozen(kw_only=True)
class Settings:
    """What a running service is set to.

    Attributes:
        host: The address that it listens on.
        port: The port that it listens on.
        token: What a client must show, or "" where none is asked.
        origins: The origins of other web pages that may ask, such as ``https://club.example``.
        hosts: The names under which it may be asked; () for every name, where a token guards it.
        workers: How many processes work on long questions.
        waiting: How many long questions may wait for a process before the next is refused.
        seconds: How many seconds of computing one question may take.
        megabytes: How many millions of bytes one question may hold.
        branches: How many branches of chance exact odds may walk.
        body_bytes: The size of the body of a request.
        nesting: How deep a body may be nested.
        is_warmed: Whether it asks itself at its start what takes long, so that nobody waits for it later.
    """

    host: str = "127.0.0.1"
    port: int = 8017
    token: str = field(default="", repr=False)
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = LOOPBACK
    workers: int = 2
    waiting: int = 16
    seconds: float = 5
    megabytes: float = 200
    branches: int = 200_000
    body_bytes: int = 1_000_000
    nesting: int = 60
    is_warmed: bool = True
