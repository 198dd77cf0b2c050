// Chance (chance.md): the commitment to the seed, the key of all draws, and the draws.

import { same } from "./log/canonical.mjs";
import { ensure } from "./faults.mjs";
import { hmac, sha256, toHex } from "./sha256.mjs";

export const commitmentTo = (seed) => toHex(sha256("moirai-seed-1\n", seed));

/** The key of all draws; `entropy` maps seats to the entropy that their players gave before the start. */
export function drawKey(seed, seats, entropy) {
  const given = seats.filter((seat) => entropy.has(seat)).map((seat) => `${seat}\n${entropy.get(seat)}\n`);
  if (given.length === 0) return seed;
  return hmac(seed, `moirai-seed-mix-1\n${given.join("")}`);
}

/** The draws of one phase, computed from the key. `draws` contains those made so far. */
export function fairChance(key, phase) {
  const draws = [];

  function* words(label, use) {
    for (let block = 0; ; block++) {
      const bytes = hmac(key, `moirai-draw-1\n${phase}\n${label}\n${use}\n${block}`);
      for (let at = 0; at < 32; at += 4) yield new DataView(bytes.buffer).getUint32(at);
    }
  }

  const below = (m, stream) => {
    for (;;) {
      const { value: word } = stream.next();
      if (word < 2 ** 32 - (2 ** 32 % m)) return word % m;
    }
  };

  function pick(label, candidates, k = 1) {
    const rest = [...candidates];
    const stream = words(label, draws.filter((draw) => draw.label === label).length);
    const picks = [];
    while (picks.length < k && rest.length > 0) picks.push(...rest.splice(below(rest.length, stream), 1));
    if (picks.length > 0) draws.push({ label, candidates: [...candidates], picks });
    return picks;
  }

  /** Lots for all candidates, each by its own name. */
  function lots(label, candidates) {
    const lot = Object.fromEntries(candidates.map((name) => [name, toHex(hmac(key, `moirai-lot-1\n${phase}\n${label}\n${name}`))]));
    const picks = [...candidates].sort((one, other) => (lot[one] < lot[other] ? -1 : 1));
    if (picks.length > 0) draws.push({ label, candidates: [...candidates], picks });
    return picks;
  }

  return { draws, pick, lots, one: (label, candidates) => pick(label, candidates)[0] };
}

/** The draws of one phase as logged, for logs without a seed: whether each is one that can be made. */
export function loggedChance(logged) {
  const draws = [];

  function pick(label, candidates, k = 1) {
    const count = Math.min(k, candidates.length);
    if (count <= 0) return [];
    const draw = logged[draws.length];
    ensure(draw && draw.label === label && same(draw.candidates, candidates), `the rules draw ${label} here, but the log does not`);
    const possible = new Set(draw.picks).size === count && draw.picks.length === count;
    ensure(possible && draw.picks.every((pick) => candidates.includes(pick)), `the draw ${label} is not possible`);
    draws.push(draw);
    return [...draw.picks];
  }

  return { draws, pick, one: (label, candidates) => pick(label, candidates)[0] };
}
