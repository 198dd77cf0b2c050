// Names of things of a game, for people: from the game's words, or made of its ids as long as it has none.

import type { JsonValue } from "moirai-client";
import { language, say } from "./strings/index.js";

interface Texts {
  fields: { [name: string]: { values?: string | null; keys?: string[] } };
  words: { [key: string]: { title: string; text?: string | null } };
}

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
    for (const kind of this.#kinds(parent)?.keys ?? []) {
      const word = this.#word(`${kind}.${name}`);
      if (word) return word.title;
    }
    return this.#combined(name) ?? spaced(name);
  }

  /** A value of the field `name`, inside the field `parent`. */
  value(value: JsonValue, name = "", parent = ""): string {
    const kind = this.#kinds(name, parent)?.values;
    const known = kind ? this.#word(`${kind}.${String(value)}`) : undefined;
    if (known) return known.title;
    if (value === null) return say.none;
    if (typeof value === "boolean") return value ? say.yes : say.no;
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") return Array.isArray(value) ? value.map((one) => this.value(one, name, parent)).join(", ") : "";
    return this.#nameOf(value) ?? this.#combined(value) ?? (kind || !/\s/.test(value) ? spaced(value) : value);
  }

  #kinds(name: string, parent = "") {
    return this.#texts?.fields[`${parent}.${name}`] ?? this.#texts?.fields[name];
  }

  #word(key: string) {
    const words = this.#texts?.words;
    return (this.#theme === null ? undefined : words?.[`${key}@${this.#theme}`]) ?? words?.[key];
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
