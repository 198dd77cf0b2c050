"""The README's tour works as printed."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from tests.serving import run, serving

ROOT = Path(__file__).parent.parent


async def test_the_five_minute_tour_works_as_printed(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = readme.partition("<!-- tour -->")[2].partition("<!-- end of tour -->")[0]
    printed = "\n".join(re.findall(r"```bash\n(.*?)```", tour, re.DOTALL))
    async with serving(f"sqlite:///{tmp_path}/tour.db") as (_, url):
        # The server of `make serve` may be running beside the tests, so this one has another port.
        script = printed.replace("http://127.0.0.1:8000", url).replace(".venv/bin", str(Path(sys.executable).parent))
        said = await run(
            "bash",
            "-euo",
            "pipefail",
            "-c",
            script,
            folder=tmp_path,
            environment=dict(os.environ),
            patience_seconds=120,
        )

    assert "wizards_duel.round_played" in said
    assert '"code":"spell_not_in_hand"' in said
    assert "'const': '1', 'title': " in said
