// The widgets of a move: cards to touch, each a radio button.

import type { JsonValue, WizardsDuelView } from "moirai-client";
import type { ComponentChildren } from "preact";
import { choicesOf } from "../../form/schema.js";
import { Form } from "../../form/form.js";
import { Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { someone, type Who } from "../people.js";
import type { MoveFormProps } from "../props.js";
import { castIn, duelView, holding, opponent, printed, WISDOM, type Duelist } from "./knowledge.js";
import { Sign } from "./signs.js";
import { ChoiceCard, DimmedSpell, Face } from "./spells.js";
import { t } from "./strings.js";

interface Asked extends MoveFormProps {
  known: WizardsDuelView;
  seat: Duelist;
  rival: Who;
}

export function DuelMoveForm(props: MoveFormProps) {
  const known = duelView(props.view.view);
  const { viewer } = props.view;
  const asked: Asked = { ...props, known, seat: viewer as Duelist, rival: someone(opponent(viewer), viewer, props.words) };
  switch (known.phase?.name) {
    case "cast":
      return <CastForm {...asked} />;
    case "charm":
      return <CharmForm {...asked} />;
    case "draft":
      return <DraftForm {...asked} />;
    case "daybreak":
      return <DaybreakForm {...asked} />;
    default:
      return <Form {...props} />;
  }
}

/** The values that the prompt allows for a field. */
function allowed({ schema, definitions }: Asked, field: string): JsonValue[] {
  const part = schema.properties?.[field];
  return (part ? choicesOf(part, definitions) : null)?.map(({ value }) => value) ?? [];
}

function Question({ title, problem, children, about }: { title: string; problem: string | undefined; children: ComponentChildren; about: ComponentChildren }) {
  return (
    <div class="form duel-form">
      <fieldset class="ask">
        <legend>{title}</legend>
        <div class="spells">{children}</div>
        <div class="about" role="status">{about}</div>
        {problem && <p class="problem">{problem}</p>}
      </fieldset>
    </div>
  );
}

function CastForm(props: Asked) {
  const { known, seat, words, draft, onChange } = props;
  const choices = allowed(props, "spell");
  const chosen = draft["/spell"];
  const spells: string[] = [...known.pool];
  if (known.items.athenas_wisdom === seat) spells.push(WISDOM);
  return (
    <Question
      title={t.chooseSpell}
      problem={props.problems["/spell"]}
      about={typeof chosen === "string" && choices.includes(chosen) ? <AboutCast {...props} spell={chosen} /> : <p class="dim">{t.touchFirst}</p>}
    >
      {spells.map((spell) =>
        choices.includes(spell) ? (
          <ChoiceCard key={spell} name="spell" chosen={chosen === spell} onChoose={() => onChange({ ...draft, "/spell": spell })}>
            <Face spell={spell} words={words} />
          </ChoiceCard>
        ) : (
          <Unavailable key={spell} {...props} spell={spell} />
        ),
      )}
    </Question>
  );
}

/** A spell that cannot be cast, and why. */
function Unavailable({ known, seat, words, spell }: Asked & { spell: string }) {
  if (spell === WISDOM && known.pending[seat]?.banned !== WISDOM) return <DimmedSpell spell={spell} words={words} look="gone" mark={t.spent} note={t.spentText} />;
  if (known.pending[seat]?.banned === spell && (spell === WISDOM || holding(known.hands[seat], spell) !== "gone")) {
    return <DimmedSpell spell={spell} words={words} look="banned" mark={t.banned} note={t.bannedText} />;
  }
  const round = castIn(known.rounds, seat, spell);
  const note = [t.holding.gone({ name: "", isMe: true }), round === null ? "" : t.castIn(round)].join(" ");
  return <DimmedSpell spell={spell} words={words} look="gone" mark={t.gone} note={note} />;
}

/** What the chosen spell does, and with which strength as far as that is told. */
function AboutCast({ known, seat, rival, words, spell }: Asked & { spell: string }) {
  const pending = known.pending[seat];
  const strength = printed(spell);
  const modifier = pending?.modifier;
  return (
    <>
      <p><SpellText words={words} spell={spell} /></p>
      {modifier ? <p class="dim">{strength === null ? t.bonusLost : t.strength(`${strength} ${modifier > 0 ? "+" : "−"} ${Math.abs(modifier)}`, strength + modifier)}</p> : null}
      {pending && modifier === null && strength !== null && <p><Veiled title={t.bonusUnknown} /></p>}
      {pending?.fogged && <p class="dim">{t.inFog(rival)}</p>}
    </>
  );
}

function SpellText({ words, spell }: { words: Words; spell: string }) {
  return (
    <>
      <b>{words.thing("spell", spell)}.</b> {words.text("spell", spell)}
    </>
  );
}

function CharmForm(props: Asked) {
  const { known, seat, rival, words, draft, onChange } = props;
  const choices = allowed(props, "spell");
  const chosen = typeof draft["/spell"] === "string" ? draft["/spell"] : null;
  const isGone = (spell: string) => spell !== WISDOM && holding(known.hands[opponent(seat)], spell) === "gone"; // Wisdom is in no hand.
  return (
    <Question
      title={t.chooseCharm(rival)}
      problem={props.problems["/spell"]}
      about={
        chosen !== null && (
          <>
            <p><SpellText words={words} spell={chosen} /></p>
            {isGone(chosen) && <p class="dim">{t.charmGone(rival)}</p>}
          </>
        )
      }
    >
      {[...known.pool, ...(choices.includes(WISDOM) ? [WISDOM] : [])].map((spell) =>
        choices.includes(spell) ? (
          <ChoiceCard key={spell} name="spell" chosen={chosen === spell} onChoose={() => onChange({ ...draft, "/spell": spell })}>
            <Face spell={spell} words={words} mark={isGone(spell) ? t.notInHand : undefined} />
          </ChoiceCard>
        ) : (
          <DimmedSpell key={spell} spell={spell} words={words} look="off" mark={t.neverCharmed} note={t.neverCharmedText} />
        ),
      )}
    </Question>
  );
}

function DraftForm(props: Asked) {
  const { known, words, draft, onChange, view } = props;
  const choices = allowed(props, "item");
  return (
    <Question title={t.chooseItem} problem={props.problems["/item"]} about={null}>
      {Object.entries(known.items).map(([item, owner]) =>
        choices.includes(item) ? (
          <ChoiceCard key={item} name="item" class="wordy" chosen={draft["/item"] === item} onChoose={() => onChange({ ...draft, "/item": item })}>
            <Item item={item} words={words} />
          </ChoiceCard>
        ) : (
          <div key={item} class="spell wordy gone">
            <Item item={item} words={words} />
            {owner && <span class="spell-mark">{t.taken(someone(owner, view.viewer, words))}</span>}
          </div>
        ),
      )}
    </Question>
  );
}

function Item({ item, words }: { item: string; words: Words }) {
  return (
    <>
      <span class="spell-top">
        <Sign of={item} /> <b>{words.thing("item", item)}</b>
      </span>
      <span class="tiny">{words.text("item", item)}</span>
    </>
  );
}

function DaybreakForm({ known, draft, onChange, problems }: Asked) {
  const use = draft["/use"] === true;
  const round = known.rounds.at(-1)?.round ?? known.round;
  return (
    <Question title={t.chooseUndo(round)} problem={problems["/use"]} about={use && <p>{t.undoNote(known.daybreak_left)}</p>}>
      <ChoiceCard name="use" class="plain" chosen={use} onChoose={() => onChange({ ...draft, "/use": true })}>
        <Sign of="apollos_daybreak" /> {t.undoIt}
      </ChoiceCard>
    </Question>
  );
}
