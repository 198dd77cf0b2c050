"""The second verifier computes hashes itself, so that it also runs in browsers."""

from __future__ import annotations

import hmac
from hashlib import sha256
from random import Random

from tests.clients.node import run_node
from tests.secrecy.verifiers.both_verifiers import VERIFIER

_HASH = f"""
import {{ readFileSync }} from "node:fs";
import {{ fromHex, hmac, sha256, toHex }} from "{VERIFIER.with_name("sha256.mjs").as_uri()}";
const given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(given.map(([key, text]) => [toHex(sha256(text)), toHex(hmac(fromHex(key), text))])));
"""


def test_its_hashes_are_those_of_the_standard_library() -> None:
    """Of texts and keys of all lengths around the size of a block, in ASCII and beyond."""
    random = Random(1)
    texts = ["".join(random.choices("aZ0\n\x00äμ🎲", k=length)) for length in range(200)]
    keys = [random.randbytes(length) for length in range(1, 201)]

    computed = run_node(_HASH, [[key.hex(), text] for key, text in zip(keys, texts, strict=True)])

    for key, text, (plain, keyed) in zip(keys, texts, computed, strict=True):
        assert plain == sha256(text.encode()).hexdigest()
        assert keyed == hmac.new(key, text.encode(), sha256).hexdigest()
