// What questions and answers are called, and a move read back as a line.

import type { JsonValue } from "moirai-client";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";
import { choicesOf, questionOf, resolve, type Choice, type Definitions, type Schema } from "./schema.js";

/** The name of a choice; a seat is called by who sits there. */
export function choiceName(choice: Choice, words: Words, field: string, parent: string): string {
  return words.seat(choice.value) ?? choice.title ?? words.value(choice.value, field, parent);
}

/** The names of branches, each another: by title, by the kind of move, or by what they settle. */
export function branchNames(branches: Schema[], definitions: Definitions, words: Words, field: string): string[] {
  const kinds = branches.map((branch) => kindOf(branch, definitions));
  const severalKinds = new Set(kinds).size > 1;
  const names = branches.map((branch, at) => {
    const kind = kinds[at];
    const own = resolve(branch, definitions).title ?? settled(branch, definitions, words, field, 0);
    const parts = [severalKinds && kind ? words.value(kind, "type", field) : "", own];
    return [...new Set(parts.filter(Boolean))].join(": ") || say.choiceNumber(at + 1);
  });
  return names.map((name, at) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name} (${names.slice(0, at + 1).filter((other) => other === name).length})`;
  });
}

/** The `type` that a branch fixes. */
export function kindOf(branch: Schema, definitions: Definitions): string | null {
  const type = resolve(branch, definitions).properties?.["type"];
  const value = type && resolve(type, definitions).const;
  return typeof value === "string" ? value : null;
}

/** What a schema leaves no choice about, in words. */
function settled(given: Schema, definitions: Definitions, words: Words, field: string, depth: number): string {
  if (depth > 4) return "";
  const schema = resolve(given, definitions);
  if (schema.title && depth > 0 && schema.const === undefined) return schema.title;
  const question = questionOf(schema, definitions);
  if (question.kind === "fixed") {
    const { value } = question;
    if (value === null) return "";
    if (typeof value === "number") return `${words.field(field)} ${value}`;
    if (typeof value !== "object") return schema.title ?? words.value(value, field);
    return (Array.isArray(value) ? value : Object.values(value)).map((one) => words.value(one, field)).join(", ");
  }
  if (question.kind === "tuple") {
    return question.parts.map((part) => settled(part, definitions, words, field, depth + 1)).filter(Boolean).join(" + ");
  }
  if (question.kind === "object") {
    const parts = question.fields.filter(([name]) => name !== "type");
    return parts.map(([name, part]) => settled(part, definitions, words, name, depth + 1)).filter(Boolean).join(" ");
  }
  return "";
}

/** A move in a line: "Cast: Bless". */
export function moveLine(move: JsonValue, prompt: Schema | null, definitions: Definitions, words: Words): string {
  const { type, ...rest } = move as { [name: string]: JsonValue };
  const fields = Object.entries(rest).filter(([, value]) => !isNothing(value));
  const only = fields.length === 1 && typeof fields[0]![1] !== "object";
  const said = fields.map(([name, value]) => {
    const text = valueLine(value, name, "", titlesAt(prompt, definitions, name), words);
    return only || value === true ? (value === true ? words.field(name) : text) : `${words.field(name)}: ${text}`;
  });
  const kind = typeof type === "string" ? words.value(type, "type") : "";
  return said.length > 0 ? `${kind}: ${said.join("; ")}` : kind;
}

function valueLine(value: JsonValue, name: string, parent: string, titles: Choice[], words: Words): string {
  const titled = words.seat(value) ?? titles.find((choice) => choice.value === value)?.title;
  if (titled) return titled;
  if (Array.isArray(value)) {
    const joint = value.some((one) => typeof one === "object") ? " + " : ", ";
    return value.map((one) => valueLine(one, name, parent, titles, words)).join(joint) || say.none;
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).filter(([, inner]) => !isNothing(inner));
    return parts
      .map(([field, inner]) => {
        const text = valueLine(inner, field, name, [], words);
        return typeof inner === "string" ? text : `${words.field(field, name)} ${text}`;
      })
      .join(" ");
  }
  return words.value(value, name, parent);
}

function titlesAt(prompt: Schema | null, definitions: Definitions, field: string): Choice[] {
  const part = prompt?.properties?.[field];
  if (!part) return [];
  const items = resolve(part, definitions).items;
  return choicesOf(part, definitions) ?? (items ? choicesOf(items, definitions) : null) ?? [];
}

function isNothing(value: JsonValue): boolean {
  if (value === null || value === false || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
