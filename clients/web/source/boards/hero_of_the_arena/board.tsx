// Hero of the Arena: the draft, then five arenas between two fighters.

import type { HeroOfTheArenaView, JsonValue } from "moirai-client";
import { listed } from "../../strings/index.js";
import type { Draft } from "../../form/schema.js";
import { Thing, Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { someone, type Who } from "../people.js";
import type { BoardProps, SealName } from "../props.js";
import { Cards } from "./cards.js";
import { DraftBoard } from "./draft.js";
import { Field, Hand, Names, Piles, Shop, sidesFor } from "./fight.js";
import { halfOf, isNothing, NO_PLANS, planFrom, type Plan } from "./plan.js";
import { t } from "./strings.js";

export { readResult } from "./result.js";

export { ArenaMoveForm as MoveForm } from "./form.js";
export { opening } from "./opening.js";

export default function ArenaBoard({ view: reply, words, move }: BoardProps) {
  const view = reply.view as HeroOfTheArenaView;
  const { viewer } = reply;
  const cards = new Cards(view, words);
  const who = (seat: string) => someone(seat, viewer, words);
  const choosing = move?.isOpen === true;
  const plan = planFrom(move?.shown) ?? planFrom(move?.draft["plan"]) ?? (choosing && view.board ? firstPlan(view) : null);
  const shared = { view, cards, who };
  return (
    <div class="arena">
      {view.decided_by && (
        <p class="decided">
          {t.decidedBy}: <Thing words={words} kind="decided_by" id={view.decided_by} />
        </p>
      )}
      {!view.board && <Beginning {...shared} />}
      {view.draft && !view.pack && <DraftBoard draft={view.draft} cards={cards} who={who} choosing={choosing && view.phase?.name !== "draft_review"} />}
      {!view.draft && !view.pack && <p><Veiled title={t.onlyDrafters} /></p>}
      {view.board ? (
        <Fight {...shared} viewer={viewer} plan={plan} choosing={choosing} />
      ) : (
        view.own && (
          <section aria-label={t.deck}>
            <h3>{t.deck}</h3>
            <Hand hand={view.own.deck} cards={cards} who={who(viewer)} />
          </section>
        )
      )}
      {view.pack && <AllCards view={view} cards={cards} />}
    </div>
  );
}

interface Shared {
  view: HeroOfTheArenaView;
  cards: Cards;
  who: (seat: string) => Who;
}

function Beginning({ view, who }: Shared) {
  return (
    <p>
      {view.starter ? t.begins(who(view.starter)) : t.notNamed} {view.moves_first && t.movesFirst(who(view.moves_first))}
    </p>
  );
}

function Fight({ view, cards, who, viewer, plan, choosing }: Shared & { viewer: string; plan: Plan | null; choosing: boolean }) {
  const board = view.board!;
  const sides = { board, cards, who, ...sidesFor(viewer) };
  const planned = plan?.type === "play" ? plan.actions : [];
  const isFormFor = (kind: Plan["type"]) => choosing && plan?.type === kind;
  return (
    <>
      <p class="round">
        <b>{t.roundOf(view.round, view.rounds)}</b>{!view.over && <> · {t.turnOf(who(board.active))}</>}
      </p>
      {!isFormFor("play") && <Field {...sides} view={view} planned={planned} aim={null} />}
      {view.own && !isFormFor("play") && !isFormFor("discard") && <Hand hand={view.own.hand} cards={cards} who={who(viewer)} />}
      {!isFormFor("shop") && !view.over && <Shop view={view} board={board} cards={cards} who={who} />}
      <Piles {...sides} own={view.own} />
    </>
  );
}

function AllCards({ view, cards }: { view: HeroOfTheArenaView; cards: Cards }) {
  const pack = view.pack!;
  const groups: [string, { id: string }[]][] = [
    [t.units, pack.draft_units],
    [t.items, pack.draft_items],
    [t.shop, pack.shop_cards],
    [t.perks, pack.perks],
  ];
  return (
    <details class="all-cards">
      <summary>{t.allCards}</summary>
      {groups.map(([title, entries]) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          <Names ids={(entries ?? []).map(({ id }) => id)} cards={cards} />
        </section>
      ))}
    </details>
  );
}

/** With which plan the form of a turn begins: where cards can be played, they can be touched at once. */
const firstPlan = (view: HeroOfTheArenaView): Plan => NO_PLANS[view.phase?.name === "shop" ? "shop" : "play"];

/** A turn can be ended without anything. */
export function emptyMove(reply: BoardProps["view"]): JsonValue | null {
  const { name } = reply.phase ?? {};
  return name === "turn" || name === "play" || name === "shop" ? { type: name === "shop" ? "shop" : "play" } : null;
}

export function sealName(move: JsonValue, _: Words, reply: BoardProps["view"]): SealName | null {
  if ((move as { type?: string }).type === "ready") return { label: reply.phase?.name === "preparation" ? t.ready : t.seen, isNothing: false };
  const plan = planFrom(move);
  return plan && isNothing(plan) ? { label: t.nothing[plan.type], isNothing: true } : null;
}

export function readOpen(draft: Draft, words: Words, reply: BoardProps["view"]): string | null {
  const view = reply.view as HeroOfTheArenaView;
  const half = halfOf(draft);
  if (half) return (half.arena ? t.openWay : t.openArena)(new Cards(view, words).name(half.card));
  if (Object.keys(draft).length > 0) return null;
  switch (reply.phase?.name) {
    case "turn":
    case "play":
      return t.noCard;
    case "shop":
      return t.noPurchase;
    case "draft_review":
      return t.lookAtCards;
    case "preparation":
      return t.lookAtDeck;
    default:
      return null;
  }
}

/** A move as a sentence. */
export function readMove(move: JsonValue, words: Words, reply: BoardProps["view"]): string | null {
  const cards = new Cards(reply.view as HeroOfTheArenaView, words);
  const { type, pick, ban, seat } = move as { type?: string; pick?: string; ban?: string | null; seat?: string };
  if (type === "ready") return t.youAreReady;
  if (type === "choose_starter") return seat ? t.youChoose(someone(seat, reply.viewer, words)) : null;
  if (type === "draft" && pick) {
    if (!ban) return t.youPick(cards.name(pick));
    const isThird = (reply.view as HeroOfTheArenaView).phase?.name === "draft_third";
    return isThird ? t.youBanAndPick(cards.name(ban), cards.name(pick)) : t.youPickAndBan(cards.name(pick), cards.name(ban));
  }
  const plan = planFrom(move);
  if (!plan) return null;
  if (plan.type === "discard") {
    const discarded = plan.cards.map(({ card, arena }) => `${cards.name(card)} (${t.forNumber(arena)})`);
    return discarded.length > 0 ? t.youDiscard(listed(discarded)) : t.youDiscardNothing;
  }
  const then = t.thens[plan.then] ?? "";
  if (plan.type === "shop") return plan.buy.length > 0 ? t.youBuy(listed(plan.buy.map((id) => cards.name(id))), then) : t.youBuyNothing(then);
  if (plan.actions.length === 0) return t.youPass;
  if (plan.actions.length > 2) return t.youDoSteps(plan.actions.length, then);
  const place = (arena: number | null | undefined) => (arena ? t.arena(arena) : "");
  return t.youPlay(listed(plan.actions.map(({ card, arena, to }) => t.youPlayStep(cards.name(card), place(arena), place(to)))), then);
}
