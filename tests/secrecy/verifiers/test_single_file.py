"""The second verifier as one file, as a server offers it, has the same verdicts as its modules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from server.api.pages.library import verifier
from server.api.pages.single_file import single_file
from tests.clients.node import node
from tests.golden.files import ALL, read
from tests.sampling import Sample
from tests.secrecy.verifiers.both_verifiers import VERIFIER, File, file_of, second
from tests.secrecy.verifiers.forgeries import CAREFUL, CARELESS
from tests.secrecy.verifiers.scribe import eventful
from tests.secrecy.verifiers.tampering import sealed_anew


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, alone in its folder."""
    path = tmp_path_factory.mktemp("alone") / "verify.mjs"
    path.write_text(verifier(), encoding="utf-8")
    return path


def test_it_reports_the_same_on_old_matches_as_the_modules(one_file: Path, sample: Sample) -> None:
    eventful_ones = [golden for golden in ALL if golden.course == "eventful"]
    files = [File("".join(read(golden).log).encode()) for golden in sample.of(eventful_ones)]

    opinions = second(files, one_file)

    assert opinions == second(files)
    assert {opinion.code for opinion in opinions} == {0}


def test_it_reports_the_same_on_tampered_and_unreadable_logs_as_the_modules(one_file: Path, sample: Sample) -> None:
    log = eventful(seed=2)
    careless = [forge(log).log for forge in sample.of(list(CARELESS.values()))]
    careful = [sealed_anew(forge(log).log) for forge in sample.of(list(CAREFUL.values()))]
    files = [*map(file_of, careless), *map(file_of, careful), File(file_of(log).bytes[:-10])]

    opinions = second(files, one_file)

    assert opinions == second(files)
    assert {opinion.code for opinion in opinions} == {1, 2}


def test_as_a_command_it_prints_what_the_modules_print(one_file: Path, tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(file_of(eventful()).bytes)
    (tmp_path / "wrong").write_bytes(file_of(eventful()[1:]).bytes)

    for arguments, code in ((["good"], 0), (["wrong"], 1), (["good", "--head", "0" * 64], 1), (["none"], 2), ([], 2)):
        alone, parts = [
            subprocess.run(
                [node(), str(command), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            for command in (one_file, VERIFIER)
        ]

        assert (alone.returncode, alone.stdout, alone.stderr) == (code, parts.stdout, parts.stderr)


MODULES = {
    "main.mjs": """\
/* What stands at the top of the file. */

import { basename } from "node:path";

import { name, Thing } from "./one.mjs";
import {
  count,
  name$,
} from "./deep/two.mjs";

const own = "main";
console.log(JSON.stringify([own, name(), new Thing().own, name$, [...count(3)], basename("a/b")]));
""",
    "one.mjs": """\
import { name$ } from "./deep/two.mjs";

const own = "one";
export function name() {
  return own + name$;
}

export class Thing {
  own = own;
}
""",
    "deep/two.mjs": """\
import { basename } from "node:path";

import { limit } from "../three.mjs";

const own = "two";
const name = own;
export const name$ = basename(`x/${name}`);
export function* count(most) {
  for (let number = 0; number < Math.min(most, limit); number++) yield number;
}
""",
    "three.mjs": "const own = 2;\nexport const limit = own;\n",
}


def _write(folder: Path, modules: Mapping[str, str]) -> None:
    for name, text in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_equal_names_in_different_modules_do_not_collide(tmp_path: Path) -> None:
    _write(tmp_path, MODULES)
    (tmp_path / "one_file.mjs").write_text(single_file(tmp_path, "main.mjs"), encoding="utf-8")

    said = [
        subprocess.run([node(), str(tmp_path / name)], capture_output=True, text=True, check=True).stdout
        for name in ("main.mjs", "one_file.mjs")
    ]

    assert said[1] == said[0]
    assert json.loads(said[1]) == ["main", "onetwo", "one", "two", [0, 1], "b"]


UNLINKABLE = {
    "a name that is not exported": 'import { own } from "./three.mjs";',
    "another name for an import": 'import { limit as most } from "./three.mjs";',
    "a second constant in one line": 'import { two } from "./pair.mjs";',
}


@pytest.mark.parametrize("line", UNLINKABLE.values(), ids=UNLINKABLE)
def test_a_module_that_cannot_be_linked_is_refused(tmp_path: Path, line: str) -> None:
    pair = "export const one = 1, two = 2;\n"
    _write(tmp_path, MODULES | {"pair.mjs": pair, "main.mjs": f"/* The top. */\n{line}\n"})

    with pytest.raises(ValueError, match="does not export"):
        single_file(tmp_path, "main.mjs")
