// What the widgets of a turn share.

import type { HeroOfTheArenaView } from "moirai-client";
import type { ComponentChildren } from "preact";
import type { Who } from "../people.js";
import type { MoveFormProps } from "../props.js";
import { Touch } from "../touch.js";
import type { Cards } from "./cards.js";
import type { Action, Plan } from "./plan.js";
import { t } from "./strings.js";

export interface Asked<Kind extends Plan> extends MoveFormProps {
  known: HeroOfTheArenaView;
  cards: Cards;
  who: (seat: string) => Who;
  plan: Kind;
  /** Set the plan, and the step that is half made beside it. */
  setPlan: (plan: Kind, half?: Action | null) => void;
}

/** What is done after the list. */
export function Then({ values, chosen, labels, onChoose }: { values: string[]; chosen: string; labels: { [then: string]: ComponentChildren }; onChoose: (then: string) => void }) {
  if (values.length < 2) return null;
  return (
    <fieldset class="ask">
      <legend>{t.then}</legend>
      <div class="kinds">
        {values.map((value) => (
          <Touch key={value} type="radio" name="then" on={value === chosen} onChange={() => onChoose(value)}>
            {labels[value] ?? t.thens[value]}
          </Touch>
        ))}
      </div>
    </fieldset>
  );
}
