// §3: the draft.

import { DECISIONS, firstDrafter, kindOf, boundTo, carryOut } from "./moves.mjs";
import { open, openTeams } from "./phases.mjs";
import { DRAFTERS, FIGHTERS, partner, rival, tell, tellOwn } from "./facts.mjs";

function defaultDraft(t, seat) {
  const move = { type: "draft", pick: null, ban: null };
  for (const what of DECISIONS[t.phase.name].order) {
    const kind = boundTo(t, seat, what);
    move[what] = t.draft.open.find((id) => id !== move.pick && id !== move.ban && (!kind || kindOf(t, id) === kind));
  }
  return move;
}

function openReview(t, round, chance) {
  const d = t.draft;
  if (round < 5) {
    d.offer = ["units", "items"].flatMap((list) => chance.pick(`draft.${round}.${list}`, d.unseen[list], 4));
    for (const list of ["units", "items"]) d.unseen[list] = d.unseen[list].filter((id) => !d.offer.includes(id));
  } else d.offer = ["unit", "item"].flatMap((kind) => d.aside.map((pair) => pair[kind]));
  [d.open, d.decisions] = [[...d.offer], []];
  const lists = [...t.pack.draft_units, ...t.pack.draft_items];
  tell(t, "offer_revealed", { round, cards: d.offer.map((id) => lists.find((c) => c.id === id)) }, DRAFTERS);
  open(t, "draft_review", round, DRAFTERS);
}

export function closeStarter(t, moves, chance) {
  const [caller] = t.phase.must;
  const starter = (moves[caller] ?? moves[partner(caller)])?.seat ?? caller;
  t.draft.starter = starter;
  tell(t, "draft_starter", { starter, moves_first: partner(rival(starter)) });
  openReview(t, 1, chance);
}

export function closeDraft(t, moves, chance) {
  const { name, round, must: [seat] } = t.phase;
  const d = t.draft;
  carryOut(t, seat, moves[seat] ?? defaultDraft(t, seat));
  tell(t, "draft_decided", { decision: d.decisions.at(-1) }, DRAFTERS);
  const { next } = DECISIONS[name];
  if (next) return open(t, next, round, [DECISIONS[next].who ? rival(firstDrafter(t, round)) : firstDrafter(t, round)]);
  const [unit, item] = ["unit", "item"].map((kind) => d.open.find((id) => kindOf(t, id) === kind));
  d.aside.push({ unit, item });
  tell(t, "cards_set_aside", { round, unit, item }, DRAFTERS);
  if (round < 5) return openReview(t, round + 1, chance);
  tell(t, "pack_revealed", { pack: t.pack });
  const held = (id) => ({ card: id, durability: t.cards.get(id).durability });
  const fighter = (seat) => ({ coins: 0, mana: 0, points: 0, perks: [], removed: [], hand: [], deck: d.decks[seat].map(held), pile: [] });
  t.fight = { turn: 0, active: null, arenas: [1, 2, 3, 4, 5].map(() => ({ hero: null, challenger: null })),
    fighters: { "hell-1": fighter("hell-1"), "hell-2": fighter("hell-2") }, row: [], sold: [], perks: [], refreshes: 0, idle: 0,
    perkBought: false, lead: null };
  for (const seat of FIGHTERS) tellOwn(t, seat);
  if (t.options.partner_channel === "after_draft") openTeams(t);
  open(t, "preparation", 0, FIGHTERS);
}
