// The language that somebody has chosen in place of the browser's; remembered by this browser.

import { keep, recall } from "../storage.js";

/** The languages of the interface, as they call themselves. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

const LANGUAGE = "language";

/** The language that was chosen; null: the browser's. */
export const chosenLanguage = (): string | null => recall<string>(LANGUAGE);

/** What the reader prefers, the chosen language first. */
export function preferredLanguages(): string[] {
  const chosen = chosenLanguage();
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages];
}

/** Speak this language from now on, null: the browser's. The page is loaded again. */
export function speak(tag: string | null): void {
  keep(LANGUAGE, tag);
  location.reload();
}
