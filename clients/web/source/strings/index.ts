// What the interface says, in the first of the browser's languages that has a folder here, with a file for each part.

import { texts as english } from "./en/general.js";

/** What is said everywhere; set before the first page is drawn. */
export let say: typeof english = english;

/** The language in which `say` is, as a tag. */
export let language = "en";

/** Load what is said everywhere in the browser's language; English is always there. */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  for (const tag of preferred.map((tag) => tag.slice(0, 2).toLowerCase())) {
    if (tag === "en") break;
    try {
      say = (await import(`./${tag}/general.ts`)).texts;
      language = tag;
      break;
    } catch {
      // The language is not here; or the server is away or has another version by now, and English is better than no page.
    }
  }
  document.documentElement.lang = language;
}

/** Names in a row: "Ada, Bo and Cal". By hand: a slow phone takes 50 ms to make its first formatter of lists. */
export function listed(names: readonly string[], before = say.and): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${before} ${names.at(-1)}`;
}
