"""The command line as a process: its budgets, Ctrl-C, pipes that close and disks that are full."""

import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from jeopardice.cli.work import KERNELS, kernels_kept

IMPORT_BUDGET, HELP_BUDGET = 0.15, 0.3
COMMAND = (sys.executable, "-m", "jeopardice")
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that has run."""
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, timeout=300
    )


def fastest(*command: str) -> float:
    """The processor time of a command, the least of some runs, for other work may be going on."""
    times = []
    for _ in range(5):
        before = os.times()
        subprocess.run([sys.executable, *command], capture_output=True, check=True)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        times.append(used)
    return min(times)


def test_importing_keeps_its_budget() -> None:
    assert fastest("-c", "import jeopardice") <= IMPORT_BUDGET


def test_help_keeps_its_budget() -> None:
    assert fastest("-m", "jeopardice", "--help") <= HELP_BUDGET


def test_a_cached_solution_is_shown_without_numba(tmp_path: Path) -> None:
    place = {"JEOPARDICE_CACHE_DIR": str(tmp_path)}
    assert run("solve", "pig:target=20", **place).returncode == 0
    code = (
        "import sys; from jeopardice.cli.main import main; main(['solve', 'pig:target=20']); "
        "print('numba' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **place}, check=True
    )
    assert shown.stdout.endswith("False\n")


def test_colours_are_for_terminals_and_not_for_those_who_want_none() -> None:
    assert "\x1b" not in run("games").stdout
    assert "\x1b" in run("games", FORCE_COLOR="1", TERM="xterm-256color").stdout
    plain = run("games", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    assert "\x1b[3" not in plain


def test_an_ascii_terminal_is_enough() -> None:
    shown = run("turn", "pig:target=20", "turtle", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "####" in shown.stdout


@POSIX
def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import sys, time\n"
        "def wait(own, opponent, turn):\n    print('here', flush=True)\n    time.sleep(60)\n    return True\n"
    )
    command = [*COMMAND, "duel", "pig:target=5", "slow:wait", "turtle"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    while process.stderr.readline() != "here\n":
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "jeopardice: interrupted\n")


def test_ctrl_c_during_the_first_imports_shows_no_traceback() -> None:
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'jeopardice.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from jeopardice.__main__ import main; sys.exit(main())"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "jeopardice: interrupted\n")


@POSIX
def test_ctrl_c_ends_what_python_cannot_interrupt() -> None:
    code = (
        "import ctypes, os, signal, sys; import jeopardice.exact.solve as library\n"
        "def stuck(*_, **__):\n"
        "    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])\n"
        "    os.write(2, b'here\\n')\n"
        "    ctypes.CDLL(None).sleep(60)\n"
        "library.solve = stuck\n"
        "from jeopardice.cli.main import main; sys.exit(main(['solve', 'pig']))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.readline() == "here\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "interrupted" in err


@POSIX
def test_a_reader_that_goes_away_is_no_matter() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = subprocess.run([*COMMAND, "games"], stdout=writer, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writer)
    assert process.stderr == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", [("games",), ("games", "--json"), ("export", "pig:target=5", "--csv", "-")])
def test_a_full_disk_is_told(command: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        process = subprocess.run([*COMMAND, *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert process.returncode == 1
    assert process.stderr == "jeopardice: cannot write the answer: No space left on device\n"


@POSIX
def test_a_reader_that_has_seen_enough_is_no_failure_either() -> None:
    command = f"'{sys.executable}' -m jeopardice export pig:target=60 --csv - | head -1; echo ${{PIPESTATUS[0]}}"
    shown = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert shown.stdout.splitlines() == ["own,opponent,turn_total,action", "0"]


@POSIX
def test_a_pipe_by_the_name_of_a_device_is_not_a_file() -> None:
    process = run("export", "piglet", "turtle", "--csv", "/dev/stdout")
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == "jeopardice: cannot write /dev/stdout: it is not a file\n"


@POSIX
def test_a_program_that_is_terminated_leaves_nothing_half_written(tmp_path: Path) -> None:
    code = (
        "import sys, time; from jeopardice.cli.signals import stoppable; from jeopardice.files import write_whole\n"
        "def write(file):\n    file.write(b'half'); file.flush(); print('here', flush=True); time.sleep(60)\n"
        "with stoppable():\n    write_whole(sys.argv[1], write)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "table.csv")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    assert len(os.listdir(tmp_path)) == 1
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (-signal.SIGTERM, "")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("module", sorted(KERNELS))
def test_a_compile_is_noticed_until_the_last_kernel_is_kept(module: str, tmp_path: Path) -> None:
    tag = f"py{sys.version_info[0]}{sys.version_info[1]}"
    folder = tmp_path / f"{module.split('.')[-2]}_1"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        (folder / f"kernels.turn_lines-1.{tag}.nbi").touch()
        assert not kernels_kept(module)
        (folder / f"kernels.{KERNELS[module][1][-1]}-1.{tag}.nbi").touch()
        assert kernels_kept(module)
        assert not any(kernels_kept(other) for other in KERNELS if other != module)


@pytest.mark.parametrize("module", sorted(KERNELS))
def test_the_kernels_that_are_compiled_last_are_kernels(module: str) -> None:
    assert all(callable(getattr(import_module(module), name)) for name in KERNELS[module][1])


def test_the_notice_of_a_compile_is_a_line_of_its_own(tmp_path: Path) -> None:
    shown = run("solve", "piglet:target=2", "--no-cache", NUMBA_CACHE_DIR=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert shown.stderr.startswith("compiling the kernels")


@pytest.mark.parametrize("columns", ["80", "30"])
def test_an_ascii_terminal_shows_no_escapes(columns: str) -> None:
    names = ("best-response(noisy(turtle,0.1))", "best-response(best-response(noisy(turtle,0.1)))")
    for arguments in (("duel", "piglet", *names), ("solve", "hog:target=20"), ("games", "hog"), ("strategies",)):
        shown = run(*arguments, PYTHONIOENCODING="ascii", COLUMNS=columns)
        assert shown.returncode == 0
        assert "\\u" not in shown.stdout


def test_a_strategy_that_is_async_is_refused_without_a_remark_of_python(tmp_path: Path) -> None:
    (tmp_path / "later.py").write_text("async def on(a, b, c):\n    return True\n")
    shown = subprocess.run(
        [*COMMAND, "duel", "pig:target=5", "later:on", "turtle"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert shown.returncode == 2
    assert len(shown.stderr.splitlines()) == 1
