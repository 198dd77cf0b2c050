// Random moves that fit a prompt, for playing a game without knowing its rules.

import type { JsonSchema, JsonValue } from "./schemas.js";

const TRIES = 10_000;

type Random = () => number;

/** The subset of JSON Schema that prompts use. */
interface Schema {
  $ref?: string;
  const?: JsonValue;
  enum?: JsonValue[];
  type?: string | string[];
  if?: Part;
  then?: Part;
  else?: Part;
  not?: Part;
  allOf?: Part[];
  anyOf?: Part[];
  oneOf?: Part[];
  properties?: Record<string, Part>;
  additionalProperties?: Part;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  prefixItems?: Part[];
  items?: Part;
  uniqueItems?: boolean;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

type Part = Schema | boolean;
type Definitions = Record<string, Part>;

/**
 * A random value that fits the JSON Schema of a prompt.
 *
 * It is built from the choices of the schema, and built again if it breaks a condition of the schema. Throws a RangeError
 * if none was found.
 */
export function answer(prompt: JsonSchema, random: Random = Math.random): JsonValue {
  const definitions = (prompt["$defs"] ?? {}) as Definitions;
  for (let tries = 0; tries < TRIES; tries++) {
    const candidate = build(prompt as Schema, definitions, random);
    if (fits(candidate, prompt as Schema, definitions)) return candidate;
  }
  throw new RangeError("found no move that fits the prompt");
}

/** Whether a value is valid, by the subset of JSON Schema that prompts use. */
export function fits(value: JsonValue, part: Part, definitions: Definitions): boolean {
  if (typeof part === "boolean") return part;
  const schema = resolved(part, definitions);
  const also = (other: Part) => fits(value, other, definitions);
  if (schema.const !== undefined && !same(value, schema.const)) return false;
  if (schema.enum && !schema.enum.some((choice) => same(value, choice))) return false;
  if (schema.type && !listed(schema.type).some((kind) => isA(value, kind))) return false;
  if (schema.if !== undefined && !also((also(schema.if) ? schema.then : schema.else) ?? true)) return false;
  return (
    (schema.allOf ?? []).every(also) &&
    (!schema.anyOf || schema.anyOf.some(also)) &&
    (!schema.oneOf || schema.oneOf.filter(also).length === 1) &&
    (schema.not === undefined || !also(schema.not)) &&
    partsFit(value, schema, definitions)
  );
}

function partsFit(value: JsonValue, schema: Schema, definitions: Definitions): boolean {
  if (typeof value === "number") return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) {
    const first = schema.prefixItems ?? [];
    return (
      isWithin(value.length, schema.minItems, schema.maxItems) &&
      !(schema.uniqueItems && value.some((one, at) => value.slice(0, at).some((other) => same(one, other)))) &&
      value.every((one, at) => fits(one, first[at] ?? schema.items ?? true, definitions))
    );
  }
  const { properties = {}, additionalProperties = true } = schema;
  const known = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return (
    isWithin(Object.keys(value).length, schema.minProperties, schema.maxProperties) &&
    (schema.required ?? []).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, one]) => fits(one, known(name) ?? additionalProperties, definitions))
  );
}

/** A random value from the choices of the schema. */
function build(part: Part, definitions: Definitions, random: Random): JsonValue {
  const schema = resolved(part, definitions);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  const { anyOf, oneOf, ...rest } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) return build({ ...rest, ...resolved(pick(choices, random), definitions) }, definitions, random);
  const kind = pick(listed(schema.type ?? []), random);
  switch (kind) {
    case "object":
      return buildObject(schema, definitions, random);
    case "array":
      return buildArray(schema, definitions, random);
    case "integer":
      return between(schema.minimum, schema.maximum, random);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      throw new RangeError(`the prompt lists no choices for a value of type ${kind}`);
  }
}

function buildObject(schema: Schema, definitions: Definitions, random: Random): JsonValue {
  const { properties = {}, required = [] } = schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const most = Math.min((schema.maxProperties ?? Infinity) - required.length, optional.length);
  const least = Math.max(0, (schema.minProperties ?? 0) - required.length);
  const chosen = [...required, ...sample(optional, between(least, most, random), random)];
  const fields = Object.entries(properties).filter(([name]) => chosen.includes(name));
  return Object.fromEntries(fields.map(([name, part]) => [name, build(part, definitions, random)]));
}

function buildArray(schema: Schema, definitions: Definitions, random: Random): JsonValue {
  const first = (schema.prefixItems ?? []).map((part) => build(part, definitions, random));
  const most = schema.maxItems ?? first.length;
  if (first.length === most || !schema.items) return first;
  const count = between(Math.max(schema.minItems ?? 0, first.length), most, random) - first.length;
  const items = resolved(schema.items, definitions);
  if (schema.uniqueItems && items.enum) return [...first, ...sample(items.enum, count, random)];
  return [...first, ...Array.from({ length: count }, () => build(items, definitions, random))];
}

function resolved(part: Part, definitions: Definitions): Schema {
  if (typeof part === "boolean") return {};
  return part.$ref === undefined ? part : resolved(definitions[part.$ref.replace("#/$defs/", "")] ?? {}, definitions);
}

function listed(kinds: string | string[]): string[] {
  return typeof kinds === "string" ? [kinds] : kinds;
}

function isA(value: JsonValue, kind: string): boolean {
  if (kind === "null") return value === null;
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return kind === "integer" ? Number.isInteger(value) : typeof value === kind;
}

function same(one: JsonValue | undefined, two: JsonValue | undefined): boolean {
  if (one === two) return true;
  if (typeof one !== "object" || typeof two !== "object" || !one || !two) return false;
  const names = Object.keys(one);
  const field = (of: object, name: string) => (of as Record<string, JsonValue>)[name];
  return (
    Array.isArray(one) === Array.isArray(two) &&
    names.length === Object.keys(two).length &&
    names.every((name) => Object.hasOwn(two, name) && same(field(one, name), field(two, name)))
  );
}

function isWithin(count: number, least = 0, most = count): boolean {
  return count >= least && count <= most;
}

function between(least = NaN, most = NaN, random: Random): number {
  if (Number.isNaN(least + most)) throw new RangeError("the prompt lists no choices for a number");
  return least + Math.floor(random() * (most - least + 1));
}

function pick<T>(choices: readonly T[], random: Random): T {
  if (choices.length === 0) throw new RangeError("the prompt lists no choices");
  return choices[between(0, choices.length - 1, random)] as T;
}

function sample<T>(choices: readonly T[], count: number, random: Random): T[] {
  const left = [...choices];
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(between(0, left.length - 1, random), 1));
  return chosen;
}
