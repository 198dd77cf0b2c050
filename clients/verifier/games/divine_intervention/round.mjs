// §5: the resolution of a round.

import { table, sum } from "../../lists.mjs";
import { ELEMENTS, PINK, ROOMS, CATALOGUE } from "./data.mjs";
import { endPlay } from "./end.mjs";
import { auctionIn, told, openRound } from "./phases.mjs";

const part = (x, percent) => Math.floor((x * percent) / 100);

export function resolveRound(truth, moves, chance) {
  const { options, deities, shamans, completed, mana, boons } = truth;
  const r = truth.phase.round, last = r === options.last_round, facts = [], tell = (...args) => facts.push(told(...args));
  const number = (id) => boons.find((b) => b.id === id).numbers;

  // Step 1. No boon is used twice in a match (§11), so uses go by id.
  const decrees = {}, rituals = {}, uses = {};
  for (const d of deities) {
    const element = last ? null : ELEMENTS.find((x) => x !== truth.elements[d][r - 1]);
    const decree = decrees[d] = moves[d] ?? { type: "decree", element, prophet: null, bids: {}, boon: null };
    if (!last) truth.elements[d].push(decree.element), truth.prophets[d].push(decree.prophet);
    if (decree.boon) uses[decree.boon.id] = { user: d, ...decree.boon }, truth.held[d] = null;
    tell([d], "decree_counted", { seat: d, round: r, decree });
  }
  for (const s of shamans) {
    const devotion = moves[s] ?? { type: "devote", pray: null, rituals: [] };
    rituals[s] = devotion.rituals;
    if (!last) truth.prayers[s].push(devotion.pray);
    tell([s], "devotion_counted", { seat: s, round: r, devotion });
  }
  const follows = table(shamans, (s) => truth.prayers[s].at(-1)), prayed = { ...follows };      // §4
  const flockOf = (d) => shamans.filter((s) => follows[s] === d), outside = (use, s) => use && follows[s] !== use.user;
  const use = (id) => (last && CATALOGUE[id][4] ? undefined : uses[id]);                         // †
  const piety = table(deities, () => 0), zeal = table(deities, () => 0);
  const brought = {}, others = {}, own = {};                      // by boon: piety, notices for others, fields for its user
  const pay = (id, d, n) => { piety[d] += n; brought[id] = (brought[id] ?? 0) + n; };
  const notice = (id, to, fields = {}) => { if (to.length) (others[id] ??= []).push([to, fields]); };

  // Step 2
  const { skeleton_key: key, pilgrims_road: road, sealed_door: door, tamed_inferno: tamer, plain_altar: altar, harmony, eclipse } = uses;
  if (key) {
    for (const s of flockOf(key.user)) truth.keys[s].push(key.room);
    tell("host", "key_granted", { room: key.room, shamans: flockOf(key.user) });
    notice("skeleton_key", flockOf(key.user), { room: key.room });
  }
  if (road) {
    const until = Math.min(r + number("pilgrims_road").rounds - 1, options.last_round);
    for (const s of flockOf(road.user)) truth.road[s] = until;
    tell("host", "road_granted", { until, shamans: flockOf(road.user) });
    notice("pilgrims_road", flockOf(road.user), { until });
  }
  if (door) notice("sealed_door", "everyone", { room: door.room });
  if (tamer) {
    truth.inferno = tamer.user;
    tell("host", "inferno_tamed", { seat: tamer.user });
    notice("tamed_inferno", "everyone");
  }
  if (altar) {
    for (const s of flockOf(altar.user)) truth.altars[s].push(altar.room);
    tell("host", "altar_granted", { room: altar.room, shamans: flockOf(altar.user) });
    notice("plain_altar", flockOf(altar.user), { room: altar.room });
  }
  if (harmony) notice("harmony", flockOf(harmony.user));
  if (eclipse) notice("eclipse", "everyone", { element: eclipse.element });

  // Steps 3 and 4
  const inferno = truth.inferno ? number("tamed_inferno").fire : 500, verdicts = table(shamans, () => ({})), standing = [];
  for (const s of shamans) for (const { room, ...amounts } of rituals[s]) {
    const v = ELEMENTS.map((x) => amounts[x]), [f, a, e, w] = v, m = { s, room, f, a, e, w, v, t: sum(v) };
    const here = { r, earth: mana[s].earth, secret: truth.secret, inferno };
    const incomplete = truth.neighbours[room].filter((n) => !(n in completed[s])).length;
    const unlocked = truth.keys[s].includes(room) || incomplete <= (truth.road[s] >= r ? 3 : 2);
    const sealed = outside(door, s) && door.room === room;
    if (unlocked && sealed) pay("sealed_door", door.user, number("sealed_door").piety);
    const plain = truth.altars[s].includes(room) && m.t >= number("plain_altar").mana;
    verdicts[s][room] = !unlocked || sealed ? "locked" : outside(eclipse, s) && amounts[eclipse.element] ? "eclipsed"
      : ROOMS[room][1](m, here) || plain ? "completed" : "form";
    if (verdicts[s][room] === "completed") standing.push(m);
  }
  for (const m of standing) {
    const others = standing.filter((o) => o !== m && o.room === m.room), rivals = ROOMS[m.room][3];
    if (rivals && !rivals(m, others) && !(harmony && !outside(harmony, m.s))) verdicts[m.s][m.room] = "rivals";
  }
  const spent = {}, done = table(shamans, () => []);              // done: the rooms completed in this round
  for (const m of standing) if (verdicts[m.s][m.room] === "completed") {
    completed[m.s][m.room] = r;
    done[m.s].push(m.room);
    spent[m.s] ??= table(ELEMENTS, () => 0);
    ELEMENTS.forEach((x, i) => { spent[m.s][x] += m.v[i]; mana[m.s][x] -= m.v[i]; });
    if (m.room === "H" && truth.inferno) pay("tamed_inferno", truth.inferno, number("tamed_inferno").piety);
  }
  tell("host", "rituals_judged", { round: r, verdicts, spent });

  // Step 5: what needs only the flock; the rest of the resource boons act with worship.
  const doneBy = (list) => list.flatMap((s) => done[s]), conversion = use("conversion"), wrath = use("wrath");
  if (uses.conversion) own.conversion = { converted: false };
  if (conversion && ![null, conversion.user].includes(follows[conversion.seat])) {
    follows[conversion.seat] = conversion.user;
    own.conversion.converted = true;
    notice("conversion", [conversion.seat], { deity: conversion.user });
  }
  const effects = {
    revelation: ({ user }) => {
      notice("revelation", flockOf(user), { element: truth.secret });
      own.revelation = { element: truth.secret };
      return flockOf(user).length * number("revelation").piety;
    },
    drought: ({ seat }) => notice("drought", [seat]),
    covet: ({ seat }) => notice("covet", [seat]),
    silenced_prophet: ({ seat }) => notice("silenced_prophet", [seat]),
    constancy: ({ user }) => flockOf(user).filter((s) => truth.prayers[s][r - 1] === user).length * number("constancy").piety,
    all_seeing_eye: () => { own.all_seeing_eye = { prayers: prayed }; return number("all_seeing_eye").piety; },
    prophecy: (boon) => [number("prophecy").exact, number("prophecy").near][Math.abs(doneBy(flockOf(boon.user)).length - boon.number)],
    last_rites: ({ user }) => sum(doneBy(flockOf(user)).map((room) => number("last_rites")[PINK.includes(room) ? "pink" : "piety"])),
    judgement: ({ seat }) => (done[seat].length && shamans.every((s) => done[s].length <= done[seat].length) ? number("judgement").piety : 0),
    congregation: ({ user }) => shamans.filter((s) => truth.prayers[s].includes(user)).length * number("congregation").piety,
    undying_zeal: ({ user }) => { zeal[user] += number("undying_zeal").zeal; },
  };
  for (const id in effects) if (use(id)) pay(id, use(id).user, effects[id](use(id)) ?? 0);
  let struck = null;
  if (uses.wrath) own.wrath = { struck: false };
  if (wrath) {
    const prophet = truth.prophets[wrath.user][r];
    if (prophet && follows[prophet] !== wrath.user) {
      struck = prophet;
      own.wrath.struck = true;
      pay("wrath", wrath.user, number("wrath").piety);
      notice("wrath", [struck], { deity: wrath.user });
    }
  }

  // Step 6
  const received = {};
  if (!last) for (const d of deities) {
    const mine = (id) => use(id)?.user === d, against = (id) => use(id)?.seat === d, worshipers = flockOf(d);
    let pool = mine("harvest") ? part(options.pool, number("harvest").percent) : options.pool;
    if (against("drought")) pool = part(pool, number("drought").percent);
    let share = Math.floor(pool / worshipers.length);
    if (mine("tithe")) share = part(share, number("tithe").percent);
    for (const s of worshipers) {
      const factor = truth.prophets[d][r] === s && !against("silenced_prophet") ? 2 : 1;
      piety[d] += factor * (options.worshiper_piety + done[s].length);
      zeal[d] += factor;
      if (mine("tithe")) pay("tithe", d, factor * number("tithe").piety);
      if (against("covet")) piety[d] -= number("covet").piety, pay("covet", use("covet").user, number("covet").piety);
      if (s === struck) continue;
      received[s] = table(ELEMENTS, () => 0);
      received[s][decrees[d].element] += factor * share;
      if (mine("second_spring")) received[s][use("second_spring").element] += number("second_spring").mana;
      for (const x of ELEMENTS) mana[s][x] += received[s][x];
    }
  }
  for (const d of deities) truth.piety[d] += piety[d], truth.zeal[d] += zeal[d];
  tell("host", "gains_counted", { round: r, follows: { ...follows }, mana: received, piety, zeal });

  // Steps 7 to 9
  const over = last || shamans.some((s) => Object.keys(completed[s]).length === 25), wins = {}, won = table(deities, () => null);
  if (!over && auctionIn(truth, r)) {
    const amounts = new Set(deities.flatMap((d) => Object.values(decrees[d].bids)));
    for (const bid of [...amounts].sort((x, y) => y - x)) {
      const able = deities.filter((d) => !won[d]), free = truth.offers[r].filter((id) => !wins[id]);
      for (const id of free) {
        const bidders = able.filter((d) => decrees[d].bids[id] === bid);
        if (bidders.length === 1) wins[id] = { seat: bidders[0], bid }, won[bidders[0]] = { boon: id, bid };
      }
    }
    tell("host", "auction_held", { round: r, wins });
  }
  for (const d of deities) {
    if (truth.held[d]?.until === r) truth.held[d] = null;
    if (won[d]) truth.piety[d] -= won[d].bid, truth.held[d] = { id: won[d].boon, until: r + 2 };
    truth.history[d].push(truth.piety[d]);
  }

  // Step 10
  for (const d of deities) {
    const prophet = truth.prophets[d][r];
    tell([d], "deity_reported", {
      seat: d, round: r, piety: truth.piety[d], won: won[d], worshipers: last ? null : flockOf(d).length,
      prophet_worshiped: last || !prophet ? null : follows[prophet] === d,
    });
  }
  for (const s of shamans)
    tell([s], "shaman_reported", { seat: s, round: r, mana: { ...mana[s] }, rituals: table(Object.keys(verdicts[s]), (room) => verdicts[s][room] === "completed") });
  for (const id in CATALOGUE) {
    for (const [to, fields] of others[id] ?? []) tell(to, "boon_noticed", { notice: { round: r, boon: id, ...fields }, public: to === "everyone" });
    const user = uses[id]?.user ?? (id === "tamed_inferno" && brought[id] ? truth.inferno : null);
    if (user) tell([user], "boon_noticed", { notice: { round: r, boon: id, ...own[id], own: true, piety: brought[id] ?? 0 }, public: false });
  }
  return [...facts, ...(over ? endPlay(truth, chance) : openRound(truth, r + 1, chance))];
}
