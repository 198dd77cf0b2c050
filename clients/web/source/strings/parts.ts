// What parts of the interface say that are not loaded with the first page.

import { language } from "./index.js";

interface Parts {
  account: typeof import("./en/account.js");
  alerts: typeof import("./en/alerts.js");
  apocalypse: typeof import("./en/apocalypse.js");
  divine_intervention: typeof import("./en/divine_intervention.js");
  fairness: typeof import("./en/fairness.js");
  hero_of_the_arena: typeof import("./en/hero_of_the_arena.js");
  host: typeof import("./en/host.js");
  invitations: typeof import("./en/invitations.js");
  make: typeof import("./en/make.js");
  reminders: typeof import("./en/reminders.js");
  series: typeof import("./en/series.js");
  switches: typeof import("./en/switches.js");
  threads_of_fate: typeof import("./en/threads_of_fate.js");
  tournaments: typeof import("./en/tournaments.js");
  wizards_duel: typeof import("./en/wizards_duel.js");
}

/** Load what a part of the interface says. */
export async function textsOf<Part extends keyof Parts>(part: Part): Promise<Parts[Part]["texts"]> {
  return (await import(`./${language}/${part}.ts`)).texts;
}
