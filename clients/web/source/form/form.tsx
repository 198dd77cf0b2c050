// A form for a JSON Schema: things to touch for what can be chosen, with what is wrong beside each.

import type { JsonValue } from "moirai-client";
import { useId } from "preact/hooks";
import { language, say } from "../strings/index.js";
import { lengthText } from "../time.js";
import type { Words } from "../words.js";
import { Choices, Picks } from "./choices.js";
import { branchNames, choiceName } from "./names.js";
import { questionOf, resolve, step, without, type Definitions, type Draft, type Schema } from "./schema.js";

export interface FormProps {
  schema: Schema;
  definitions: Definitions;
  words: Words;
  draft: Draft;
  /** What is wrong, by the JSON Pointer of the place. */
  problems: { [place: string]: string };
  onChange: (draft: Draft) => void;
  /** Show the texts under questions. */
  described?: boolean;
}

interface PartProps extends FormProps {
  place: string;
  name: string;
  parent: string;
  needed: boolean;
}

export function Form(props: FormProps) {
  return (
    <div class="form">
      <Part {...props} place="" name="" parent="" needed={true} />
    </div>
  );
}

function Part(props: PartProps) {
  const { definitions, words, draft, place, name, parent, needed, onChange } = props;
  const schema = resolve(props.schema, definitions);
  const question = questionOf(schema, definitions);
  const title = place === "" ? say.kind : (/^\d+$/.test(name) ? `${words.field(parent)} ${Number(name) + 1}` : words.seat(name) ?? schemaTitle(schema) ?? words.field(name, parent));
  const set = (value: JsonValue) => onChange({ ...draft, [place]: value });
  const unset = () => onChange(without(draft, place));
  const label = { title, note: props.problems[place], text: props.described ? described(schema, words, name)?.replaceAll("`", "") : undefined };
  const value = draft[place];

  switch (question.kind) {
    case "fixed":
      return <Fixed value={question.value} name={name} title={title} place={place} needed={needed} words={words} note={label.note} />;

    case "choice": {
      const options = question.choices.map((choice) => choiceName(choice, words, name, parent));
      const chosen = place in draft ? draft[place] : schema.default;
      const at = chosen === undefined ? -1 : question.choices.findIndex((choice) => choice.value === chosen);
      const optional = !needed && schema.default === undefined;
      return <Choices {...label} options={options} chosen={at} blank={optional} onChoose={(at) => (at < 0 ? unset() : set(question.choices[at]!.value))} />;
    }

    case "branches": {
      const at = Number(draft[`${place}?`] ?? -1);
      const branch = question.branches[at];
      const choose = (at: number) => onChange({ ...without(draft, place), [`${place}?`]: at });
      return (
        <>
          <Choices {...label} options={branchNames(question.branches, definitions, words, name)} chosen={at} blank={!needed} onChoose={choose} />
          {branch && <Part {...props} key={at} schema={branch} needed={true} problems={{ ...props.problems, [place]: "" }} />}
        </>
      );
    }

    case "object": {
      const parts = question.fields.map(([field, part]) => (
        <Part {...props} key={field} schema={part} place={place + step(field)} name={field} parent={/^\d*$/.test(name) ? parent : name} needed={question.required.has(field)} />
      ));
      if (place === "") return <>{parts}{label.note && <Problem text={label.note} />}</>;
      const { minProperties: least = 0, maxProperties: most } = schema;
      return question.fields.length === 0 ? null : (
        <Group {...label} hint={most === undefined ? "" : say.pick(amount(least, most))}>{parts}</Group>
      );
    }

    case "tuple": {
      if (question.parts.length === 1) {
        return <Part {...props} schema={question.parts[0]!} place={place + step(0)} needed={true} />;
      }
      return (
        <Group {...label} hint="">
          {question.parts.map((part, at) => (
            <Part {...props} key={at} schema={part} place={place + step(at)} name={String(at)} parent={name} needed={true} />
          ))}
        </Group>
      );
    }

    case "picks": {
      const options = question.choices.map((choice) => choiceName(choice, words, name, parent));
      const picked = (Array.isArray(value) ? value : []).map((one) => question.choices.findIndex((choice) => choice.value === one));
      const pick = (picked: number[]) => set(picked.map((at) => question.choices[at]!.value));
      return <Picks {...label} hint={say.pick(amount(question.least, question.most))} options={options} picked={picked} most={question.most} onPick={pick} />;
    }

    case "list": {
      const count = Number(draft[`${place}#`] ?? question.least);
      const resize = (count: number) => onChange({ ...(count > 0 ? without(draft, place + step(count)) : without(draft, place)), [`${place}#`]: count });
      return (
        <Group {...label} hint={amount(question.least, question.most)}>
          {Array.from({ length: count }, (_, at) => (
            <Part {...props} key={at} schema={question.first[at] ?? question.items} place={place + step(at)} name={String(at)} parent={name} needed={true} />
          ))}
          <div class="row">
            <button type="button" class="btn" disabled={count >= question.most} onClick={() => resize(count + 1)}>{say.add}</button>
            <button type="button" class="btn quiet" disabled={count <= question.least} onClick={() => resize(count - 1)}>{say.removeLast}</button>
          </div>
        </Group>
      );
    }

    case "number": {
      const { least, most, whole } = question;
      const isTime = name.endsWith("_seconds");
      const hint = isTime ? lengthText(Number(value ?? schema.default ?? 0)) : least !== undefined && most !== undefined ? say.range(least, most) : least !== undefined ? say.atLeast(least) : "";
      const type = (text: string) => (text === "" || Number.isNaN(Number(text)) ? unset() : set(Number(text)));
      const shown = value ?? schema.default ?? "";
      return (
        <Labelled {...label} hint={hint}>
          {(id, described) => <input class="field short" id={id} aria-describedby={described} aria-invalid={Boolean(label.note)} type="number" inputMode={whole ? "numeric" : "decimal"} step={whole ? 1 : "any"} min={least} max={most} value={shown as number} onInput={(event) => type(event.currentTarget.value)} />}
        </Labelled>
      );
    }

    case "switch": {
      const on = place in draft ? value === true : schema.default === true;
      return <Switch {...label} on={on} onChange={set} />;
    }

    case "text":
      return (
        <Labelled {...label} hint="">
          {(id, described) => <input class="field" id={id} aria-describedby={described} aria-invalid={Boolean(label.note)} autoComplete="off" maxLength={schema.maxLength} value={(value ?? schema.default ?? "") as string} onInput={(event) => set(event.currentTarget.value)} />}
        </Labelled>
      );

    case "any": {
      const type = (text: string) => {
        try { set(JSON.parse(text) as JsonValue); } catch { unset(); }
      };
      return (
        <Labelled {...label} hint={say.asJson}>
          {(id, described) => <textarea class="field" id={id} aria-describedby={described} aria-invalid={Boolean(label.note)} rows={3} spellcheck={false} onChange={(event) => type(event.currentTarget.value)} />}
        </Labelled>
      );
    }
  }
}

/** What a field means: schemas say it in English, the words of the game in every language. */
function described(schema: Schema, words: Words, name: string): string | undefined {
  return (language === "en" ? null : words.text("field", name)) ?? schema.description;
}

/** A title that says more than the field's id: makers of schemas often set the id again, in capitals. */
function schemaTitle(schema: Schema): string | undefined {
  return schema.const === undefined && !schema.description ? schema.title : undefined;
}

function amount(least: number, most: number): string {
  if (least === most) return String(least);
  return most === Infinity ? say.atLeast(least) : say.range(least, most);
}

export function Problem({ text, id }: { text: string; id?: string }) {
  return <p class="problem" id={id}>{text}</p>;
}

/** Nothing to choose: shown where it tells something. */
function Fixed({ value, name, title, place, needed, words, note }: { value: JsonValue; name: string; title: string; place: string; needed: boolean; words: Words; note: string | undefined }) {
  const silent = !needed || place === "" || name === "type" || (typeof value === "object" && value !== null) || value === null || value === 0;
  if (silent) return note ? <Problem text={note} /> : null;
  return <p class="fixed"><span class="dim">{title}:</span> {words.value(value, name)}{note && <Problem text={note} />}</p>;
}

function Group({ title, hint, note, text, children }: { title: string; hint: string; note: string | undefined; text: string | undefined; children: preact.ComponentChildren }) {
  return (
    <fieldset class="group">
      <legend>{title}{hint && <span class="dim"> ({hint})</span>}</legend>
      {text && <p class="tiny dim">{text}</p>}
      {children}
      {note && <Problem text={note} />}
    </fieldset>
  );
}

function Labelled({ title, hint, note, text, children }: { title: string; hint: string; note: string | undefined; text: string | undefined; children: (id: string, described: string) => preact.ComponentChildren }) {
  const id = useId();
  return (
    <div class="ask">
      <label for={id}>{title}{hint && <span class="dim"> ({hint})</span>}</label>
      {text && <p class="tiny dim">{text}</p>}
      {children(id, `${id}-note`)}
      <p class="problem" id={`${id}-note`} hidden={!note}>{note}</p>
    </div>
  );
}

function Switch({ title, note, text, on, onChange }: { title: string; note: string | undefined; text: string | undefined; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div class="ask">
      <label class="switch"><input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} /> {title}</label>
      {text && <p class="tiny dim">{text}</p>}
      {note && <Problem text={note} />}
    </div>
  );
}
