"""Play and record the golden matches that are missing."""

from __future__ import annotations

from random import Random

from engines.catalogue import GAMES
from tests.golden.courses import COURSES, moved
from tests.golden.files import ALL, Recorded, write
from tests.golden.witness import told_and_seen

for golden in ALL:
    course = moved if golden.course == "moved" else COURSES[golden.course]
    begins_by_newest = golden.rules_version == GAMES[golden.game].rules_version
    if not golden.path.exists() and (course is moved or begins_by_newest):
        log = course(golden.game, golden.variant, Random(f"{golden} 1")).log
        write(golden, Recorded([entry.as_line() for entry in log], told_and_seen(log)))
        print(golden)
