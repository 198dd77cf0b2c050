"""A language of the web client is a folder, and then every part says everything in it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

from tests.web.boards import run_in_node
from tests.web.conftest import WEB

STRINGS: Final = WEB / "source" / "strings"

_TEXT: Final = re.compile(r'(?<=[:?>(,] )(["`])|(?<=[(\[])(["`])|(?<=  )(["`])')
"""Where a text begins, which is not compared with anything."""

_LOADS_ALL: Final = """
import { test } from "node:test";
import assert from "node:assert";
import { chooseLanguage, language, say } from "./source/strings/index.js";
import { textsOf } from "./source/strings/parts.js";

globalThis.document = { documentElement: {} };
const without = (text, at) =>
  typeof text === "object" ? Object.entries(text).flatMap(([name, inside]) => without(inside, `${at}.${name}`))
  : /QQ/.test(String(text)) || !/["`].*[a-z]/i.test(JSON.stringify(String(text))) ? [] : [at];

test("every part is said in the language", async () => {
  await chooseLanguage(["yy", "xx", "en"]);
  assert.equal(language, "xx");
  const found = without(say, "general");
  for (const part of PARTS) found.push(...without(await textsOf(part), part));
  assert.deepEqual(found, []);
});
"""


async def test_everything_is_said_in_a_language_that_has_been_added(tmp_path: Path) -> None:
    """The invented one is English with a mark in each text."""
    shutil.copytree(STRINGS, tmp_path / "source" / "strings")
    invented = tmp_path / "source" / "strings" / "xx"
    invented.mkdir()
    parts = sorted((STRINGS / "en").iterdir())
    for part in parts:
        text = part.read_text(encoding="utf-8")
        (invented / part.name).write_text(_TEXT.sub(r"\g<0>QQ", text), encoding="utf-8")
    names = [part.stem for part in parts if part.stem != "general"]
    script = tmp_path / "loads_all.ts"
    script.write_text(_LOADS_ALL.replace("PARTS", str(names)), encoding="utf-8")

    await run_in_node(script, tmp_path)


def test_no_text_is_said_beside_the_languages() -> None:
    """Code asks for the texts of its part, whatever the language."""
    code = [path for path in (WEB / "source").rglob("*.ts*") if path.parents[1] != STRINGS]

    assert [path.name for path in code if re.search(r'["`]de["`]|const (?:en|de)\b', path.read_text("utf-8"))] == []
