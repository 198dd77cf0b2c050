// §8: the end.

import { table } from "../../lists.mjs";
import { PINK } from "./data.mjs";
import { told, open, prophetChannels, closePair } from "./phases.mjs";

// §8. Seats by rank; `keys` gives what to compare, smaller first; equal keys are drawn.
function ranking(list, keys, label, chance) {
  const compare = (x, y) => keys[x].map((k, i) => k - keys[y][i]).find(Boolean) ?? 0;
  const sorted = [...list].sort(compare), ranks = [];
  while (ranks.length < list.length) {
    const tied = list.filter((seat) => compare(seat, sorted[ranks.length]) === 0);
    ranks.push(...(tied.length > 1 ? chance.pick(`${label}:${ranks.length + 1}`, tied, tied.length) : tied));
  }
  return ranks;
}

export function endPlay(truth, chance) {
  const { deities, shamans, piety, zeal, completed } = truth;
  const first = (d) => truth.history[d].findIndex((x) => x >= piety[d]);                       // R26
  const heaven = ranking(deities, table(deities, (d) => [-piety[d], -zeal[d], first(d)]), "heaven_tie", chance);
  const hell = ranking(shamans, table(shamans, (s) => {
    const rooms = Object.keys(completed[s]), rounds = Object.values(completed[s]).sort((x, y) => y - x);
    return [-rooms.length, -rooms.filter((room) => PINK.includes(room)).length, ...rounds];     // R27
  }), "hell_tie", chance);
  const second = heaven[1], second_stays = heaven.length > 2 && deities.every((d) => d === second || zeal[d] < zeal[second]);
  const rooms = table(shamans, (s) => Object.keys(completed[s]).length);
  truth.result = { heaven, hell, second_stays, piety: { ...piety }, zeal: { ...zeal }, rooms };
  const facts = [...prophetChannels(truth, truth.phase.round, closePair), told("everyone", "play_ended", { result: truth.result })];
  return [...facts, ...(second_stays ? end(truth, []) : [open(truth, "ascension", truth.phase.round, [heaven[0]])])];
}

export const eligible = ({ result, options }) => result.hell.slice(options.ascenders, -1);

export function resolveAscension(truth, moves) {
  const seat = truth.phase.must[0], shaman = moves[seat]?.seat ?? eligible(truth)[0];
  return [told("everyone", "shaman_raised", { seat, shaman }), ...end(truth, [shaman])];
}

function end(truth, raised) {
  const { heaven, hell, second_stays } = truth.result, risen = hell.slice(0, truth.options.ascenders), stay = heaven.slice(0, second_stays ? 2 : 1);
  const lists = {
    winner: [heaven[0], ...risen], ascends: [...stay, ...risen, ...raised], descends: heaven.slice(stay.length),
    mark_of_elimination: heaven.slice(-1), elimination_candidate: hell.slice(-1),
  };
  const all = [...truth.deities, ...truth.shamans];
  const consequences = table(all, (seat) => Object.keys(lists).filter((name) => lists[name].includes(seat)));
  truth.phase = { name: "over", number: truth.phase.number, must: [] };
  const closed = truth.options.cross_realm_chat ? truth.deities.flatMap((d) => truth.shamans.map((s) => closePair(d, s))) : [];
  return [...closed, { to: "everyone", fact: { type: "match_ended", outcome: { consequences, rank: table(all, (seat) => (heaven.indexOf(seat) + 1) || hell.indexOf(seat) + 1) } } }];
}
