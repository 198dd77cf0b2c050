// The draft, as the two drafters see it, and a decision of it.

import type { HeroDraft, HeroOfTheArenaView } from "moirai-client";
import { write, type Draft } from "../../form/schema.js";
import type { Who } from "../people.js";
import type { MoveFormProps } from "../props.js";
import { Touch } from "../touch.js";
import { Face, type Cards } from "./cards.js";
import { Names } from "./fight.js";
import { allowed, branchesOf } from "./plan.js";
import { t } from "./strings.js";

interface DraftFormProps extends MoveFormProps {
  known: HeroOfTheArenaView;
  cards: Cards;
}

interface Choice {
  pick?: string;
  ban?: string;
}

export function DraftForm({ known, cards, schema, definitions, draft, problems, onChange }: DraftFormProps) {
  const picks = allowed(schema, definitions, "draft", "pick");
  const bans = allowed(schema, definitions, "draft", "ban").filter((ban) => ban !== null);
  const chosen: Choice = (draft["plan"] as Choice | undefined) ?? {};
  const offer = known.draft?.open ?? [];
  const set = (choice: Choice) => onChange({ ...answers(choice), plan: choice as never });
  /** The answers that amount to a choice, or to the half of it that is made. */
  const answers = ({ pick, ban }: Choice): Draft => {
    if (pick && (ban || bans.length === 0)) return write(schema, definitions, { type: "draft", pick, ...(ban ? { ban } : {}) });
    const half = branchesOf(schema, definitions).findIndex(({ properties }) => properties?.["pick"]?.const === (pick ?? "") || properties?.["ban"]?.const === (ban ?? ""));
    return half < 0 ? {} : { "?": half };
  };
  const kind = (id: string) => cards.words.thing("card_kind", cards.card(id)?.kind ?? "");
  const kindOf = (ids: unknown[]) => new Set(ids.map((id) => kind(String(id))));
  const only = (ids: unknown[]) => (kindOf(ids).size === 1 ? t.onlyKind([...kindOf(ids)][0]!) : undefined);
  const pickRefused = (id: string) => (!picks.includes(id) ? (only(picks) ?? t.notThere) : chosen.ban === id ? t.isBanned : undefined);
  const banRefused = (id: string) => (!bans.includes(id) ? (only(bans) ?? t.notThere) : chosen.pick === id ? t.isPicked : undefined);
  const banForm = bans.length > 0 && (
    <fieldset class="ask">
      <legend>{t.ban}{known.phase?.name === "draft_third" && <span class="dim"> {t.bansFirst}</span>}</legend>
      <div class="ban-choices">
        {offer.map((id) => (
          <Touch key={id} type="radio" name="ban" on={chosen.ban === id} refused={banRefused(id)} onChange={() => set({ ...chosen, ban: id })}>
            {cards.name(id)}
          </Touch>
        ))}
      </div>
      {problems["/ban"] && <p class="problem">{problems["/ban"]}</p>}
    </fieldset>
  );
  return (
    <div class="form arena-form">
      <fieldset class="ask">
        <legend>{t.pick}</legend>
        <div class="hand">
          {offer.map((id) => (
            <Touch key={id} type="radio" name="pick" class="hand-card" on={chosen.pick === id} refused={pickRefused(id)} onChange={() => set({ ...chosen, pick: id })}>
              <Face id={id} cards={cards} pay="mana" />
            </Touch>
          ))}
        </div>
        {problems["/pick"] && <p class="problem">{problems["/pick"]}</p>}
      </fieldset>
      {banForm}
    </div>
  );
}

interface DraftBoardProps {
  draft: HeroDraft;
  cards: Cards;
  who: (seat: string) => Who;
  /** Whether the cards are shown with the move. */
  choosing: boolean;
}

/** The cards of the round and what became of them, and both decks so far. */
export function DraftBoard({ draft, cards, who, choosing }: DraftBoardProps) {
  const seats = [...new Set(draft.decisions.map(({ seat }) => seat))].sort();
  const gone = [...draft.decisions.flatMap(({ ban }) => (ban ? [ban] : [])), ...draft.set_aside.flat()];
  const stateOf = (id: string): string => {
    const decision = draft.decisions.find(({ pick, ban }) => pick === id || ban === id);
    if (!decision) return draft.open.includes(id) ? t.open : t.left;
    return decision.pick === id ? t.picked(who(decision.seat)) : t.bannedBy(who(decision.seat));
  };
  return (
    <>
      <h3>{t.draft(draft.round)}</h3>
      {!choosing && draft.offer.length > 0 && (
        <ul class="hand" aria-label={t.offer}>
          {draft.offer.map((id) => (
            <li key={id} class={`hand-card ${draft.open.includes(id) ? "" : "taken"}`}><Face id={id} cards={cards} pay="mana" note={stateOf(id)} /></li>
          ))}
        </ul>
      )}
      {choosing && draft.open.length < draft.offer.length && (
        <ul class="taken-list">
          {draft.offer.filter((id) => !draft.open.includes(id)).map((id) => <li key={id}><b>{cards.name(id)}</b>: {stateOf(id)}</li>)}
        </ul>
      )}
      {seats.length > 0 && (
        <section class="so-far" aria-label={t.decks}>
          <h4>{t.decks}</h4>
          <div class="two">
            {seats.map((seat) => (
              <div key={seat}>
                <h5>{who(seat).name}</h5>
                <Names ids={draft.decisions.filter((one) => one.seat === seat).map(({ pick }) => pick)} cards={cards} />
              </div>
            ))}
          </div>
        </section>
      )}
      {gone.length > 0 && (
        <details>
          <summary>{t.gone} ({gone.length})</summary>
          <Names ids={gone} cards={cards} />
        </details>
      )}
    </>
  );
}
