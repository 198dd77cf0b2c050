// The widgets of a move: cards, arenas and numbers to touch, each an input.

import type { HeroOfTheArenaView } from "moirai-client";
import { Form } from "../../form/form.js";
import { HALF, read, write, type Draft } from "../../form/schema.js";
import { someone } from "../people.js";
import type { MoveFormProps } from "../props.js";
import { Touch } from "../touch.js";
import { Cards } from "./cards.js";
import { DraftForm } from "./draft.js";
import { PlayForm } from "./play.js";
import { halfOf, kindsOf, NO_PLANS, planFrom, type Action, type Plan } from "./plan.js";
import { t } from "./strings.js";
import { DiscardForm, ShopForm } from "./trade.js";
import type { Asked } from "./turn.js";

export function ArenaMoveForm(props: MoveFormProps) {
  const known = props.view.view as HeroOfTheArenaView;
  const cards = new Cards(known, props.words);
  const who = (seat: string) => someone(seat, props.view.viewer, props.words);
  const kinds = kindsOf(props.schema, props.definitions);
  if (kinds.includes("draft") && known.draft) return <DraftForm {...props} known={known} cards={cards} />;
  if (!known.board || !known.own || !kinds.every((kind) => kind in NO_PLANS)) return <Form {...props} />;
  return <TurnForm {...props} known={known} cards={cards} who={who} kinds={kinds as Plan["type"][]} />;
}

/** The plan so far. It is kept beside the answers, with those of other kinds, because a part of a plan may be no legal move. */
function planOf({ schema, definitions, draft }: MoveFormProps): Plan | null {
  return planFrom(draft["plan"]) ?? planFrom(read(schema, definitions, draft).value);
}

function TurnForm(props: Omit<Asked<Plan>, "plan" | "setPlan"> & { kinds: Plan["type"][] }) {
  const { schema, definitions, kinds, onChange, view } = props;
  // Cards can be touched at once: whoever wants something else says so.
  const plan = planOf(props) ?? NO_PLANS[kinds.includes("play") ? "play" : kinds[0]!];
  const kept = (props.draft["kept"] ?? {}) as { [kind: string]: Plan };
  const setPlan = (plan: Plan, half: Action | null = null) => {
    const beside = { plan, kept: { ...kept, [plan.type]: plan }, ...(half ? { [HALF]: half } : {}) } as unknown as Draft;
    onChange({ ...write(schema, definitions, plan as never), ...beside });
  };
  const phase = view.phase;
  const settles = phase !== null && phase.must.length + phase.may.length === 1 && (phase.early_close || props.details.pace === "eager");
  return (
    <div class="form arena-form">
      {kinds.length > 1 && (
        <fieldset class="ask">
          <legend>{t.whatNow} <span class="dim">{t.oneOfThree}</span></legend>
          <div class="kinds">
            {kinds.map((kind) => (
              <Touch key={kind} type="radio" name="kind" on={plan.type === kind} onChange={() => setPlan(kept[kind] ?? NO_PLANS[kind])}>
                <b>{t.kinds[kind]}</b>
              </Touch>
            ))}
          </div>
        </fieldset>
      )}
      {plan.type === "play" && <PlayForm {...props} plan={plan} setPlan={setPlan} half={halfOf(props.draft)} />}
      {plan.type === "discard" && <DiscardForm {...props} plan={plan} setPlan={setPlan} />}
      {plan.type === "shop" && <ShopForm {...props} plan={plan} setPlan={setPlan} />}
      {Object.entries(props.problems).map(([place, problem]) => <p class="problem" key={place}>{problem}</p>)}
      {settles && <p class="state">{t.atOnce}</p>}
    </div>
  );
}
