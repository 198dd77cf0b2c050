// The fight: five arenas with two sides, the fighters, their cards, and the shop.

import type { ArenaBoard, ArenaUnit, CooledCard, HeldCard, HeroOfTheArenaView } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { listed } from "../../strings/index.js";
import { Veiled } from "../../parts/thing.js";
import type { Who } from "../people.js";
import { CardName, Face, Mark, Sign, Stats, type Cards } from "./cards.js";
import { fightersFor, priceOf, stepsAt, type Action } from "./plan.js";
import { t } from "./strings.js";

interface SideProps {
  board: ArenaBoard;
  cards: Cards;
  near: string;
  far: string;
  who: (seat: string) => Who;
}

/** A question that the lanes answer: which arena. */
export interface LaneAim {
  title: string;
  chosen: number | null;
  possible: readonly number[];
  onChoose: (arena: number) => void;
}

interface FieldProps extends SideProps {
  view: HeroOfTheArenaView;
  planned: Action[];
  /** Null while nothing is aimed. */
  aim: LaneAim | null;
}

/** The two fighters, and the arenas between them. */
export function Field({ planned, aim, ...sides }: FieldProps) {
  const lanes = <Lanes {...sides} planned={planned} aim={aim} />;
  return (
    <>
      <Fighter {...sides} seat={sides.far} />
      {aim ? <AimAsk aim={aim}>{lanes}</AimAsk> : lanes}
      <Fighter {...sides} seat={sides.near} />
    </>
  );
}

/** The lanes as answers, brought into sight. Afterwards the focus is back on the card that asked. */
function AimAsk({ aim, children }: { aim: LaneAim; children: ComponentChildren }) {
  const field = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const asked = field.current!;
    const before = document.activeElement as HTMLElement | null;
    asked.scrollIntoView({ block: "nearest" });
    return () => {
      if (asked.contains(document.activeElement)) before?.focus({ preventScroll: true });
    };
  }, []);
  return <fieldset class="ask aiming" ref={field}><legend>{aim.title}</legend>{children}</fieldset>;
}

/** The seats of the viewer's side and of the other one. */
export function sidesFor(viewer: string): { near: string; far: string } {
  const [near, far] = fightersFor(viewer);
  return { near, far };
}

/** The arenas with their heroes, and what the viewer plans there. */
function Lanes({ board, cards, near, who, planned, aim }: Pick<FieldProps, "board" | "cards" | "near" | "who" | "planned" | "aim">) {
  const steps = stepsAt(planned);
  return (
    <ol class="lanes" aria-label={t.arenas}>
      {board.arenas.map((hero, at) => {
        const arena = at + 1;
        const owner = hero ? (hero.owner === near ? "near" : "far") : "";
        const entering = planned.filter((action) => action.arena === arena && cards.card(action.card)?.kind === "unit");
        const aimed = (steps.get(arena) ?? []).filter((step) => !entering.includes(planned[step - 1]!));
        const isPossible = aim?.possible.includes(arena) ?? false;
        return (
          <li key={arena} class={`lane ${owner}`} data-aim={aim ? (isPossible ? (aim.chosen === arena ? "on" : "free") : "off") : undefined}>
            <div class="side-far">{owner === "far" ? <Hero hero={hero!} cards={cards} steps={aimed} /> : <span class="vacant" aria-hidden="true">–</span>}</div>
            <h4>
              <span class="vh">{t.arena(arena)}, {t.heldBy(hero ? who(hero.owner) : null)}</span>
              <span aria-hidden="true">{arena}</span>
            </h4>
            <div class="side-near">
              {owner === "near" && <Hero hero={hero!} cards={cards} steps={aimed} />}
              {entering.map((action) => <Entering key={action.card} action={action} step={planned.indexOf(action) + 1} cards={cards} />)}
              {owner !== "near" && entering.length === 0 && (
                <span class="vacant" aria-hidden="true">{owner === "" && <Steps numbers={aimed} />}–</span>
              )}
            </div>
            {aim && (
              <label class="lane-aim">
                <input class="vh" type="radio" name="arena" checked={aim.chosen === arena} disabled={!isPossible} onChange={() => aim.onChoose(arena)} />
                <span class="vh">{t.arena(arena)}, {hero ? `${cards.name(hero.card)}, ${t.heldBy(who(hero.owner))}` : t.isEmpty}</span>
                {!isPossible && <small>{t.notThere}</small>}
              </label>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function Steps({ numbers }: { numbers: number[] }) {
  return numbers.length === 0 ? null : (
    <span class="aims">
      {numbers.map((number) => (
        <span class="order" key={number}><span class="vh">{t.step(number)}</span><span aria-hidden="true">{number}</span></span>
      ))}
    </span>
  );
}

function Hero({ hero, cards, steps }: { hero: ArenaUnit; cards: Cards; steps: number[] }) {
  return (
    <CardName id={hero.card} cards={cards} class="unit">
      <Steps numbers={steps} />
      <b>{cards.name(hero.card)}</b>
      <Stats now={hero} />
      {hero.bonus !== 0 && <span class="card-note">{t.bonus(hero.bonus)}</span>}
    </CardName>
  );
}

function Entering({ action, step, cards }: { action: Action; step: number; cards: Cards }) {
  const card = cards.card(action.card);
  return (
    <div class="unit ghost">
      <Steps numbers={[step]} />
      <b>{cards.name(action.card)}</b>
      {card?.kind === "unit" && <Stats now={{ ...card, max_hp: card.hp }} />}
      <span class="card-note">{t.planned}</span>
    </div>
  );
}

/** A fighter: points, and what everybody knows of the cards. */
function Fighter({ board, cards, who, seat, view }: Omit<SideProps, "near" | "far"> & { seat: string; view: HeroOfTheArenaView }) {
  const fighter = board.fighters[seat];
  if (!fighter) return null;
  const others = Object.entries(board.fighters).filter(([other]) => other !== seat).map(([, { points }]) => points);
  const lead = fighter.points - Math.max(0, ...others);
  const held = board.arenas.filter((hero) => hero?.owner === seat).length;
  const active = board.active === seat && !view.over;
  return (
    <div class={`fighter ${who(seat).isMe ? "me" : ""}`}>
      <span class="score-box">
        <span aria-hidden="true">{fighter.points}</span>
        <span class="vh">{t.points(fighter.points)}</span>
      </span>
      <div>
        <h3><bdi>{who(seat).name}</bdi></h3>
        <span class="s">
          {[lead > 0 ? t.leads(lead) : lead < 0 ? t.behind(-lead) : t.level, t.holds(held), view.moves_first === seat ? t.first : ""].filter(Boolean).join(" · ")}
        </span>
      </div>
      <ul class="purse">
        <li><Sign of="coin" /> <b>{fighter.coins}</b> {t.coins(fighter.coins)}</li>
        {active && <li class="mine-ink"><Sign of="drop" /> <b>{fighter.mana}</b> {t.mana}</li>}
        <li><Sign of="hand" /> <b>{fighter.hand_size}</b> {t.inHand}</li>
        <li><Sign of="deck" /> <b>{fighter.deck_size}</b> {t.inDeck}</li>
      </ul>
      {fighter.perks.length > 0 && (
        <p class="perks">
          <span class="dim">{t.perks}:</span>{" "}
          {fighter.perks.map((perk, at) => <CardName key={at} id={perk} cards={cards} class="chip" />)}
        </p>
      )}
    </div>
  );
}

/** A hand whose cards are known. */
export function Hand({ hand, cards, who }: { hand: readonly HeldCard[]; cards: Cards; who: Who }) {
  return (
    <ul class="hand" aria-label={t.hand(who)}>
      {hand.map(({ card, durability }) => (
        <li key={card} class="hand-card"><Face id={card} cards={cards} durability={durability} pay="mana" /></li>
      ))}
    </ul>
  );
}

/** The piles of both fighters, what is gone, and the viewer's own deck. */
export function Piles({ board, cards, who, near, far, own }: SideProps & { own: HeroOfTheArenaView["own"] }) {
  const seats = [near, far].filter((seat) => board.fighters[seat]);
  const pile = (seat: string) => (who(seat).isMe && own ? own.pile : board.fighters[seat]!.pile);
  const isEmpty = seats.every((seat) => pile(seat).length === 0);
  const removed = seats.flatMap((seat) => board.fighters[seat]!.removed);
  return (
    <>
      {!isEmpty && (
        <section class="piles" aria-label={t.cooldown}>
          <h3>{t.cooldown}</h3>
          <p class="tiny dim">{t.cooldownText}</p>
          <div class="two">
            {seats.map((seat) => pile(seat).length > 0 && (
              <div key={seat}>
                <h4>{who(seat).name}</h4>
                <ul>{pile(seat).map((cooled, at) => <Cooled key={at} cooled={cooled} cards={cards} />)}</ul>
              </div>
            ))}
          </div>
        </section>
      )}
      {own && own.deck.length > 0 && (
        <details>
          <summary>{t.deck} ({own.deck.length})</summary>
          <Names ids={own.deck.map(({ card }) => card)} cards={cards} />
        </details>
      )}
      {removed.length > 0 && (
        <details>
          <summary>{t.removed} ({removed.length})</summary>
          <Names ids={removed} cards={cards} />
        </details>
      )}
    </>
  );
}

function Cooled({ cooled, cards }: { cooled: CooledCard; cards: Cards }) {
  return (
    <li>
      {cooled.card ? <CardName id={cooled.card} cards={cards} note={cooled.durability === null ? undefined : t.durability(cooled.durability)} /> : <Veiled title={t.faceDown} />}
      {cooled.card && cooled.face_down && <span class="tiny dim"> {t.faceDown}</span>}
      <b>{cooled.left}</b>
    </li>
  );
}

export function Names({ ids, cards }: { ids: readonly string[]; cards: Cards }) {
  return (
    <ul class="card-names">
      {ids.map((id, at) => <li key={at}><CardName id={id} cards={cards} class="chip" /></li>)}
    </ul>
  );
}

/** What is for sale. */
export function Shop({ view, board, cards, who }: { view: HeroOfTheArenaView; board: ArenaBoard; cards: Cards; who: (seat: string) => Who }) {
  const { shop } = board;
  return (
    <section class="shop" aria-label={t.shop}>
      <h3>{t.shop}</h3>
      <div class="two">
        <div>
          <h4>{t.row}</h4>
          <ul>{shop.row.map((id) => <Ware key={id} id={id} cards={cards} note="" />)}</ul>
        </div>
        <div>
          <h4>{t.perks}</h4>
          <ul>{shop.perks.map((place) => <Ware key={place.perk} id={place.perk} cards={cards} note={perkNote(place, board, who)} />)}</ul>
        </div>
      </div>
      <p class="tiny dim">{t.goesTo[view.bought_cards_to] ?? ""} {t.idle(shop.idle_rounds, view.perk_stale_rounds)}</p>
    </section>
  );
}

/** Who bought a perk that is on display, and when it leaves. */
export function perkNote(place: ArenaBoard["shop"]["perks"][number], board: ArenaBoard, who: (seat: string) => Who): string {
  const bought = place.bought_by.length > 0 ? t.boughtBy(listed(place.bought_by.map((seat) => who(seat).name))) : "";
  const leaves = place.leaves_after === null ? "" : place.leaves_after <= board.turn ? t.leavesAfter : t.leavesLater;
  return [bought, leaves].filter(Boolean).join(", ");
}

function Ware({ id, cards, note }: { id: string; cards: Cards; note: string }) {
  const price = priceOf(cards.entries.get(id));
  return (
    <li>
      <span>
        <CardName id={id} cards={cards} /> {note && <span class="tiny dim">{note}</span>}
      </span>
      <Mark sign="coin" label={t.price(price)}>{price}</Mark>
    </li>
  );
}
