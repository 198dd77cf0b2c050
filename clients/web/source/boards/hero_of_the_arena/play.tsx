// Playing cards: touch a card, then its arena; the steps are a numbered list.

import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Folds } from "../folds.js";
import { Touch } from "../touch.js";
import { Face } from "./cards.js";
import { Field, sidesFor, Steps as StepNumbers, type LaneAim } from "./fight.js";
import { Then, type Asked } from "./turn.js";
import { allowed, arenasFor, destinationsFor, manaOf, moved, usesOf, type Action, type Plan } from "./plan.js";
import { t } from "./strings.js";
import { useTrial } from "./trial.js";

type PlayPlan = Extract<Plan, { type: "play" }>;

export function PlayForm(props: Asked<PlayPlan> & { half: Action | null }) {
  const { known, cards, plan, setPlan, half, schema, definitions } = props;
  /** The step of the list that is aimed anew; one that is not aimed yet is half made, and in no list. */
  const [opened, setOpened] = useState<string | null>(null);
  const { actions } = plan;
  const aimed = half ?? actions.find(({ card }) => card === opened) ?? null;
  const refusal = useTrial(props, plan, actions.length);
  const uses = usesOf(schema, definitions);
  const stepOf = (card: string) => actions.findIndex((action) => action.card === card);
  const usesFor = (card: string) => ((stepOf(card) < 0 ? actions.length : stepOf(card)) === 0 ? uses.first : uses.later);
  const mana = known.board?.fighters[known.viewer]?.mana ?? 0;
  const change = actions.reduce((sum, { card }) => sum + manaOf(cards.entries.get(card)), 0);
  const set = (actions: Action[], left: Action | null = half) => setPlan({ ...plan, actions, then: actions.length > 0 ? plan.then : "end" }, left);
  const without = (card: string) => actions.filter((action) => action.card !== card);
  const drop = (card: string) => set(without(card), half?.card === card ? null : half);
  const put = (action: Action) => {
    setOpened(null);
    set(stepOf(action.card) < 0 ? [...actions, action] : actions.map((other) => (other.card === action.card ? action : other)), half?.card === action.card ? null : half);
  };
  const choose = (card: string) => (arenasFor(usesFor(card), card).length > 0 ? set(actions, { card }) : put({ card }));
  const aim = (action: Action) => {
    const needsWay = destinationsFor(usesFor(action.card), action.card, action.arena ?? 0).length > 0;
    if (!needsWay || action.to) put(action);
    else set(without(action.card), action);
  };
  /** What the lanes ask for a step: its arena, then where a hero goes. */
  const aimOf = (action: Action): LaneAim => {
    const { card, arena } = action;
    const isWay = arena != null && stepOf(card) < 0;
    const title = isWay ? t.moveTo : cards.card(card)?.kind === "unit" ? t.into : t.against;
    const possible = isWay ? destinationsFor(usesFor(card), card, arena) : arenasFor(usesFor(card), card);
    return { title: title(cards.name(card)), chosen: isWay ? null : (arena ?? null), possible, onChoose: (at) => aim(isWay ? { ...action, to: at } : { card, arena: at }) };
  };
  const refusalOf = (card: string): string | undefined => {
    if (stepOf(card) >= 0 || usesFor(card).some((use) => use.cards.includes(card))) return undefined;
    const cost = cards.card(card)?.cost ?? 0;
    return actions.length > 0 ? t.drawnLater : cost > mana ? t.tooDear(cost, mana) : t.noPlace;
  };
  const hand = known.own?.hand ?? [];
  const title = t.playCards(hand.length);
  const handAsk = (
    <fieldset class="ask">
      <legend>{title}</legend>
      <div class="hand">
        {hand.map(({ card, durability }) => {
          const step = stepOf(card);
          return (
            <Touch key={card} type="checkbox" name={card} class="hand-card" on={step >= 0 || aimed?.card === card} refused={refusalOf(card)} onChange={(on) => (on ? choose(card) : drop(card))}>
              {step >= 0 && <StepNumbers numbers={[step + 1]} />}
              <Face id={card} cards={cards} durability={durability} pay="mana" />
            </Touch>
          );
        })}
      </div>
    </fieldset>
  );
  const steps = (
    <>
      <Steps known={known} cards={cards} actions={actions} refusal={refusal} onChange={set} onDrop={drop} onAim={({ card }) => setOpened(card)} />
      <Then
        values={allowed(schema, definitions, "play", "then").map(String)}
        chosen={plan.then}
        labels={{}}
        onChoose={(then) => setPlan({ ...plan, then: then as PlayPlan["then"] })}
      />
    </>
  );
  return (
    <>
      <Folds
        wanted={aimed ? "arenas" : undefined}
        parts={{
          hand: { title, body: handAsk },
          arenas: { title: t.arenas, body: <Field {...props} view={known} board={known.board!} {...sidesFor(known.viewer)} planned={half?.arena ? [...actions, half] : actions} aim={aimed && aimOf(aimed)} /> },
          steps: actions.length > 0 && { title: t.steps, body: steps },
        }}
      />
      {change !== 0 && <p class="small dim">{t.manaLeft(mana, change)}</p>}
    </>
  );
}

interface StepsProps extends Pick<Asked<PlayPlan>, "known" | "cards"> {
  actions: Action[];
  refusal: { step: number | null; text: string } | null;
  onChange: (actions: Action[]) => void;
  onDrop: (card: string) => void;
  onAim: (action: Action) => void;
}

/** The list of steps; each can be moved and removed. */
function Steps({ known, cards, actions, refusal, onChange, onDrop, onAim }: StepsProps) {
  return (
    <section aria-label={t.steps}>
      <p class="eyebrow">{t.steps}</p>
      <ol class="steps">
        {actions.map((action, at) => {
          const mana = manaOf(cards.entries.get(action.card));
          const hero = action.arena ? known.board?.arenas[action.arena - 1] : null;
          return (
            <li key={action.card} class={refusal?.step === at ? "refused" : ""}>
              <span class="order" aria-hidden="true">{at + 1}</span>
              <span class="what">
                {action.arena ? (
                  <button type="button" class="thing" onClick={() => onAim(action)}>
                    <b>{cards.name(action.card)}</b> · {t.arena(action.arena)}
                    {hero && <span class="dim"> ({cards.name(hero.card)})</span>}
                    {action.to && <> → {t.arena(action.to)}</>}
                  </button>
                ) : (
                  <b>{cards.name(action.card)}</b>
                )}
                {refusal?.step === at && <span class="problem">{refusal.text}</span>}
              </span>
              <b class="mana">{mana > 0 ? `+${mana}` : mana < 0 ? `−${-mana}` : "0"}</b>
              <button type="button" class="btn quiet" aria-label={t.earlier(at + 1)} disabled={at === 0} onClick={() => onChange(moved(actions, at, -1))}><Icon name="arrow_left" /></button>
              <button type="button" class="btn quiet" aria-label={t.later(at + 1)} disabled={at === actions.length - 1} onClick={() => onChange(moved(actions, at, 1))}><Icon name="arrow_right" /></button>
              <button type="button" class="btn quiet" aria-label={t.remove(at + 1)} onClick={() => onDrop(action.card)}><Icon name="cross" /></button>
            </li>
          );
        })}
      </ol>
      <p class="problem" role="status">{refusal && refusal.step === null ? refusal.text : ""}</p>
    </section>
  );
}
