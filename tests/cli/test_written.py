"""What is made of the code, and committed, is up to date: `make openapi` writes it anew."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from server.cli.cli import app
from tests.sampling import Sample

CALL = CliRunner()


def test_documents_are_written_and_compared(tmp_path: Path, sample: Sample) -> None:
    elsewhere = ["--output", str(tmp_path)]

    assert CALL.invoke(app, ["openapi", *elsewhere]).exit_code == 0
    assert CALL.invoke(app, ["openapi", "--check", *elsewhere]).exit_code == 0
    written = {name: (tmp_path / name).read_text(encoding="utf-8") for name in ("openapi.json", "asyncapi.yaml")}
    assert written == {name: Path("openapi", name).read_text(encoding="utf-8") for name in written}
    for name in sample.of([*written]):
        (tmp_path / name).write_text("{}")
        assert CALL.invoke(app, ["openapi", "--check", *elsewhere]).exit_code == 1
        (tmp_path / name).write_text(written[name], encoding="utf-8")


def test_the_committed_tables_of_codes_are_the_catalogues(tmp_path: Path) -> None:
    page = Path("docs/troubleshooting.md").read_text(encoding="utf-8")
    stale, unmarked = tmp_path / "stale.md", tmp_path / "unmarked.md"
    stale.write_text(page.replace("| `too_deep` | 400 |", "| `too_deep` | 422 |"), encoding="utf-8")
    unmarked.write_text("# A page\n", encoding="utf-8")

    assert CALL.invoke(app, ["codes", "--check"]).exit_code == 0
    assert CALL.invoke(app, ["codes", "--check", "--page", str(stale)]).exit_code == 1
    assert CALL.invoke(app, ["codes", "--page", str(stale)]).exit_code == 0
    assert stale.read_text(encoding="utf-8") == page
    assert CALL.invoke(app, ["codes", "--page", str(unmarked)]).exit_code == 2
