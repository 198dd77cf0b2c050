"""`python -m tests.secrecy GAME VARIANT VIEWER SEED`: repeat one case of the property and print its report."""

from __future__ import annotations

import sys

from engines.kit import Viewer
from tests.secrecy.twins.cases import Case
from tests.secrecy.twins.minimise import report
from tests.secrecy.twins.twins import run


def main() -> int:
    game, variant, viewer, seed = sys.argv[1:]
    case = Case(game, variant, Viewer(viewer), int(seed))
    result = run(case)
    if result.difference is None:
        print(f"{case}: {result.tally.states} states compared, no difference.")
        return 0
    print(report(case, result))
    return 1


sys.exit(main())
