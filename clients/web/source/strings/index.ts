// The words of the interface, in the first of the browser's languages that has a catalogue here.

import { en, type Strings } from "./en.js";

export type { Strings };

/** What the interface says; set before the first page is drawn. */
export let say: Strings = en;

/** The language in which `say` is, as a tag. */
export let language = "en";

/** Load the catalogue of the browser's language; English is always there. */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  const wanted = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "de" || tag === "en");
  if (wanted === "de") {
    try {
      say = (await import("./de.js")).de;
      language = "de";
    } catch {
      // The server is away, or has another version by now: English is better than no page.
    }
  }
  document.documentElement.lang = language;
}

/** Names in a row: "Ada, Bo and Cal". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language).format(names);
}
