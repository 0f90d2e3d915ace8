"""rules_core builds as a wheel of its own, typed and complete."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.unit

PROJECT = Path(__file__).parents[3]
SOURCE = PROJECT / "rules_core"
RULES = PROJECT / "docs" / "rules.md"
ONLY_FOR_BUILDING = {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}


def built(target: str, tree: Path) -> Path:
    """What the backend that the package names makes of a tree, without a network."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", "dist"],
        cwd=tree,
        check=True,
        capture_output=True,
    )
    (found,) = (tree / "dist").iterdir()
    return found


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it lies in a clone of the project."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "docs").mkdir()
    shutil.copy(RULES, folder / "docs")
    return shutil.copytree(
        SOURCE, folder / "rules_core", ignore=shutil.ignore_patterns("__pycache__")
    )


@pytest.fixture(scope="module", params=["clone", "sdist"])
def wheel(
    request: pytest.FixtureRequest, clone: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The wheel, built from a clone or, as for a package index, from the sdist of one."""
    tree = shutil.copytree(clone.parent, tmp_path_factory.mktemp("tree"), dirs_exist_ok=True)
    if request.param == "clone":
        return built("wheel", tree / "rules_core")
    unpacked = tmp_path_factory.mktemp("sdist")
    with tarfile.open(built("sdist", tree / "rules_core")) as archive:
        archive.extractall(unpacked, filter="data")
    (package,) = unpacked.iterdir()
    return built("wheel", package)


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    """The wheel as it lies in somebody's site-packages."""
    target = wheel.parent / "installed"
    with ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel: Path) -> None:
    expected = {
        f"rules_core/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } - {f"rules_core/{name}" for name in ONLY_FOR_BUILDING}
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected | {"rules_core/RULES.md"}
    assert {"rules_core/py.typed", "rules_core/data/kazaross_xg2.json"} <= names


def test_the_wheel_carries_readme_licence_and_command(unpacked: Path) -> None:
    (facts,) = unpacked.glob("*.dist-info")
    metadata = HeaderParser().parsestr((facts / "METADATA").read_text(encoding="utf-8"))
    assert metadata["Name"] == "barpoint-rules-core"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata.get_payload() == (SOURCE / "README.md").read_text(encoding="utf-8")
    licence = (facts / "licenses" / "LICENSE").read_text(encoding="utf-8")
    assert licence == (SOURCE.parent / "LICENSE").read_text(encoding="utf-8")
    command = (facts / "entry_points.txt").read_text(encoding="utf-8").split()
    assert command == ["[console_scripts]", "rules-core", "=", "rules_core.__main__:main"]


def test_the_rules_that_the_code_cites_come_with_it(unpacked: Path) -> None:
    assert (unpacked / "rules_core" / "RULES.md").read_bytes() == RULES.read_bytes()


def test_a_tree_without_the_rules_builds_no_wheel(clone: Path, tmp_path: Path) -> None:
    alone = shutil.copytree(clone, tmp_path / "rules_core")
    with pytest.raises(subprocess.CalledProcessError) as refused:
        built("wheel", alone)
    assert b"RULES.md" in refused.value.stderr


def test_the_unpacked_wheel_answers_by_itself(unpacked: Path) -> None:
    """Isolated and without site-packages, so that nothing around it can help."""
    code = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r})\n"
        "from rules_core.cli import equity\n"
        "import argparse\n"
        "parser = argparse.ArgumentParser()\n"
        "equity.register(parser.add_subparsers())\n"
        "arguments = parser.parse_args(['equity', '--length', '7', '--score', '4', '2'])\n"
        "arguments.run(arguments)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True
    )
    assert json.loads(answer.stdout)["a"]["chance"] == 0.64795


CLIENT = """
from pathlib import Path
import rules_core as bg

match: bg.Match = bg.Match(length=7).throw(3, 1).play("8/5 6/5").double().take()
game: bg.GameState | None = match.game
score: bg.Score = match.record("a", "gammon", cube=2).score
plays: tuple[bg.Play, ...] = bg.Position().plays(3, 1)
replayed: bg.Replay = bg.replay(bg.read_mat(Path("friday.mat")), strict=True)
text: str = bg.write_mat(replayed) + bg.Position().svg(theme="dark") + bg.__version__
chance: float = bg.winning_chance(bg.Standing(3, 5))
"""


@pytest.mark.slow
def test_who_uses_the_wheel_passes_mypy_strict_and_so_does_the_wheel(
    unpacked: Path, tmp_path: Path
) -> None:
    client = tmp_path / "client.py"
    client.write_text(CLIENT, encoding="utf-8")
    package = shutil.copytree(unpacked / "rules_core", tmp_path / "site" / "rules_core")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file="),
            *("--cache-dir", str(tmp_path / "cache"), str(client), str(package)),
        ],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(package.parent)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_foreign_package_that_is_imported_is_declared() -> None:
    imported = {
        name.split(".")[0]
        for path in SOURCE.rglob("*.py")
        if path.name not in ONLY_FOR_BUILDING
        for name in _imports(ast.parse(path.read_text(encoding="utf-8")))
    }
    foreign = imported - sys.stdlib_module_names - {"rules_core"}
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert foreign == {re.split(r"[^\w-]", needed)[0] for needed in project["dependencies"]}


def _imports(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names
