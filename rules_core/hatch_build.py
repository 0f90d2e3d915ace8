"""Building the package: the rules of the game go with the code that cites them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulesOfTheGame(BuildHookInterface[Any]):
    """Puts the page that the project keeps in its docs folder into the package, as RULES.md."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Add it when building from a clone; an sdist made of one has it already."""
        package = Path(self.root)
        rules = package.parent / "docs" / "rules.md"
        if rules.is_file():
            build_data["force_include"][str(rules)] = "RULES.md"
        elif not (package / "RULES.md").is_file():
            raise FileNotFoundError(f"There is neither {rules} nor RULES.md in {package}.")
