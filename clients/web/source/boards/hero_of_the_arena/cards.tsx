// Cards: names and texts, what stands on them, and the ways to show them.

import type { HeroOfTheArenaView } from "moirai-client";
import type { ComponentChildren } from "preact";
import { Stroke } from "../../parts/icons.js";
import { Thing } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { entriesOf, isCard, priceOf } from "./plan.js";
import { t } from "./strings.js";

const PATHS = {
  sword: "M19 4l-9.500 9.500M19 4h-4l-7.500 7.500M19 4v4l-7.500 7.500M6 12l6 6M8 16l-4 4",
  heart: "M12 20s-7.500-4.500-7.500-10A4.200 4.200 0 0 1 12 7.500A4.200 4.200 0 0 1 19.500 10C19.500 15.500 12 20 12 20z",
  shield: "M12 3l7 2.500v5.500c0 4.500-3 8-7 10c-4-2-7-5.500-7-10V5.500z",
  drop: "M12 3c4 5 6 8 6 11.500a6 6 0 0 1-12 0C6 11 8 8 12 3z",
  coin: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v8M9.500 10h4a1.500 1.500 0 0 1 0 3h-3a1.500 1.500 0 0 0 0 3h4",
  hand: "M9 4h9v13H9zM9 7.500L5.500 8.500L8 19l6-1.500",
  deck: "M7 4h10v13H7zM7 7H4.500v13H14v-3",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
};

export function Sign({ of }: { of: keyof typeof PATHS }) {
  return <Stroke path={PATHS[of]} />;
}

/** A number with its sign; the sign's word is for those who listen. */
export function Mark({ sign, label, children }: { sign: keyof typeof PATHS; label: string; children: ComponentChildren }) {
  return (
    <span class="mark">
      <Sign of={sign} />
      <span aria-hidden="true">{children}</span>
      <span class="vh">{label}</span>
    </span>
  );
}

/** Names and texts of cards: those of an organiser's pack come before the game's words. */
export class Cards {
  readonly entries: ReturnType<typeof entriesOf>;
  readonly #isPacked: boolean;

  constructor(
    view: HeroOfTheArenaView,
    readonly words: Words,
  ) {
    this.entries = entriesOf(view);
    this.#isPacked = Boolean(view.options?.pack);
  }

  name(id: string): string {
    const own = this.entries.get(id)?.name;
    return this.#isPacked && own ? own : this.words.thing("card", id);
  }

  text(id: string): string | null {
    const own = this.entries.get(id)?.text;
    return this.#isPacked && own !== undefined ? own : this.words.text("card", id);
  }

  card(id: string) {
    const entry = this.entries.get(id);
    return isCard(entry) ? entry : null;
  }
}

interface UnitNow {
  attack: number;
  hp: number;
  max_hp: number;
  durability: number;
}

/** Attack, HP and durability of a unit, printed or as they are now. */
export function Stats({ now }: { now: UnitNow }) {
  return (
    <span class="stats">
      <Mark sign="sword" label={t.attack(now.attack)}>{now.attack}</Mark>
      <Mark sign="heart" label={t.health(now.hp, now.max_hp)}>
        {now.hp}
        {now.hp !== now.max_hp && <small>/{now.max_hp}</small>}
      </Mark>
      <Mark sign="shield" label={t.durability(now.durability)}>{now.durability}</Mark>
    </span>
  );
}

interface FaceProps {
  id: string;
  cards: Cards;
  /** How much of it is left, where that is known. */
  durability?: number | undefined;
  /** What it costs here: mana to play, coins to buy. */
  pay?: "mana" | "coins";
  note?: ComponentChildren;
}

/** What stands on a card. */
export function Face({ id, cards, durability, pay, note }: FaceProps) {
  const entry = cards.entries.get(id);
  const card = cards.card(id);
  const worn = durability ?? card?.durability ?? 0;
  return (
    <>
      <span class="card-top">
        <b>{cards.name(id)}</b>
        {pay === "mana" && card && <Mark sign="drop" label={t.cost(card.cost)}>{card.cost}</Mark>}
        {pay === "coins" && <Mark sign="coin" label={t.price(priceOf(entry))}>{priceOf(entry)}</Mark>}
      </span>
      {card?.kind === "unit" && <Stats now={{ attack: card.attack, hp: card.hp, max_hp: card.hp, durability: worn }} />}
      {card?.kind === "item" && (
        <span class="stats of-item">
          <span>{card.cooldown ? t.backAfter(card.cooldown) : t.backAfterArena}</span>
          <Mark sign="shield" label={t.durability(worn)}>{worn}</Mark>
        </span>
      )}
      <span class="card-text">{cards.text(id)}</span>
      {note && <span class="card-note">{note}</span>}
    </>
  );
}

/** A card by its name; touching it shows the rest. */
export function CardName({ id, cards, note, class: look = "", children }: { id: string; cards: Cards; note?: ComponentChildren; class?: string; children?: ComponentChildren }) {
  return (
    <Thing words={cards.words} kind="card" id={id} own={{ title: cards.name(id), text: cards.text(id) }} note={note} class={look}>
      {children}
    </Thing>
  );
}
