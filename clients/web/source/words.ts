// Names of things of a game, for people: from the game's words, or made of its ids as long as it has none.

import type { GameTexts, JsonValue } from "moirai-client";
import { language, say } from "./strings/index.js";

type Texts = Pick<GameTexts, "fields" | "words">;

const loaded = new Map<string, Promise<Texts | null>>();

/** The words of a game; null from a server that has none. */
export function loadTexts(game: string): Promise<Texts | null> {
  const known = loaded.get(game);
  if (known) return known;
  const loading = fetch(`/v1/games/${encodeURIComponent(game)}/texts?language=${language}`)
    .then(async (reply) => (reply.ok ? ((await reply.json()) as Texts) : null))
    .catch(() => {
      loaded.delete(game);
      return null;
    });
  loaded.set(game, loading);
  return loading;
}

/** Names for everything that a view, a prompt or a fact of one match contains. */
export class Words {
  readonly #texts: Texts | null;
  readonly #theme: string | null;
  readonly #nameOf: (seat: string) => string | null;

  constructor(texts: Texts | null, theme: string | null, nameOf: (seat: string) => string | null) {
    this.#texts = texts;
    this.#theme = theme;
    this.#nameOf = nameOf;
  }

  /** A thing by its kind and id: `phase` and `cast`. */
  thing(kind: string, id: string): string {
    return this.#word(`${kind}.${id}`)?.title ?? spaced(id);
  }

  /** What a thing does, in a sentence or two, if the game says so. */
  text(kind: string, id: string): string | null {
    return this.#word(`${kind}.${id}`)?.text ?? null;
  }

  /** The name of a field, inside the field `parent`. */
  field(name: string, parent = ""): string {
    const seat = this.#nameOf(name);
    if (seat !== null) return seat;
    const own = this.#word(`field.${parent}.${name}`) ?? this.#word(`field.${name}`);
    if (own) return own.title;
    return this.#first(this.#kinds(parent)?.keys ?? [], name) ?? this.#combined(name) ?? spaced(name);
  }

  /** By whom a seat is taken, or its place; null for what is no seat, nor made of seats. */
  seat(value: JsonValue): string | null {
    return typeof value === "string" ? (this.#nameOf(value) ?? this.#combined(value)) : null;
  }

  /** Whether a name inside an object is that of a field, as against an id. */
  isField(name: string): boolean {
    if (this.#nameOf(name) !== null) return false;
    return this.#texts === null || this.#word(`field.${name}`) !== undefined || name in this.#texts.fields;
  }

  /** A value of the field `name`, inside the field `parent`; if `name` is an id, of the field `parent`. */
  value(value: JsonValue, name = "", parent = ""): string {
    const kinds = (this.isField(name) ? this.#kinds(name, parent) : this.#kinds(parent))?.values?.split("|") ?? [];
    const known = isId(value) ? this.#first(kinds, value) : null;
    if (known !== null) return known;
    if (value === null) return say.none;
    if (typeof value === "boolean") return value ? say.yes : say.no;
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") return Array.isArray(value) ? value.map((one) => this.value(one, name, parent)).join(", ") : "";
    return this.#nameOf(value) ?? this.#combined(value) ?? (kinds.length > 0 || !/\s/.test(value) ? spaced(value) : value);
  }

  #kinds(name: string, parent = "") {
    return this.#texts?.fields[`${parent}.${name}`] ?? this.#texts?.fields[name];
  }

  #word(key: string) {
    const words = this.#texts?.words;
    return (this.#theme === null ? undefined : words?.[`${key}@${this.#theme}`]) ?? words?.[key];
  }

  /** The title of an id of one of these kinds. A seat is called by who sits there. */
  #first(kinds: string[], value: string | number | boolean | null): string | null {
    if (kinds.includes("seat") && typeof value === "string") {
      const seat = this.#nameOf(value);
      if (seat !== null) return seat;
    }
    return kinds.map((kind) => this.#word(`${kind}.${String(value)}`)?.title).find((title) => title !== undefined) ?? null;
  }

  /** Ids made of seats: a thread `a>b`, a talk `pair:a:b`. */
  #combined(id: string): string | null {
    if (!/[>:]/.test(id)) return null;
    const seats = id.replace(/^pair:/, "").split(/[>:]/).map((part) => this.#nameOf(part));
    if (seats.length < 2 || seats.some((seat) => seat === null)) return null;
    return seats.join(id.includes(">") ? " → " : ` ${say.and} `);
  }
}

/** An id as words: `mark_of_elimination` becomes "Mark of elimination". */
export function spaced(id: string): string {
  const words = id.replace(/[_.]+/g, " ").replace(/-(?=\d)/g, " ").replace(/-/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isId(value: JsonValue): value is string | number | boolean | null {
  return value === null || typeof value !== "object";
}
