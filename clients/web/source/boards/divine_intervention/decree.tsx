// A deity's moves: its first prophet, what it decrees in a round, and whom it raises in the end.

import type { BoonId, DivineInterventionView, Room } from "moirai-client";
import { Choices } from "../../form/choices.js";
import { choicesOf, questionOf, resolve, without, type Definitions, type Draft, type Schema } from "../../form/schema.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import { Folds } from "../folds.js";
import type { MoveFormProps } from "../props.js";
import { RoomMap } from "./map.js";
import { Boon, boonName, Options, Stepper, type Cards, type Option } from "./parts.js";
import { circumstancesOf, noted, type Open } from "./plan.js";
import { Sign } from "./signs.js";
import { ELEMENTS } from "./rooms.js";
import { text } from "./strings.js";

interface PartProps {
  view: DivineInterventionView;
  schema: Schema;
  definitions: Definitions;
  words: Words;
  draft: Draft;
  problems: { [place: string]: string };
  onChange: (draft: Draft) => void;
}

const NOBODY = "";

export function DecreeForm({ view: reply, onChange: set, ...props }: MoveFormProps) {
  const view = reply.view as DivineInterventionView;
  const asksProphet = mayBeProphet(view, props.schema, props.definitions);
  const onChange = (draft: Draft) => {
    const open: Open[] = asksProphet && !("/prophet" in draft) ? ["prophet"] : [];
    set(noted(draft, areEqual(bidsIn(draft)) ? [...open, "bids"] : open));
  };
  const part = { ...props, view, onChange };
  return (
    <div class="form divine">
      <Folds
        parts={{
          gifts: { title: text.gifts, body: <><ElementPart {...part} /><ProphetPart {...part} round={view.round + 1} /></> },
          bids: offeredIn(part).length > 0 && { title: text.offer(view.round), body: <Bids {...part} /> },
          boon: view.held !== null && view.held !== undefined && { title: `${text.yourBoon}: ${boonName(view.held.id, props.words, packOf(view))}`, body: <BoonPart {...part} /> },
        }}
      />
    </div>
  );
}

export function AnointForm({ view: reply, ...props }: MoveFormProps) {
  return (
    <div class="form divine">
      <ProphetPart {...props} view={reply.view as DivineInterventionView} round={0} />
    </div>
  );
}

export function RaiseForm({ schema, definitions, words, draft, problems, onChange }: MoveFormProps) {
  const choices = choicesOf(schema.properties?.["seat"] ?? {}, definitions) ?? [];
  const options = choices.map(({ value }) => ({ id: String(value), label: words.seat(value) ?? String(value) }));
  const only = options.length === 1 ? options[0]!.id : null;
  return (
    <div class="form divine">
      <Options title={text.raiseAsk} options={options} chosen={only ?? (draft["/seat"] as string | undefined) ?? null} problem={problems["/seat"]} onChoose={(id) => onChange({ ...draft, "/seat": id })} />
    </div>
  );
}

/** By value, in which rounds. */
function roundsOf(of: { [round: string]: string | null } | null | undefined, value: string): string[] {
  return Object.entries(of ?? {}).flatMap(([round, one]) => (one === value ? [round] : []));
}

function ElementPart({ view, schema, definitions, words, draft, problems, onChange }: PartProps) {
  const choices = choicesOf(schema.properties?.["element"] ?? {}, definitions) ?? [];
  const allowed = new Set(choices.map(({ value }) => value));
  if (!ELEMENTS.some((element) => allowed.has(element))) return <p class="small dim">{text.noElement}</p>;
  const options: Option[] = ELEMENTS.map((element) => {
    const rounds = roundsOf(view.elements, element);
    return {
      id: element,
      label: <><Sign name={element} /> {words.thing("element", element)}</>,
      note: rounds.length > 0 ? text.givenIn(listed(rounds)) : text.notGiven,
      shut: allowed.has(element) ? undefined : text.givenLast,
    };
  });
  return <Options title={text.element} hint={text.elementNote(view.options.pool)} options={options} chosen={(draft["/element"] as string | undefined) ?? null} problem={problems["/element"]} onChoose={(id) => onChange({ ...draft, "/element": id })} />;
}

function shamansIn({ seats }: DivineInterventionView): readonly string[] {
  return seats.hell ?? [];
}

function prophetsIn(schema: Schema, definitions: Definitions): Set<unknown> {
  return new Set((choicesOf(schema.properties?.["prophet"] ?? {}, definitions) ?? []).map(({ value }) => value));
}

function mayBeProphet(view: DivineInterventionView, schema: Schema, definitions: Definitions): boolean {
  const allowed = prophetsIn(schema, definitions);
  return shamansIn(view).some((seat) => allowed.has(seat));
}

/** Round 0 is before the first round: there, naming nobody is all that is left without an answer. */
function ProphetPart({ view, schema, definitions, words, draft, problems, round, onChange }: PartProps & { round: number }) {
  if (!mayBeProphet(view, schema, definitions)) return null;
  const allowed = prophetsIn(schema, definitions);
  const shamans = shamansIn(view);
  const options: Option[] = shamans.map((seat) => {
    const before = roundsOf(view.prophets, seat)[0];
    return { id: seat, label: seatName(words, seat), shut: allowed.has(seat) ? undefined : before === undefined ? "" : text.wasProphet(Number(before)) };
  });
  const answer = draft["/prophet"];
  return (
    <Options
      title={text.prophetFor(round)}
      hint={text.prophetNote}
      options={round === 0 ? options : [...options, { id: NOBODY, label: text.noProphet }]}
      chosen={answer === undefined ? null : (answer as string | null) ?? NOBODY}
      problem={problems["/prophet"]}
      onChoose={(id) => onChange({ ...draft, "/prophet": id === NOBODY ? null : id })}
    />
  );
}

/** The bids of more than nothing. */
function bidsIn(draft: Draft): number[] {
  return Object.entries(draft).flatMap(([place, bid]) => (place.startsWith("/bids/") && Number(bid) > 0 ? [Number(bid)] : []));
}

const areEqual = (bids: readonly number[]): boolean => new Set(bids).size < bids.length;

function offeredIn({ schema, definitions }: Pick<PartProps, "schema" | "definitions">): BoonId[] {
  return Object.keys(resolve(schema.properties?.["bids"] ?? {}, definitions).properties ?? {}) as BoonId[];
}

function Bids({ view, schema, definitions, words, draft, problems, onChange }: PartProps) {
  const offered = offeredIn({ schema, definitions });
  const piety = view.piety ?? 0;
  const bidOf = (id: BoonId) => Number(draft[`/bids/${id}`] ?? 0);
  const total = offered.reduce((sum, id) => sum + bidOf(id), 0);
  const isEqual = areEqual(bidsIn(draft));
  const pack = packOf(view);
  const last = Math.min(view.round + 2, view.last_round);
  return (
    <section class="bids" aria-label={text.offer(view.round)}>
      <h3 class="ask-title">{text.offer(view.round)}</h3>
      <div class="boons">
        {offered.map((id) => {
          const others = offered.filter((other) => other !== id).map(bidOf);
          const most = piety - others.reduce((sum, bid) => sum + bid, 0);
          return (
            <article class="boon" key={id}>
              <BoonText id={id} view={view} words={words} pack={pack} />
              {piety === 0 ? (
                <p class="tiny dim">{text.noPiety}</p>
              ) : (
                <Stepper label={`${text.yourBid}: ${boonName(id, words, pack)}`} value={bidOf(id)} least={0} most={most} isFree={(bid) => bid === 0 || !others.includes(bid)} problem={problems[`/bids/${id}`]} onChange={(bid) => onChange({ ...draft, [`/bids/${id}`]: bid })}>
                  <span class="tiny dim" aria-hidden="true">{text.yourBid}</span>
                </Stepper>
              )}
            </article>
          );
        })}
      </div>
      {(isEqual || problems["/bids"]) && <p class="problem">{problems["/bids"] ?? text.equalBids}</p>}
      <p class="tiny dim">{text.bidNote(total, piety)} {text.bidUse(view.round + 1, last)}</p>
    </section>
  );
}

/** What a boon is and does. */
export function BoonText({ id, view, words, pack }: { id: BoonId; view: DivineInterventionView; words: Words; pack: Cards | null }) {
  const card = view.boons?.[id];
  return (
    <>
      {card && <p class="eyebrow">{words.thing("boon_kind", card.kind)}</p>}
      <h4>{boonName(id, words, pack)}</h4>
      <p class="small">{pack?.[id]?.text ?? words.text("boon", id) ?? card?.text}</p>
    </>
  );
}

/** The cards with the words of the organiser's pack; null if there is none. */
export function packOf(view: DivineInterventionView): Cards | null {
  return view.options?.pack ? view.boons : null;
}

function BoonPart({ view, schema, definitions, words, draft, problems, onChange }: PartProps) {
  const held = view.held;
  const question = questionOf(schema.properties?.["boon"] ?? {}, definitions);
  if (!held || question.kind !== "branches") return null;
  const use = question.branches.findIndex((branch) => branch.properties);
  const keep = question.branches.findIndex((branch) => !branch.properties);
  const branch = question.branches[use];
  const answer = draft["/boon?"];
  // The number is there from the beginning, so that what is shown is what is sealed.
  const number = branch?.properties?.["number"];
  const least: Draft = number ? { "/boon/number": resolve(number, definitions).minimum ?? 0 } : {};
  const choose = (at: number) => onChange({ ...without(draft, "/boon"), "/boon?": at, ...(at === use ? least : {}) });
  const pack = packOf(view);
  return (
    <div class="held">
      <p><b>{text.yourBoon}: <Boon id={held.id} words={words} pack={pack} /></b> <span class="s">{text.usable(held.first_round, held.last_round)}</span></p>
      <p class="small">{pack?.[held.id]?.text ?? words.text("boon", held.id)}</p>
      <Options
        title={text.keepOrUse}
        options={[{ id: "keep", label: text.keepIt }, { id: "use", label: text.use }]}
        chosen={answer === use ? "use" : answer === keep ? "keep" : null}
        problem={problems["/boon"] ?? problems["/boon/id"]}
        onChoose={(id) => choose(id === "use" ? use : keep)}
      />
      {answer === use && branch && <Parameter {...{ view, schema: branch, definitions, words, draft, problems, onChange }} />}
    </div>
  );
}

/** The one thing that a boon needs: a room, an element, a seat or a number. */
function Parameter({ view, schema, definitions, words, draft, problems, onChange }: PartProps) {
  const name = Object.keys(schema.properties ?? {}).find((name) => name !== "id");
  if (name !== "room" && name !== "element" && name !== "seat" && name !== "number") return null;
  const place = `/boon/${name}`;
  const part = schema.properties![name]!;
  const problem = problems[place];
  const set = (value: string | number) => onChange({ ...draft, [place]: value });
  if (name === "number") {
    const { minimum: least = 0, maximum: most = 0 } = resolve(part, definitions);
    return <Stepper label={text.ask.number} value={Number(draft[place] ?? least)} least={least} most={most} problem={problem} onChange={set}><span>{text.ask.number}</span></Stepper>;
  }
  const values = (choicesOf(part, definitions) ?? []).map(({ value }) => String(value));
  const chosen = draft[place] === undefined ? null : String(draft[place]);
  if (name === "room" && view.layout) {
    const shut = (room: Room) => (values.includes(room) ? null : text.notThisRoom);
    return (
      <fieldset class="ask">
        <legend>{text.ask.room}</legend>
        <RoomMap view={view} circumstances={circumstancesOf(view)} words={words} plan={[]} pick={{ type: "radio", chosen: new Set(chosen === null ? [] : [chosen]), shut, onPick: set }} />
        {problem && <p class="problem">{problem}</p>}
      </fieldset>
    );
  }
  if (name === "room") {
    return <Choices title={text.ask.room} note={problem} options={values.map((room) => words.thing("room", room))} chosen={values.indexOf(chosen ?? "")} blank={false} onChoose={(at) => set(values[at]!)} />;
  }
  const label = (value: string) => (name === "seat" ? seatName(words, value) : words.thing("element", value));
  const options = values.map((value) => ({ id: value, label: name === "element" ? <><Sign name={value as "fire"} /> {label(value)}</> : label(value) }));
  return <Options title={text.ask[name]} options={options} chosen={values.length === 1 ? values[0]! : chosen} problem={problem} onChoose={set} />;
}
