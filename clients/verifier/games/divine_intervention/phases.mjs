// Phases, their channels, and the opening of a round.

import { CATALOGUE, parameterOf } from "./data.mjs";

export const auctionIn = (truth, r) => r % 2 === 0 && r < truth.options.last_round;
export const told = (to, type, fields) => ({ to, fact: { type: `divine_intervention.${type}`, ...fields } });

// §2: the phase that opens is the last fact.
export function open(truth, name, round, must) {
  const { round_seconds = 86400, choice_seconds = 43200 } = truth.options; // old logs do not have these options
  const seconds = name === "round" ? round_seconds : choice_seconds;
  truth.phase = { early_close: false, keeps_deadline: false, may: [], must, name, number: truth.phase.number + 1, round, seconds, withdrawable: true };
  return { to: "everyone", fact: { type: "phase_opened", phase: { ...truth.phase } } };
}

// §9, channels
export const opened = (channel, members) => ({ to: members, fact: { type: "channel_opened", channel, members, spectators: false } });
export const pair = (a, b) => opened(`pair:${a}:${b}`, [a, b]);
export function prophetChannels(truth, r, make) {
  if (truth.options.cross_realm_chat) return [];
  return truth.deities.filter((d) => truth.prophets[d][r]).map((d) => make(d, truth.prophets[d][r]));
}
export const closePair = (d, s) => ({ to: [d, s], fact: { type: "channel_closed", channel: `pair:${d}:${s}` } });

// §5 step 10 and the close of `anointing`: prophets, their channels, the offer, the phase.
export function openRound(truth, r, chance) {
  const { options, deities, shamans, prophets, boons } = truth, facts = [];
  for (const d of deities) facts.push(told([d], "prophet_named", { seat: d, round: r, prophet: prophets[d][r] }));
  for (const s of shamans) facts.push(told([s], "prophet_of", { seat: s, round: r, deities: deities.filter((d) => prophets[d][r] === s) }));
  facts.push(...prophetChannels(truth, r - 1, closePair), ...prophetChannels(truth, r, pair));
  if (auctionIn(truth, r)) {                                      // §7, offers
    let offer = options.boon_offers?.[r];
    if (!offer) {
      const mark = r + 1 === options.last_round ? "closing" : "opening", before = Object.values(truth.offers).flat();
      const rest = boons.filter((b) => [mark, "both"].includes(b.offered) && !before.includes(b.id)).map((b) => b.id);
      const first = r === 0 && rest.includes("revelation") ? ["revelation"] : [];
      offer = [...first, ...chance.pick(`boons:${r}`, rest.filter((id) => !first.includes(id)), 3 - first.length)];
    }
    truth.offers[r] = offer;
    const cards = offer.map((id) => {
      const { name, text } = boons.find((b) => b.id === id);
      return { id, name, text, kind: CATALOGUE[id][1], parameter: parameterOf(id) };
    });
    facts.push(told(options.boons_public ? "everyone" : deities, "boons_offered", { round: r, boons: cards }));
  }
  return [...facts, open(truth, "round", r, [...deities, ...shamans])];
}
