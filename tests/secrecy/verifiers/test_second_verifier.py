"""
A second verifier, written from the documents in another language, has the same verdicts as `moirai verify`.

So a verdict does not depend on one program, and the documents describe what the server does. The second verifier checks
all files of a test in one process.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.catalogue import GAMES
from engines.wizards_duel.data import SPELLS
from server.logs.store.entry import parse_entry, receipt_of
from server.matches import commands
from tests.clients.node import run_node
from tests.sampling import Sample
from tests.secrecy.verifiers.both_verifiers import (
    VERIFIER,
    Opinion,
    Verify,
    agreed,
    both,
    by_both_commands,
    file_of,
    second,
)
from tests.secrecy.verifiers.looks import looked_at
from tests.secrecy.verifiers.scribe import ENDS, Scribe, eventful, invited, never_begun, simulated
from tests.secrecy.verifiers.silence import THEN, silent
from tests.secrecy.verifiers.tampering import Log, changed, exported, of_other_rules, place_of, sealed_anew, with_entry

DOCS = Path(__file__).parents[3] / "docs"
VARIANTS = [(game.name, variant) for game in GAMES.values() for variant in game.variants]


def assert_good(logs: list[Log]) -> list[Opinion]:
    """Assert that both verifiers call each log good; return the second's results."""
    opinions = agreed([file_of(log) for log in logs])
    assert [opinion.verdict for opinion in opinions] == [(0, None)] * len(logs), opinions
    return opinions


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
def test_both_call_the_logs_of_every_variant_good(game: str, sample: Sample) -> None:
    """
    And nothing in them is unchecked.
    """
    variants = sample.of([variant for name, variant in VARIANTS if name == game])
    logs = [log for variant in variants for log in simulated(game, variant, matches=sample.count(3))]

    opinions = [opinion for pair in both([file_of(log) for log in logs]) for opinion in pair]

    assert [(opinion.code, opinion.unchecked) for opinion in opinions] == [(0, [])] * 2 * len(logs)
    said = f"  checked with the rules of {game}, version {GAMES[game].rules_version}"
    assert {line for opinion in opinions for line in opinion.rules} == {said}


@pytest.mark.parametrize(
    ("game", "variant", "sizes"),
    [
        ("threads_of_fate", "classic", {"heaven_size": 8, "hell_size": 12}),
        ("divine_intervention", "standard", {"deities": 4, "shamans": 16}),
    ],
)
def test_both_call_matches_of_the_largest_realms_good(
    game: str, variant: str, sizes: dict[str, int], sample: Sample
) -> None:
    """
    The tenth seat comes before the second one where ids are ordered as texts.
    """
    logs = []
    for seed in range(sample.count(10, least=3)):
        match = Scribe(game, variant, sizes, random=Random(seed), seed=bytes([seed] * 32))
        match.start()
        match.play_out(absent=0.1)
        logs.append(match.log)

    assert_good(logs)


def test_both_call_what_hosts_and_players_may_do_good() -> None:
    """
    Entropy, messages, mutes, pauses, other deadlines, reservations, replaced players, silent seats, looks, losses,
    closing and ending a match, rematches.

    Most of these logs date from before reservations: the host gives a seat to a player at once.
    """
    logs = [
        *(eventful(seed, end) for seed in range(6) for end in ENDS),
        invited(),
        *map(silent, THEN),
        looked_at(),
        never_begun(),
    ]
    kinds = {entry.kind for log in logs for entry in log}

    assert_good(logs)

    seats = {"seat_taken", "seat_left", "seat_reserved", "seat_released"}
    played = {"started", "submitted", "resolved", "absence_noted", "message", "host_action"}
    assert kinds == {"created", *seats, *played, "loss_noted", "rematch_called", "host_view_asked", "called_off"}


@pytest.mark.parametrize(("game", "variant"), [("threads_of_fate", "quick"), ("apocalypse", "skirmish")])
@pytest.mark.parametrize("show_submitted", [False, True])
def test_both_call_an_eager_match_with_resubmissions_good(game: str, variant: str, *, show_submitted: bool) -> None:
    match = Scribe(game, variant, terms={"pace": "eager", "show_submitted": show_submitted}, random=Random(2))
    match.start()
    ready, *others = match.seats
    match.submit(ready, keep_thinking=True)
    match.withdraw(ready)
    match.submit(ready, keep_thinking=True)
    for seat in others:
        match.submit(seat)
    match.submit(ready)
    match.close()
    match.play_out(absent=0.1)

    assert_good([match.log])

    assert {"all_submitted", "deadline"} <= {told.fact.get("because") for entry in match.log for told in entry.facts}


def test_both_call_the_bounds_of_what_people_choose_good() -> None:
    """
    The largest values of a request, and names with joiners; and a phase that waits for nobody, but was closed at its
    deadline.
    """
    match = Scribe("wizards_duel", "colosseum", terms={"pace": "eager", "spectator_lag": 100})
    match.take("a", "علی\u200cرضا 👩🏽\u200d🚀")
    match.leave("a")
    match.take("a", "\N{MAGE}" * 40)
    match.take("b", "B. \u00ad")
    match.start()
    match.act(commands.pause, "\N{MAGE}" * 500)
    match.act(commands.resume, match.now)
    for seat in match.seats:
        match.submit(seat)
    match.wait(days=1)
    match.close()
    match.adjudicate({"a": 64, "b": 1}, "")

    assert_good([match.log])

    assert place_of(match.log, "phase_closed", because="deadline")


def test_both_know_the_lengths_of_phases_and_that_old_logs_have_none() -> None:
    """
    As if a server from before had written the second log; in the third, the secret options alone are without.
    """
    given = simulated("divine_intervention", "small", 1, round_seconds=600, choice_seconds=30)
    (usual,) = simulated("divine_intervention", "small", 1)
    old, halved = _without_lengths(usual, "match_created", "secret_options"), _without_lengths(usual, "secret_options")

    assert_good([*given, old])
    (opinion,) = agreed([file_of(halved)])

    assert opinion.verdict == (1, 1)
    seconds = {fact["phase"]["seconds"] for fact in _facts(given[0], "phase_opened")}
    assert seconds == {30, 600}


def _facts(log: Log, fact_type: str) -> list[Any]:
    return [told.fact for entry in log for told in entry.facts if told.type == fact_type]


def _without_lengths(log: Log, *fact_types: str) -> Log:
    first = log[0]
    for fact_type in fact_types:
        (options,) = (told.fact["options"] for told in first.facts if told.type == fact_type)
        assert isinstance(options, dict)
        first = changed(
            first, fact_type, options={name: value for name, value in options.items() if not name.endswith("_seconds")}
        )
    return sealed_anew([first, *log[1:]])


def test_both_call_a_match_with_a_pack_good() -> None:
    """
    The log contains only the hash of the pack's content.
    """
    pack = GAMES["hero_of_the_arena"].options("standard", {}).cards.model_dump(mode="json")
    pack["name"] = "The Same Sand"
    logs = simulated("hero_of_the_arena", "skirmish", 2, pack=pack)

    opinions = assert_good(logs)

    assert ["pack" in line for opinion in opinions for line in opinion.unchecked] == [True, True]


@pytest.mark.parametrize("milliseconds", [1, 300, 500, 700, 999])
def test_an_extension_that_was_cut_at_the_furthest_deadline_is_good_to_both(milliseconds: int) -> None:
    duel = Scribe("wizards_duel", "archwizard", seed=bytes(32))
    duel.start()
    duel.wait(milliseconds=milliseconds)
    duel.act(commands.extend, 2_592_000, duel.now)
    duel.play(2)

    assert_good([duel.log])


def test_a_log_with_withheld_messages_is_good_to_both() -> None:
    (opinion,) = assert_good([exported(eventful())])

    assert "3 private messages are withheld" in opinion.unchecked[0]


def test_both_accept_a_running_match_as_far_as_it_can_be_checked() -> None:
    ((ours, theirs),) = both([file_of(eventful()[:30])])

    assert ours.verdict == (0, None)
    for opinion in (ours, theirs):
        assert "seed is not in the log" in opinion.unchecked[0]


def test_rules_that_a_verifier_does_not_know_are_reported_not_guessed() -> None:
    ((ours, theirs),) = both([file_of(of_other_rules(eventful()))])

    assert ours.verdict == (0, None)
    assert any("another version of the rules" in line for line in ours.unchecked)
    assert "version 0, are not in this verifier" in theirs.unchecked[0]


def _confusion_has_no_effect(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(SPELLS, "4", replace(SPELLS["4"], lower_wins=False))


def _one_point_hurts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("engines.apocalypse.scoring._HURT_FROM", 1)


def _donations_count_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("engines.threads_of_fate.data.LEVEL_DONATIONS", (1, 2, 3))


def _prophets_count_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("engines.divine_intervention.worship._factor", lambda turn, deity, shaman: 1)


def _a_perk_more_is_on_display(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("engines.hero_of_the_arena.shop.PERKS_ON_DISPLAY", 4)


WRONG_RULES: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "wizards_duel": ("archwizard", _confusion_has_no_effect),
    "apocalypse": ("skirmish", _one_point_hurts),
    "threads_of_fate": ("quick", _donations_count_early),
    "divine_intervention": ("small", _prophets_count_once),
    "hero_of_the_arena": ("skirmish", _a_perk_more_is_on_display),
}


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", WRONG_RULES)
def test_both_find_a_match_played_by_another_rule(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The log comes from a server with one wrong rule: its chain and its draws are valid.
    """
    variant, change = WRONG_RULES[game]
    with monkeypatch.context() as patch:
        change(patch)
        logs = simulated(game, variant, matches=6)

    opinions = agreed([file_of(log) for log in logs])

    assert any("the rules give something else" in line for opinion in opinions for line in opinion.lines)


def test_the_second_verifier_checks_resolutions_by_the_draws_in_the_log_while_the_seed_is_not_known() -> None:
    """
    `moirai verify` checks less here: it leaves resolutions unchecked without the seed.
    """
    log = eventful()[:40]
    at = place_of(log, "wizards_duel.round_explained")
    forged = sealed_anew(with_entry(log, at, changed(log[at], "wizards_duel.round_explained", cancelled=["a", "b"])))

    (opinion,) = second([file_of(forged)])

    assert opinion.verdict == (1, at + 1)


CHANCE_VECTORS = f"""
import {{ readFileSync }} from "node:fs";
import {{ commitmentTo, drawKey, fairChance }} from {json.dumps((VERIFIER.parent / "chance.mjs").as_uri())};
import {{ canonical }} from {json.dumps((VERIFIER.parent / "log" / "canonical.mjs").as_uri())};
import {{ bodyOf, hashOf, receiptOf }} from {json.dumps((VERIFIER.parent / "log" / "entry.mjs").as_uri())};
const {{ entry, seed, draws, entropies }} = JSON.parse(readFileSync(0, "utf8"));
const bytes = Buffer.from(seed, "hex");
const chances = new Map();
const pick = ({{ phase, label, candidates, k }}) => {{
  if (!chances.has(phase)) chances.set(phase, fairChance(bytes, phase));
  return chances.get(phase).pick(label, candidates, k);
}};
console.log(JSON.stringify({{
  line: canonical(entry), body: bodyOf(entry), hash: hashOf(entry), receipt: receiptOf(entry),
  commitment: commitmentTo(bytes), picks: draws.map(pick),
  keys: entropies.map((given) => Buffer.from(drawKey(bytes, ["a", "b"], new Map(given))).toString("hex")),
}}));
"""


def test_the_second_verifier_gives_what_the_test_vectors_of_the_documents_say() -> None:
    log_page, chance_page = [(DOCS / name).read_text(encoding="utf-8") for name in ("log.md", "verify.md")]
    line = next(line for line in log_page.splitlines() if line.startswith('{"at"') and '"hash"' in line)
    body = re.search(r"have the hash `([0-9a-f]{64})`", log_page)
    commitment = re.search(r"The commitment to that seed is `([0-9a-f]{64})`", chance_page)
    row = r"^\| (\d+) \| `(\S+)` \| `([^`]+)` \| (\d) \| `([^`]+)` \|$"
    rows = re.findall(row, chance_page, re.MULTILINE)
    keys = re.findall(r"^\| [^|]*\| `([0-9a-f]{64})` \|$", chance_page, re.MULTILINE)
    assert body
    assert commitment
    assert (len(rows), len(keys)) == (6, 3)

    entropies = [[], [["a", "11" * 32]], [["b", "2f" * 32], ["a", "11" * 32]]]
    draws = [
        {"phase": int(phase), "label": label, "candidates": candidates.split(), "k": int(k)}
        for phase, label, candidates, k, _ in rows
    ]
    given = {"entry": json.loads(line), "seed": bytes(range(32)).hex(), "draws": draws, "entropies": entropies}
    said = run_node(CHANCE_VECTORS, given)

    assert said == {
        "line": line,
        "body": body[1],
        "hash": json.loads(line)["hash"],
        "receipt": receipt_of(parse_entry(json.loads(line))),
        "commitment": commitment[1],
        "picks": [picks.split() for *_, picks in rows],
        "keys": keys,
    }


@by_both_commands
def test_the_command_answers_by_exit_code(verify: Verify, tmp_path: Path) -> None:
    log = eventful()
    good, wrong, unreadable = [tmp_path / name for name in ("good", "wrong", "unreadable")]
    good.write_bytes(file_of(log).bytes)
    wrong.write_bytes(file_of(log[:5] + log[6:]).bytes)
    unreadable.write_bytes(file_of(log).bytes[:-10])
    commitment, receipt = str(log[0].facts[0].fact["seed_commitment"]), receipt_of(log[place_of(log, "submitted", 1)])

    code, said = verify(str(good))

    assert (code, said.splitlines()[0]) == (0, f"{log[0].log_id}: good, {len(log)} entries")
    kept = ("--commitment", commitment, "--receipt", receipt, "--head", log[place_of(log, "phase_closed") - 1].hash)
    assert verify(str(good), *kept)[0] == 0
    assert verify(str(good), "--receipt", commitment)[0] == 1
    assert verify(str(good), "--head", "0" * 64) == (1, f"{said}head {'0' * 64}: not in any entry\n")
    code, said = verify(str(wrong))
    assert (code, said.splitlines()[0]) == (1, f"{log[0].log_id}: WRONG, {len(log) - 1} entries")
    assert said.splitlines()[1].startswith("  entry 7: ")
    for given in ([str(unreadable)], [str(tmp_path / "none")], [], [str(good), "--head"]):
        assert verify(*given)[0] == 2


_HASH = f"""
import {{ readFileSync }} from "node:fs";
import {{ fromHex, hmac, sha256, toHex }} from "{VERIFIER.with_name("sha256.mjs").as_uri()}";
const given = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(given.map(([key, text]) => [toHex(sha256(text)), toHex(hmac(fromHex(key), text))])));
"""


def test_the_hashes_of_the_second_are_those_of_the_standard_library() -> None:
    """It computes them itself, to run in browsers: of texts and keys of all lengths around the size of a block."""
    random = Random(1)
    texts = ["".join(random.choices("aZ0\n\x00äμ🎲", k=length)) for length in range(200)]
    keys = [random.randbytes(length) for length in range(1, 201)]

    computed = run_node(_HASH, [[key.hex(), text] for key, text in zip(keys, texts, strict=True)])

    for key, text, (plain, keyed) in zip(keys, texts, computed, strict=True):
        assert plain == sha256(text.encode()).hexdigest()
        assert keyed == hmac.new(key, text.encode(), sha256).hexdigest()
