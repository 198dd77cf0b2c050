// Writes source/schemas.ts and source/operations.ts from the OpenAPI document, where they differ from it.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

const here = new URL("./", import.meta.url);
const api = JSON.parse(readFileSync(new URL("../../openapi/openapi.json", here), "utf8"));

const JSON_VALUE = `\
/** JSON of any shape. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };
`;

const SIMPLE = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

/** The types of everything that the API takes and gives, frames included. */
function schemasModule() {
  const named = Object.entries(api.components.schemas).filter(([name]) => name !== "JsonValue");
  const head = "// The shapes of what the API takes and gives. Written by generate.mjs from the OpenAPI document.\n";
  return [head, JSON_VALUE, ...named.map(([name, schema]) => declaration(name, schema))].join("\n");
}

function declaration(name, schema) {
  const body = schema.properties ? `interface ${name} {\n${fields(schema)}}` : `type ${name} = ${type(schema)};`;
  return `${text(schema)}export ${body}\n`;
}

function fields(schema) {
  const lines = Object.entries(schema.properties).map(([name, value]) => {
    // A constant is always sent, and without it nobody could tell the members of a union apart.
    const required = schema.required?.includes(name) || "const" in value;
    return `${text(value, "  ")}  ${name}${required ? "" : "?"}: ${type(value)};\n`;
  });
  return lines.join("");
}

/** The type of each call, by its `operationId`, and what is needed to make it. */
function operationsModule() {
  const types = [];
  const table = [];
  const used = [];
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: name } = operation;
      const parameters = (operation.parameters ?? []).map(resolved);
      const given = [...parameters.filter((one) => one.in !== "header").map(parameter), ...body(operation)];
      const keyed = parameters.some((one) => one.name === "Idempotency-Key");
      const answer = reply(operation.responses);
      const input = given.length ? `{ ${given.join("; ")} }` : "{}";
      types.push(`  /** ${operation.summary}. */\n  ${name}: { input: ${input}; reply: ${answer} };\n`);
      table.push(`  ${name}: ["${method.toUpperCase()}", "${path}"${keyed ? ", true" : ""}],\n`);
      used.push(...given, answer);
    }
  }
  const names = new Set(used.join(" ").match(/\b[A-Z]\w+/g));
  const imported = Object.keys(api.components.schemas).filter((name) => names.has(name));
  return `\
// The calls of the API. Written by generate.mjs from the OpenAPI document.

import type {
${imported.map((name) => `  ${name},\n`).join("")}} from "./schemas.js";

/** What each call takes: parameters of its path and its query by name, and its \`body\`; and what it replies. */
export interface Operations {
${types.join("")}}

export type OperationId = keyof Operations;

/** Method and path of each call, and whether it takes an \`Idempotency-Key\`. */
export const OPERATIONS: { readonly [id in OperationId]: readonly [string, string, boolean?] } = {
${table.join("")}};
`;
}

/** A parameter itself, where it is one that calls share. */
function resolved(parameter) {
  return parameter.$ref ? api.components.parameters[parameter.$ref.split("/").at(-1)] : parameter;
}

function parameter({ name, schema, required }) {
  return argument(name, schema, required);
}

function body({ requestBody }) {
  if (!requestBody) return [];
  return [argument("body", requestBody.content["application/json"].schema, requestBody.required)];
}

function argument(name, schema, required) {
  return required ? `${name}: ${type(schema)}` : `${name}?: ${type(schema)} | undefined`;
}

/** Of what can be asked for in several forms, JSON. */
function reply(responses) {
  const replies = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const types = replies.map(([, { content = {} }]) => {
    const given = content["application/json"] ?? Object.values(content)[0];
    return given ? type(given.schema) : "undefined";
  });
  return types.join(" | ");
}

/** The description as a comment; of more than one paragraph the first. */
function text(schema, indent = "") {
  const words = (schema.description ?? "").split("\n\n")[0].trim().replaceAll(/\s+/g, " ");
  if (words.includes("*/")) throw new Error(`This cannot be in a comment: ${words}`);
  return words && `${indent}/** ${words} */\n`;
}

/** The type of a value that this schema describes. */
function type(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema["x-choices"]) return schema["x-choices"];
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (union) return [...new Set(union.map(type))].join(" | ");
  if (schema.type === "array") return list(schema);
  if (schema.type === "object") return record(schema);
  return SIMPLE[schema.type] ?? "JsonValue";
}

function list({ prefixItems, items }) {
  if (prefixItems) return `[${prefixItems.map(type).join(", ")}]`;
  const item = type(items ?? {});
  return item.includes(" | ") && !"{[".includes(item[0]) ? `(${item})[]` : `${item}[]`;
}

function record(schema) {
  if (schema.properties) return `{\n${fields(schema)}}`;
  const { additionalProperties: values, propertyNames = {} } = schema;
  const value = typeof values === "object" ? type(values) : "JsonValue";
  const names = type(propertyNames);
  // Names of which only length and characters are said are strings.
  return names === "JsonValue" ? `{ [name: string]: ${value} }` : `{ [name in ${names}]?: ${value} }`;
}

for (const [name, code] of [
  ["schemas", schemasModule()],
  ["operations", operationsModule()],
]) {
  const file = new URL(`source/${name}.ts`, here);
  if (!existsSync(file) || readFileSync(file, "utf8") !== code) writeFileSync(file, code);
}
