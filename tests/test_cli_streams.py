"""The command line with streams that are closed, full or narrow, folders that may not be written, and signals."""

from __future__ import annotations

import errno
import io
import json
import os
import pty
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_runs import RCW, fine

from rcw_rules.cli.streams import OutputError, guarded_streams

NOBODY = 65534
SHORT = "chart red_white morale_modifiers"
CLOSED = "rcw: the answer cannot be written: standard output is closed\n"
FULL = "rcw: the answer cannot be written: No space left on device\n"

needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is full")


@pytest.fixture(scope="module")
def melee(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a request that everybody may read."""
    folder = tmp_path_factory.mktemp("requests")
    for above in (folder, *folder.parents):
        if above.stat().st_uid == os.getuid() and above != Path("/"):
            above.chmod(above.stat().st_mode | 0o055)
    file = folder / "melee.json"
    file.write_text(fine("example", "red_white.melee").out)
    return file


def in_shell(command: str) -> tuple[int, str, str]:
    """Return how a command ends that a shell starts, with its redirections."""
    ran = subprocess.run(["/bin/sh", "-c", command.replace("rcw", RCW, 1)], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


# --- Streams that are closed or full


@pytest.mark.parametrize("command", ["--help", "example red_white.melee"])
@pytest.mark.parametrize(
    ("redirected", "expected"),
    [
        (">&-", (74, "", CLOSED)),
        (">&- 2>&-", (74, "", "")),
        ("<&- >&- 2>&-", (74, "", "")),
        pytest.param(">/dev/full", (74, "", FULL), marks=needs_dev_full),
        pytest.param(">/dev/full 2>/dev/full", (74, "", ""), marks=needs_dev_full),
    ],
)
def test_an_answer_that_is_not_written_is_never_a_success(
    command: str, redirected: str, expected: tuple[int, str, str]
) -> None:
    assert in_shell(f"rcw {command} {redirected}") == expected


@pytest.mark.parametrize("redirected", ["<&- 2>&-", pytest.param("2>/dev/full", marks=needs_dev_full)])
def test_other_streams_are_not_needed_for_an_answer(redirected: str) -> None:
    assert in_shell(f"rcw {SHORT} {redirected}") == (0, fine(*SHORT.split()).out, "")


@pytest.mark.parametrize("redirected", [">&- 2>&-", pytest.param(">/dev/full 2>/dev/full", marks=needs_dev_full)])
def test_an_error_keeps_its_code_where_nobody_hears_of_it(redirected: str) -> None:
    assert in_shell(f"rcw resolve red_white.melee --seed 1 nothing.json {redirected}") == (2, "", "")


def test_a_shell_may_ask_to_complete_a_word() -> None:
    asked = (
        "COMP_WORDS='rcw ver'; COMP_CWORD=1; _RCW_COMPLETE=bash_complete; export COMP_WORDS COMP_CWORD _RCW_COMPLETE"
    )
    assert in_shell(f"{asked}; exec rcw".replace("'rcw ver'", "'r ver'")) == (0, "plain,verify\n", "")
    code, out, err = in_shell("_RCW_COMPLETE=bash_source; export _RCW_COMPLETE; exec rcw")
    assert (code, err) == (0, "")
    assert "complete" in out
    code, out, err = in_shell("_RCW_COMPLETE=bash_complete; export _RCW_COMPLETE; unset COMP_WORDS; exec rcw")
    assert (code, out) == (2, "")
    assert err == "rcw: a word is completed for a shell, which tells it in COMP_WORDS\n"
    code, out, err = in_shell(f"{asked.replace('rcw ver', 'r ver')}; COMP_CWORD=x; exec rcw")
    assert (code, out) == (2, "")
    assert err == "rcw: a word is completed for a shell, which tells it in COMP_CWORD\n"


def test_a_picture_needs_no_window(melee: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "melee.svg"
    code, _, err = in_shell(
        f"export MPLBACKEND=nonsense MATPLOTLIBRC=/dev/full; rcw odds red_white.melee {melee} --plot {picture}"
    )
    assert (code, err) == (0, "")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


@needs_dev_full
def test_what_was_typed_is_saved_where_the_answer_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    request = fine("example", "red_white.activation_test").out
    (tmp_path / "request.json").write_text(request, encoding="utf-8")
    code, _, err = in_shell("printf '9\\nno\\n' | rcw resolve red_white.activation_test request.json --ask >/dev/full")
    saved = "red_white.activation_test.session.json"
    assert (code, err.splitlines()[-1]) == (
        74,
        f"{FULL.rstrip()}; the session is saved: go on with rcw resume {saved}",
    )
    assert fine("resume", saved, "--json").json["dice"] == [9]
    assert in_shell(f"rcw resume {saved} >/dev/full") == (74, "", FULL)  # it is saved already
    assert sorted(file.name for file in tmp_path.iterdir()) == [saved, "request.json"]


def test_an_answer_that_cannot_be_written_is_told_as_json() -> None:
    code, _, err = in_shell(f"rcw {SHORT} --json >&-")
    assert code == 74
    assert json.loads(err) == {"error": {"code": "output", "message": CLOSED.removeprefix("rcw: ").rstrip()}}


def test_a_closed_standard_input_is_named() -> None:
    code, out, err = in_shell("rcw resolve red_white.melee --seed 1 <&-")
    assert (code, out, err) == (2, "", "rcw: the request: standard input is closed: name a file\n")


@pytest.mark.parametrize("command", [SHORT, "--version"])
def test_a_reader_who_stops_reading_is_no_error(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        ran = subprocess.run([RCW, *command.split()], stdout=gone, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_a_file_that_grows_too_large_is_an_error(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        ran = subprocess.run(
            [RCW, *SHORT.split()],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=small_files,
        )
    assert (ran.returncode, ran.stderr) == (74, "rcw: the answer cannot be written: File too large\n")


def small_files() -> None:
    """Let a process write no more than 100 bytes to a file, as on a disk that is almost full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


# --- Terminals


@pytest.mark.parametrize("columns", ["0", "-5", "1", "abc", "9" * 30])
def test_any_width_of_a_terminal_will_do(columns: str) -> None:
    code, shown = on_a_terminal([RCW, *SHORT.split()], {"COLUMNS": columns})
    assert (code, "religious_leader" in shown) == (0, True)
    assert max(map(len, shown.splitlines())) <= 1000
    if columns in {"0", "abc"}:
        assert on_a_terminal([RCW, "--help"], {"COLUMNS": columns})[0] == 0


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"LC_ALL": "POSIX", "NO_COLOR": "1"}])
def test_any_kind_of_terminal_will_do(environment: dict[str, str]) -> None:
    code, shown = on_a_terminal([RCW, *SHORT.split()], environment)
    assert (code, "religious_leader" in shown) == (0, True)


def on_a_terminal(command: Sequence[str], environment: dict[str, str]) -> tuple[int, str]:
    """Return the exit code of a command and what it shows on a terminal that does not know its own size."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **environment}) as it:
        os.close(theirs)
        shown = b"".join(read_from(ours))
    os.close(ours)
    return it.returncode, shown.decode()


def read_from(terminal: int) -> Iterator[bytes]:
    while select.select([terminal], [], [], 60)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux says that nobody has it open any more
            return
        if not part:
            return
        yield part


# --- Files that may not be written


def unprivileged(command: Sequence[str]) -> list[str]:
    """Return *command* as a user without rights runs it: here it may read everything, but write only what it may."""
    if os.geteuid() != 0:
        return list(command)
    if shutil.which("setpriv") is None:
        pytest.skip("the tests run as root, and there is no setpriv to be anybody else")
    reading = [f"--{kind}-caps=-all,+dac_read_search" for kind in ("inh", "ambient")]
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *reading, "--", *command]


def as_nobody(*arguments: str, **environment: str) -> tuple[int, str]:
    """Return the exit code and the message of a command of a user without rights and without a home."""
    kept = {name: text for name, text in os.environ.items() if name not in {"HOME", "MPLCONFIGDIR", "XDG_CACHE_HOME"}}
    ran = subprocess.run(
        unprivileged([RCW, *arguments]),
        env={**kept, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stderr


def theirs(path: Path, mode: int) -> Path:
    """Give a file or a folder to the user without rights, with these permissions."""
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    path.chmod(mode)
    return path


@pytest.fixture
def folder(melee: Path, tmp_path: Path) -> Path:
    """Return a folder of the user without rights."""
    for above in tmp_path.parents:
        if above.stat().st_uid == os.getuid() and above != Path("/"):
            above.chmod(above.stat().st_mode | 0o055)
    return theirs(tmp_path, 0o755)


def test_a_folder_that_may_not_be_written_is_named(melee: Path, folder: Path) -> None:
    theirs(folder, 0o555)
    plot = str(folder / "odds.svg")
    told = as_nobody("odds", "red_white.melee", str(melee), "--plot", plot)
    assert told == (74, f"rcw: the picture {plot} cannot be written: Permission denied\n")
    told = as_nobody("demo", "--pictures", str(folder))
    assert told == (74, f"rcw: nothing can be written to the folder {folder}: permission denied\n")
    told = as_nobody("demo", "--pictures", str(folder / "new"))
    assert told == (74, f"rcw: the folder {folder / 'new'} cannot be made: Permission denied\n")
    assert list(folder.iterdir()) == []


def test_a_file_that_may_not_be_written_stays_as_it_is(melee: Path, folder: Path) -> None:
    file = folder / "odds.svg"
    file.write_text("ours")
    theirs(file, 0o444)
    told = as_nobody("odds", "red_white.melee", str(melee), "--plot", str(file))
    assert told == (74, f"rcw: the picture {file} cannot be written: Permission denied\n")
    assert [one.read_text() for one in folder.iterdir()] == ["ours"]


def test_a_picture_is_written_without_a_home(melee: Path, folder: Path) -> None:
    file = folder / "odds.svg"
    assert as_nobody("odds", "red_white.melee", str(melee), "--plot", str(file), HOME="/nonexistent") == (0, "")
    assert file.read_text().startswith("<?xml")
    assert as_nobody(*SHORT.split()) == (0, "")


@pytest.mark.parametrize("arguments", ["play red_square/outpost --player hold --save new", "keys new new"])
def test_a_match_or_a_key_on_a_full_disk_is_no_mistake_of_the_user(arguments: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [RCW, *arguments.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=small_files,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (ran.returncode, ran.stderr) == (74, "rcw: new: cannot be written: File too large\n")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing_half_written(melee: Path, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    file.write_text("before")
    ran = subprocess.run(
        [RCW, "odds", "red_white.melee", str(melee), "--plot", str(file)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=small_files,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (ran.returncode, ran.stdout) == (74, "")
    assert ran.stderr == f"rcw: the picture {file} cannot be written: File too large\n"
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"odds.svg": "before"}


# --- Signals

LONG = (
    "import rcw_rules.cli, rcw_rules.cli.commands as c, sys, time, os\n"
    "from rcw_rules.kernel import writing\n"
    "{before}\n"
    "raise SystemExit(rcw_rules.cli.main(sys.argv[1:]))"
)
SLOW_DISK = "writing.os.fsync = lambda handle: (print('there', file=sys.__stderr__, flush=True), time.sleep(60))"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_ends_a_command_at_once_and_leaves_nothing_half_written(
    number: signal.Signals, code: int, melee: Path, tmp_path: Path
) -> None:
    file = tmp_path / "odds.svg"
    file.write_text("before")
    arguments = ["odds", "red_white.melee", str(melee), "--plot", str(file)]
    with subprocess.Popen(
        [sys.executable, "-c", LONG.format(before=SLOW_DISK), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listening,  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "there\n"
        assert len(list(tmp_path.iterdir())) == 2  # the picture and the file beside it
        sent = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err.strip()) == (code, "", "")
    assert time.monotonic() - sent < 20
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"odds.svg": "before"}


def listening() -> None:
    """Let a child hear signals even where the tests run in the background, which ignores some."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def test_a_command_called_from_python_leaves_the_handlers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    handler: Callable[..., None] = lambda *_: None  # noqa: E731
    before = signal.signal(signal.SIGTERM, handler)
    try:
        fine("--version")
        assert signal.getsignal(signal.SIGTERM) is handler
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        fine("--version")
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


# --- Files written whole


def test_a_file_that_is_replaced_keeps_its_permissions_and_links(tmp_path: Path) -> None:
    from rcw_rules.kernel.writing import write_whole

    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, b"after")
    assert (file.read_text(), link.is_symlink()) == ("after", True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "link"]


def test_a_new_file_has_the_permissions_that_the_user_gives_new_files(tmp_path: Path) -> None:
    from rcw_rules.kernel.writing import write_whole

    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "file", b"x" * 200_000)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
    assert (tmp_path / "file").read_bytes() == b"x" * 200_000


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    from rcw_rules.kernel.writing import write_whole

    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", b"whole")
    assert os.read(reading, 10) == b"whole"
    os.close(reading)
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_no_file_takes_the_place_of_a_closed_stream() -> None:
    code = (
        "import os; os.closerange(0, 3)\n"
        "from rcw_rules.cli.streams import guarded_streams\n"
        "with guarded_streams():\n"
        "    opened = os.open(os.devnull, os.O_RDONLY)\n"
        "os._exit(opened)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode > 2


class _FullOnce(io.RawIOBase):
    def __init__(self) -> None:
        self.kept = b""
        self._is_full = True

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        if self._is_full:
            self._is_full = False
            raise OSError(errno.ENOSPC, "full")
        self.kept += bytes(content)
        return len(content)


def test_nothing_follows_on_what_could_not_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = _FullOnce()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(disk)))
    with guarded_streams():
        sys.stdout.write("first")
        with pytest.raises(OutputError, match="the answer cannot be written: full"):
            sys.stdout.flush()
        sys.stdout.write("second")
        sys.stdout.flush()
    assert disk.kept == b""
