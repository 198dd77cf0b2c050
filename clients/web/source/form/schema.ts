// What a form for a JSON Schema asks, and what its answers amount to. No element of the page is known here.

import { fits, type JsonSchema, type JsonValue } from "moirai-client";

/** The subset of JSON Schema that prompts and options use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  const?: JsonValue;
  enum?: JsonValue[];
  default?: JsonValue;
  type?: string | string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  prefixItems?: Schema[];
  items?: Schema | false;
  uniqueItems?: boolean;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export type Definitions = Record<string, Schema>;

export interface Choice {
  value: JsonValue;
  title?: string | undefined;
}

/**
 * The answers so far: by the JSON Pointer of a place, its value; by the pointer and `?`, the number of the chosen branch;
 * by the pointer and `#`, how many items a list has. A draft can be kept as JSON.
 */
export type Draft = { [place: string]: JsonValue };

/**
 * The key of a draft under which a board keeps what is begun and no answer yet: a card without its target. As long as it
 * is there, the draft amounts to no move.
 */
export const HALF = "half";

/** What kind of question a schema is. */
export type Question =
  | { kind: "fixed"; value: JsonValue }
  | { kind: "choice"; choices: Choice[] }
  | { kind: "branches"; branches: Schema[] }
  | { kind: "object"; fields: [string, Schema][]; required: Set<string> }
  | { kind: "tuple"; parts: Schema[] }
  | { kind: "picks"; choices: Choice[]; least: number; most: number }
  | { kind: "list"; items: Schema; first: Schema[]; least: number; most: number }
  | { kind: "number"; least: number | undefined; most: number | undefined; whole: boolean }
  | { kind: "switch" }
  | { kind: "text" }
  | { kind: "any" };

export const definitionsOf = (schema: JsonSchema): Definitions => (schema["$defs"] ?? {}) as Definitions;

export const step = (name: string | number): string => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export function resolve(schema: Schema, definitions: Definitions): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolve(definitions[$ref.replace("#/$defs/", "")] ?? {}, definitions), ...beside };
}

export function questionOf(given: Schema, definitions: Definitions): Question {
  const schema = resolve(given, definitions);
  if (schema.const !== undefined) return { kind: "fixed", value: schema.const };
  const choices = choicesOf(schema, definitions);
  if (choices) return choices.length === 1 ? { kind: "fixed", value: choices[0]!.value } : { kind: "choice", choices };
  const { oneOf, anyOf, ...rest } = schema;
  const branches = oneOf ?? anyOf;
  if (branches) return { kind: "branches", branches: branches.map((one) => ({ ...rest, ...resolve(one, definitions) })) };
  if (Array.isArray(schema.type)) {
    return { kind: "branches", branches: schema.type.map((type) => ({ ...rest, type })) };
  }
  switch (schema.type) {
    case "object":
      if (!schema.properties) return { kind: "any" };
      return {
        kind: "object",
        fields: Object.entries(schema.properties),
        required: new Set(schema.required ?? []),
      };
    case "array":
      return arrayOf(schema, definitions);
    case "integer":
    case "number":
      if (schema.minimum !== undefined && schema.minimum === schema.maximum) {
        return { kind: "fixed", value: schema.minimum };
      }
      return { kind: "number", least: schema.minimum, most: schema.maximum, whole: schema.type === "integer" };
    case "boolean":
      return { kind: "switch" };
    case "string":
      return { kind: "text" };
    case "null":
      return { kind: "fixed", value: null };
    default:
      return { kind: "any" };
  }
}

function arrayOf(schema: Schema, definitions: Definitions): Question {
  const least = schema.minItems ?? 0;
  const first = schema.prefixItems ?? [];
  if (first.length > 0 && !schema.items) return { kind: "tuple", parts: first };
  if (!schema.items || schema.maxItems === 0) return { kind: "fixed", value: [] };
  const items = resolve(schema.items, definitions);
  const most = schema.maxItems ?? Infinity;
  if (first.length > 0) return { kind: "list", items, first, least, most };
  if (least === 1 && most === 1) return { kind: "tuple", parts: [items] };
  const choices = choicesOf(items, definitions);
  if (choices && schema.uniqueItems) return { kind: "picks", choices, least, most: Math.min(most, choices.length) };
  return { kind: "list", items, first, least, most };
}

/** The values of a schema that lists them one by one; null if it does not. */
export function choicesOf(given: Schema, definitions: Definitions): Choice[] | null {
  const schema = resolve(given, definitions);
  if (schema.const !== undefined) return [{ value: schema.const, title: schema.title }];
  if (schema.enum) return schema.enum.map((value) => ({ value }));
  if (schema.type === "null") return [{ value: null, title: schema.title }];
  const parts = (schema.oneOf ?? schema.anyOf)?.map((one) => choicesOf(one, definitions));
  if (!parts || parts.some((part) => part === null)) return null;
  const all = parts.flatMap((part) => part!);
  return all.every(({ value }) => value === null || typeof value !== "object") ? all : null;
}

/** What the answers amount to, and the places where one is missing. */
export interface Reading {
  value: JsonValue | undefined;
  missing: string[];
}

/** Read the answers; a place that need not be answered and is not, is absent. */
export function read(given: Schema, definitions: Definitions, draft: Draft, place = "", needed = true): Reading {
  const schema = resolve(given, definitions);
  const question = questionOf(schema, definitions);
  const own = draft[place] ?? null;
  const answered = place in draft;
  const lacking = (): Reading => ({ value: undefined, missing: needed ? [place] : [] });
  switch (question.kind) {
    case "fixed":
      return { value: needed ? question.value : undefined, missing: [] };
    case "branches": {
      const branch = question.branches[Number(draft[`${place}?`] ?? -1)];
      return branch ? read(branch, definitions, draft, place, true) : lacking();
    }
    case "object": {
      const parts = question.fields.map(([name, part]) => {
        const inner = read(part, definitions, draft, place + step(name), question.required.has(name));
        return [name, inner] as const;
      });
      const value = Object.fromEntries(parts.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
      const missing = parts.flatMap(([, inner]) => inner.missing);
      if (!needed && Object.keys(value).length === 0) return { value: undefined, missing: [] };
      if (Object.keys(value).length < (schema.minProperties ?? 0)) missing.push(place);
      return { value, missing };
    }
    case "tuple":
      return together(question.parts.map((part, at) => read(part, definitions, draft, place + step(at), true)));
    case "list": {
      const count = Number(draft[`${place}#`] ?? question.least);
      if (!needed && count === 0) return { value: undefined, missing: [] };
      const items = Array.from({ length: count }, (_, at) =>
        read(question.first[at] ?? question.items, definitions, draft, place + step(at), true),
      );
      return together(items);
    }
    case "picks": {
      const picked = Array.isArray(own) ? own : [];
      if (!needed && picked.length === 0) return { value: undefined, missing: [] };
      const enough = picked.length >= question.least && picked.length <= question.most;
      return { value: picked, missing: enough ? [] : [place] };
    }
    case "switch":
      return { value: answered ? own === true : schema.default === true || (needed ? false : undefined), missing: [] };
    case "choice":
      if (!answered) return needed && schema.default === undefined ? lacking() : { value: undefined, missing: [] };
      return question.choices.some(({ value }) => value === own) ? { value: own, missing: [] } : lacking();
    case "number":
      return typeof own === "number" ? { value: own, missing: [] } : lacking();
    case "text":
      return typeof own === "string" && own !== "" ? { value: own, missing: [] } : lacking();
    case "any":
      return answered ? { value: own, missing: [] } : lacking();
  }
}

function together(parts: Reading[]): Reading {
  return {
    value: parts.map(({ value }) => value ?? null),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

/** The answers that amount to this value: the reverse of `read`. */
export function write(given: Schema, definitions: Definitions, value: JsonValue, place = ""): Draft {
  const schema = resolve(given, definitions);
  const question = questionOf(schema, definitions);
  switch (question.kind) {
    case "fixed":
      return {};
    case "branches": {
      const at = question.branches.findIndex((branch) => fits(value, branch as never, definitions as never));
      return at < 0 ? {} : { [`${place}?`]: at, ...write(question.branches[at]!, definitions, value, place) };
    }
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
      const parts = question.fields.filter(([name]) => Object.hasOwn(value, name));
      return Object.assign({}, ...parts.map(([name, part]) => write(part, definitions, value[name]!, place + step(name))));
    }
    case "tuple":
      if (!Array.isArray(value)) return {};
      return Object.assign({}, ...question.parts.map((part, at) => write(part, definitions, value[at] ?? null, place + step(at))));
    case "list":
      if (!Array.isArray(value)) return {};
      return Object.assign(
        { [`${place}#`]: value.length },
        ...value.map((one, at) => write(question.first[at] ?? question.items, definitions, one, place + step(at))),
      );
    default:
      return { [place]: value };
  }
}

/** The answers without those at a place and inside it. */
export function without(draft: Draft, place: string): Draft {
  const inside = (key: string) => key === `${place}#` || key === place || key.startsWith(`${place}/`);
  return Object.fromEntries(Object.entries(draft).filter(([key]) => !inside(key)));
}
