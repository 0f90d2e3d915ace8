"""rules_core builds as a wheel of its own, typed and complete."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.unit

SOURCE = Path(__file__).parents[3] / "rules_core"
NOT_IN_THE_PACKAGE = {"pyproject.toml", "README.md", "LICENSE"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the backend that the package names, from a copy and without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = shutil.copytree(SOURCE, folder / "source")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


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
    } - {f"rules_core/{name}" for name in NOT_IN_THE_PACKAGE}
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected
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


def test_every_foreign_package_that_is_imported_is_declared() -> None:
    imported = {
        name.split(".")[0]
        for path in SOURCE.rglob("*.py")
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
