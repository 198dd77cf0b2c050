// Hero of the Arena, after its rulebook. "§5" is section 5.

import { isObject, isFlag, orNull, among, between, UNFIT, hasShape } from "../../shapes.mjs";
import { packId } from "../packs.mjs";
import { closeStarter, closeDraft } from "./draft.mjs";
import { firstDrafter, SHAPES, carryOut } from "./moves.mjs";
import { BUNDLED, ids, withoutNulls } from "./pack.mjs";
import { PHASES, open, openChannel, openTeams } from "./phases.mjs";
import { DRAFTERS, FIGHTERS, partner, LONGEST_STORY } from "./facts.mjs";
import { closePreparation, closeTurn } from "./turns.mjs";

// §1

const seats = () => [...DRAFTERS.map((id) => [id, "heaven", "drafter"]), ...FIGHTERS.map((id) => [id, "hell", "fighter"])]
  .map(([id, realm, role]) => ({ id, realm, team: id.slice(-1), role }));

function begin(options) {
  const pack = withoutNulls(options.pack ?? BUNDLED);
  const all = [...pack.draft_units, ...pack.draft_items, ...pack.shop_cards, ...pack.perks];
  return {
    options, pack, cards: new Map(all.map((card, i) => [card.id, { ...card, order: i }])), facts: [], told: {}, phase: null, plays: 0, story: LONGEST_STORY,
    draft: { starter: null, unseen: { units: ids(pack.draft_units), items: ids(pack.draft_items) }, offer: [], open: [], decisions: [], aside: [],
      decks: { "hell-1": [], "hell-2": [] } },
    fight: null,
  };
}

function setup(t) {
  t.facts = [];
  openChannel(t, "heaven", DRAFTERS);
  openChannel(t, "hell", FIGHTERS);
  if (t.options.partner_channel === "always") openTeams(t);
  const caller = `heaven-${t.options.opponent_team}`;
  open(t, "starter", 0, [caller], [partner(caller)]);
  return t.facts;
}

function legal(t, seat, move) {
  if (!t.phase) return "the match is over";
  if (![...t.phase.must, ...t.phase.may].includes(seat)) return `${seat} does not act in this phase`;
  if (!isObject(move) || !Object.hasOwn(SHAPES, move.type)) return "not a move of this game";
  if (!PHASES[t.phase.name].accepts.includes(move.type)) return `${move.type} is not for phase ${t.phase.name}`;
  if (!SHAPES[move.type](move)) return "not a move in its full form";
  return carryOut({ ...t, ...structuredClone({ draft: t.draft, fight: t.fight }), facts: [] }, seat, move);
}

const CLOSE = {
  starter: closeStarter,
  draft_review: (t) => open(t, "draft_first", t.phase.round, [firstDrafter(t, t.phase.round)]),
  draft_first: closeDraft, draft_second: closeDraft, draft_third: closeDraft, draft_fourth: closeDraft,
  preparation: closePreparation,
  turn: closeTurn, play: closeTurn, shop: closeTurn,
};

function resolve(t, moves, chance) {
  t.facts = [];
  t.story = LONGEST_STORY;
  CLOSE[t.phase.name](t, moves, chance);
  return t.facts;
}

// §1: the options. Packs are not checked.

const VARIANTS = ["standard", "skirmish", "shadow", "high_rollers"];
const isSeconds = between(5, 86400);
const OPTIONS = {
  variant: among(...VARIANTS), opponent_team: between(1, 2), rounds: between(1, 50), mana: between(1, 6), hand_size: between(1, 10),
  max_coins: between(1, 20), shop_size: between(1, 10), perk_stale_rounds: between(1, 25), bought_cards_to: among("hand", "deck_bottom"),
  hidden_discards: isFlag, partner_channel: among("closed", "after_draft", "always"), pack: orNull(isObject), starter_seconds: isSeconds,
  review_seconds: isSeconds, decision_seconds: isSeconds, preparation_seconds: between(0, 604800), turn_seconds: isSeconds,
  refresh_seconds: between(0, 86400),
};
const options = (values) => (hasShape(values, OPTIONS) ? null : UNFIT);
const secrets = (values) => ({ ...values, pack: packId(values.pack) });

export const heroOfTheArena = { name: "hero_of_the_arena", rulesVersion: 2, variants: VARIANTS, options, secrets, seats, begin, setup, legal, resolve };
