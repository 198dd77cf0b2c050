// Any value of a view or a fact, by the names of its fields: for games and things that have no drawing of their own.

import type { JsonValue } from "moirai-client";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";

interface ValueProps {
  value: JsonValue;
  name: string;
  parent: string;
  words: Words;
}

/** Longer lists are folded. */
const SHOWN = 12;

type Fields = { [name: string]: JsonValue };

export const isSimple = (value: JsonValue): boolean => value === null || typeof value !== "object";

/** Whether a value fits into a line beside others. */
export function isShort(value: JsonValue): boolean {
  if (isSimple(value)) return true;
  const inner = Object.values(value!);
  return inner.every(isSimple) && inner.length <= (Array.isArray(value) ? 12 : 4);
}

/** Whether a value says nothing: null, nothing inside, or nothing but null. */
export function isNothing(value: JsonValue): boolean {
  if (value === null) return true;
  return typeof value === "object" && Object.values(value).every((inner) => inner === null);
}

export function Value({ value, name, parent, words }: ValueProps) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="dim">{say.none}</span>;
    if (value.every(isSimple)) return <Chips values={value} name={name} parent={parent} words={words} />;
    return <Items items={value} name={name} parent={parent} words={words} />;
  }
  if (typeof value === "object" && value !== null) {
    if (Object.keys(value).length === 0) return <span class="dim">{say.none}</span>;
    return <FieldList fields={value} name={words.isField(name) ? name : parent} words={words} />;
  }
  return value === null ? <span class="dim">{say.none}</span> : <>{words.value(value, name, parent)}</>;
}

/** Names and values, one under the other; short ones side by side. */
export function FieldList({ fields, name, words }: { fields: Fields; name: string; words: Words }) {
  // What kind of record it is, a reader sees.
  const entries = Object.entries(fields).filter(([field]) => field !== "type");
  return (
    <dl class={entries.every(([, value]) => isShort(value)) ? "fields short" : "fields"}>
      {entries.map(([field, value]) => (
        <div key={field}>
          <dt>{words.field(field, name)}</dt>
          <dd>
            <Value value={slim(value)} name={field} parent={name} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Chips({ values, name, parent, words }: { values: JsonValue[]; name: string; parent: string; words: Words }) {
  return (
    <span class="chip-row">
      {values.map((value, at) => (
        <span class="chip" key={at}>
          {words.value(value, name, parent)}
        </span>
      ))}
    </span>
  );
}

function Items({ items, name, parent, words }: { items: JsonValue[]; name: string; parent: string; words: Words }) {
  const item = (value: JsonValue, at: number) => (
    <li key={at}>
      <Value value={slim(value)} name={name} parent={parent} words={words} />
    </li>
  );
  return (
    <>
      <ol class="items">{items.slice(0, SHOWN).map(item)}</ol>
      {items.length > SHOWN && (
        <details>
          <summary>{say.moreItems(items.length - SHOWN)}</summary>
          <ol class="items">{items.slice(SHOWN).map(item)}</ol>
        </details>
      )}
    </>
  );
}

/** Of many alike, only what a field says. */
function slim(value: JsonValue): JsonValue {
  if (isSimple(value) || Array.isArray(value)) return value;
  const fields = value as Fields;
  const isNamed = "name" in fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([field, inner]) => inner !== false && !isNothing(inner) && !(isNamed && field === "id")),
  );
}
