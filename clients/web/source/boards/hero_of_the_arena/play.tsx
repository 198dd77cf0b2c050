// Playing cards: touch a card, then its arena; the steps are a numbered list.

import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Touch } from "../touch.js";
import { Face, Stats } from "./cards.js";
import { Steps as StepNumbers } from "./fight.js";
import { Then, type Asked } from "./turn.js";
import { allowed, arenasFor, destinationsFor, manaOf, moved, usesOf, type Action, type Plan } from "./plan.js";
import { t } from "./strings.js";
import { useTrial } from "./trial.js";

type PlayPlan = Extract<Plan, { type: "play" }>;

export function PlayForm(props: Asked<PlayPlan>) {
  const { known, cards, plan, setPlan, schema, definitions } = props;
  /** The step that is aimed now; it is in the list as soon as it is complete. */
  const [aimed, setAimed] = useState<Action | null>(null);
  const { actions } = plan;
  const refusal = useTrial(props, plan, actions.length);
  const uses = usesOf(schema, definitions);
  const stepOf = (card: string) => actions.findIndex((action) => action.card === card);
  const usesFor = (card: string) => ((stepOf(card) < 0 ? actions.length : stepOf(card)) === 0 ? uses.first : uses.later);
  const mana = known.board?.fighters[known.viewer]?.mana ?? 0;
  const change = actions.reduce((sum, { card }) => sum + manaOf(cards.entries.get(card)), 0);
  const set = (actions: Action[]) => setPlan({ ...plan, actions, then: actions.length > 0 ? plan.then : "end" });
  const drop = (card: string) => {
    if (aimed?.card === card) setAimed(null);
    if (stepOf(card) >= 0) set(actions.filter((action) => action.card !== card));
  };
  const put = (action: Action) => set(stepOf(action.card) < 0 ? [...actions, action] : actions.map((other) => (other.card === action.card ? action : other)));
  const choose = (card: string) => {
    const needsAim = arenasFor(usesFor(card), card).length > 0;
    setAimed(needsAim ? { card } : null);
    if (!needsAim) put({ card });
  };
  const aim = (action: Action) => {
    setAimed(action);
    const needsWay = destinationsFor(usesFor(action.card), action.card, action.arena ?? 0).length > 0;
    if (!needsWay || action.to) put(action);
    else if (stepOf(action.card) >= 0) set(actions.filter((other) => other.card !== action.card));
  };
  const refusalOf = (card: string): string | undefined => {
    if (stepOf(card) >= 0 || usesFor(card).some((use) => use.cards.includes(card))) return undefined;
    const cost = cards.card(card)?.cost ?? 0;
    return actions.length > 0 ? t.drawnLater : cost > mana ? t.tooDear(cost, mana) : t.noPlace;
  };
  const hand = known.own?.hand ?? [];
  return (
    <>
      {actions.length > 0 && <Steps known={known} cards={cards} actions={actions} refusal={refusal} onChange={set} onDrop={drop} onAim={setAimed} />}
      <fieldset class="ask">
        <legend>{t.playCards(hand.length)}</legend>
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
      {aimed && <Aim {...props} key={aimed.card} card={aimed.card} chosen={aimed.arena} possible={arenasFor(usesFor(aimed.card), aimed.card)} onChoose={(arena) => aim({ card: aimed.card, arena })} />}
      {aimed?.arena && destinationsFor(usesFor(aimed.card), aimed.card, aimed.arena).length > 0 && (
        <Aim {...props} isWay card={aimed.card} chosen={aimed.to} possible={destinationsFor(usesFor(aimed.card), aimed.card, aimed.arena)} onChoose={(to) => aim({ ...aimed, to })} />
      )}
      {actions.length === 0 && <p class="state">{t.noSteps}</p>}
      {change !== 0 && <p class="small dim">{t.manaLeft(mana, change)}</p>}
      {actions.length > 0 && (
        <Then
          values={allowed(schema, definitions, "play", "then").map(String)}
          chosen={plan.then}
          labels={{}}
          onChoose={(then) => setPlan({ ...plan, then: then as PlayPlan["then"] })}
        />
      )}
    </>
  );
}

interface AimProps extends Asked<PlayPlan> {
  card: string;
  chosen: number | null | undefined;
  possible: number[];
  /** Whether this is where a hero is moved to. */
  isWay?: boolean;
  onChoose: (arena: number) => void;
}

/** One of the arenas, with who is there before the list begins. */
function Aim({ known, cards, who, plan, card, chosen, possible, isWay = false, onChoose }: AimProps) {
  const entering = (arena: number) =>
    plan.actions.filter((action) => action.arena === arena && action.card !== card && cards.card(action.card)?.kind === "unit").map((action) => cards.name(action.card));
  const title = isWay ? t.moveTo : cards.card(card)?.kind === "unit" ? t.into : t.against;
  return (
    <fieldset class="ask">
      <legend>{title(cards.name(card))}</legend>
      <div class="arena-choices">
        {(known.board?.arenas ?? []).map((hero, at) => {
          const arena = at + 1;
          const there = !hero ? t.isEmpty : hero.owner === known.viewer ? t.yours(cards.name(hero.card)) : t.theirs(cards.name(hero.card), who(hero.owner));
          return (
            <Touch key={arena} type="radio" name={isWay ? "to" : "arena"} on={chosen === arena} refused={possible.includes(arena) ? undefined : t.notThere} onChange={() => onChoose(arena)}>
              <b>{t.arena(arena)}</b>
              <span class="tiny">{there}</span>
              {hero && <Stats now={hero} />}
              {entering(arena).map((name) => <span class="tiny card-note" key={name}>{name}: {t.planned}</span>)}
            </Touch>
          );
        })}
      </div>
    </fieldset>
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
