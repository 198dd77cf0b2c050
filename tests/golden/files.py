"""
The files of golden matches: xz over JSON with `log`, the lines of the exported log, and `viewers`, which maps each
viewer to the events it was `told` and the views it `saw` by cursor, each as its exact text.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from tests.golden.courses import COURSES
from tests.golden.witness import Testimony

_FOLDER: Final = Path(__file__).parent / "matches"


@dataclass(frozen=True, slots=True)
class Golden:
    """The identity of a match: one for each course of a variant, by the version of the rules with which it begins."""

    game: str
    variant: str
    course: str
    rules_version: int

    def __str__(self) -> str:
        oldest = self.rules_version == min(GAMES[self.game].versions)
        return f"{self.game}-{self.variant}-{self.course}{'' if oldest else f'-{self.rules_version}'}"

    @property
    def path(self) -> Path:
        return _FOLDER / f"{self}.json.xz"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The content of a file."""

    log: Sequence[str]
    viewers: Mapping[str, Testimony]


def goldens_of(engine: AnyEngine) -> list[Golden]:
    return [
        Golden(engine.name, variant, course, version)
        for version in engine.versions
        for variant in engine.variants
        for course in (*COURSES, *(["moved"] if engine.versions[version].carries_over else []))
    ]


ALL: Final = [golden for engine in GAMES.values() for golden in goldens_of(engine)]


def read(golden: Golden) -> Recorded:
    assert golden.path.exists(), f"{golden} is missing: `python -m tests.golden` records it, once the rules are final."
    recorded = json.loads(lzma.decompress(golden.path.read_bytes()))
    viewers = {
        viewer: Testimony(testimony["told"], {int(cursor): view for cursor, view in testimony["saw"].items()})
        for viewer, testimony in recorded["viewers"].items()
    }
    return Recorded(recorded["log"], viewers)


def write(golden: Golden, recorded: Recorded) -> None:
    """Record a match that was not recorded before."""
    viewers = {viewer: asdict(testimony) for viewer, testimony in recorded.viewers.items()}
    text = json.dumps({"log": recorded.log, "viewers": viewers}, ensure_ascii=False)
    golden.path.parent.mkdir(exist_ok=True)
    with golden.path.open("xb") as file:
        file.write(lzma.compress(text.encode(), preset=9))
