// Discarding cards for numbers, and buying in the shop.

import { Folds } from "../folds.js";
import { Touch } from "../touch.js";
import { Face } from "./cards.js";
import { perkNote, Steps } from "./fight.js";
import { Then, type Asked } from "./turn.js";
import { allowed, coinsAfter, priceOf, type Plan } from "./plan.js";
import { t } from "./strings.js";
import { useTrial } from "./trial.js";

type DiscardPlan = Extract<Plan, { type: "discard" }>;
type ShopPlan = Extract<Plan, { type: "shop" }>;

const NUMBERS = [1, 2, 3, 4, 5];

export function DiscardForm(props: Asked<DiscardPlan>) {
  const { known, plan, setPlan } = props;
  const put = (card: string, arena: number | null) => {
    const others = plan.cards.filter((one) => one.card !== card);
    setPlan({ ...plan, cards: arena === null ? others : [...others, { card, arena }] });
  };
  return (
    <>
      <p class="small dim">{t.discardText}</p>
      <div class="hand">
        {(known.own?.hand ?? []).map(({ card, durability }) => (
          <DiscardCard key={card} {...props} card={card} durability={durability} onPut={(arena) => put(card, arena)} />
        ))}
      </div>
    </>
  );
}

function DiscardCard({ cards, plan, card, durability, onPut }: Asked<DiscardPlan> & { card: string; durability: number; onPut: (arena: number | null) => void }) {
  const own = plan.cards.find((one) => one.card === card)?.arena ?? null;
  const isTaken = (number: number) => number !== own && plan.cards.some(({ arena }) => arena === number);
  return (
    <div class={`ask hand-card ${own === null ? "" : "chosen"}`}>
      <Face id={card} cards={cards} durability={durability} />
      <select class="field" aria-label={t.discardTo(cards.name(card))} value={String(own ?? 0)} onChange={(event) => onPut(Number(event.currentTarget.value) || null)}>
        <option value="0">{t.keep}</option>
        {NUMBERS.map((number) => <option key={number} value={String(number)} disabled={isTaken(number)}>{t.forNumber(number)}</option>)}
      </select>
    </div>
  );
}

export function ShopForm(props: Asked<ShopPlan>) {
  const { known, cards, who, plan, setPlan, schema, definitions } = props;
  const refusal = useTrial(props, plan, plan.buy.length + (plan.then === "refresh" ? 2 : 0));
  const shop = known.board?.shop;
  if (!shop || !known.board) return null;
  const coins = known.board.fighters[known.viewer]?.coins ?? 0;
  const left = coinsAfter(coins, plan.buy, cards.entries);
  const perks = new Map(shop.perks.map((place) => [place.perk, place]));
  const toggle = (id: string, on: boolean) => setPlan({ ...plan, buy: on ? [...plan.buy, id] : plan.buy.filter((other) => other !== id) });
  const refused = (id: string): string | undefined => {
    if (plan.buy.includes(id)) return undefined;
    if (perks.get(id)?.bought_by.includes(known.viewer)) return t.boughtAlready;
    return priceOf(cards.entries.get(id)) > left ? t.tooDear(priceOf(cards.entries.get(id)), left) : undefined;
  };
  const ware = (id: string) => {
    const order = plan.buy.indexOf(id);
    const place = perks.get(id);
    return (
      <Touch key={id} type="checkbox" name={id} class="hand-card" on={order >= 0} refused={refused(id)} onChange={(on) => toggle(id, on)}>
        {order >= 0 && <Steps numbers={[order + 1]} />}
        <Face id={id} cards={cards} pay="coins" note={place && perkNote(place, known.board!, who)} />
        {refusal?.step === order && order >= 0 && <span class="problem">{refusal.text}</span>}
      </Touch>
    );
  };
  const asked = (title: string, ids: readonly string[]) => ids.length > 0 && ({
    title,
    body: (
      <fieldset class="ask">
        <legend>{title}: {t.buy(ids.length)}</legend>
        <div class="hand">{ids.map(ware)}</div>
      </fieldset>
    ),
  });
  const thens = [...new Set(allowed(schema, definitions, "shop", "then").map(String))];
  const then = (
    <Then
      values={thens}
      chosen={plan.then}
      labels={{ refresh: t.refreshCost(shop.refreshes + 1) }}
      onChoose={(then) => setPlan({ ...plan, then: then as ShopPlan["then"] })}
    />
  );
  return (
    <>
      <Folds
        parts={{
          cards: asked(t.row, shop.row),
          perks: asked(t.perks, [...perks.keys()]),
          then: thens.length > 1 && { title: t.then, body: then },
        }}
      />
      <p class="small dim">{t.coinsLeft(left)} {t.goesTo[known.bought_cards_to] ?? ""}</p>
      <p class="problem" role="status">{refusal && refusal.step === null ? refusal.text : ""}</p>
    </>
  );
}
