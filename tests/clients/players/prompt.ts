// A client without knowledge of games: it answers a prompt, which is a JSON Schema, with one of the listed moves.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Schema {
  $defs?: Record<string, Schema>;
  $ref?: string;
  const?: Json;
  enum?: Json[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
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
}

/** A random value of those that the prompt lists; a condition of several fields may still forbid it. */
export function answer(prompt: Record<string, unknown>): Json {
  const schema = prompt as Schema;
  return build(schema, schema.$defs ?? {});
}

function build(given: Schema, definitions: Record<string, Schema>): Json {
  const schema = resolved(given, definitions);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const { anyOf, oneOf, ...rest } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) return build({ ...rest, ...pick(choices) }, definitions);
  const kind = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  switch (kind) {
    case "object":
      return object(schema, definitions);
    case "array":
      return array(schema, definitions);
    case "integer":
      return between(schema.minimum ?? NaN, schema.maximum ?? NaN);
    case "boolean":
      return Math.random() < 0.5;
    case "null":
      return null;
    default:
      throw new Error(`no finite choice for ${JSON.stringify(schema)}`);
  }
}

function object(schema: Schema, definitions: Record<string, Schema>): Json {
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {});
  const others = properties.map(([name]) => name).filter((name) => !required.includes(name));
  const most = Math.min((schema.maxProperties ?? Infinity) - required.length, others.length);
  const least = Math.max(0, (schema.minProperties ?? 0) - required.length);
  const chosen = [...required, ...sample(others, between(least, most))];
  const kept = properties.filter(([name]) => chosen.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, build(value, definitions)]));
}

function array(schema: Schema, definitions: Record<string, Schema>): Json {
  if (!schema.items) return (schema.prefixItems ?? []).map((item) => build(item, definitions));
  const items = resolved(schema.items, definitions);
  const length = between(schema.minItems ?? 0, schema.maxItems ?? NaN);
  if (schema.uniqueItems) return sample(items.enum ?? (items.oneOf ?? []).map((choice) => choice.const as Json), length);
  return Array.from({ length }, () => build(items, definitions));
}

function resolved(schema: Schema, definitions: Record<string, Schema>): Schema {
  return schema.$ref ? (definitions[schema.$ref.replace("#/$defs/", "")] ?? {}) : schema;
}

function pick<T>(choices: T[]): T {
  return choices[between(0, choices.length - 1)] as T;
}

function sample<T>(choices: T[], count: number): T[] {
  const left = [...choices];
  return Array.from({ length: count }, () => left.splice(between(0, left.length - 1), 1)[0] as T);
}

function between(least: number, most: number): number {
  if (Number.isNaN(least + most)) throw new Error("no finite choice of numbers");
  return least + Math.floor(Math.random() * (most - least + 1));
}
