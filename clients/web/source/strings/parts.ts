// What parts of the interface say that are not loaded with the first page.

import { language } from "./index.js";

interface Parts {
  account: typeof import("./en/account.js");
  alerts: typeof import("./en/alerts.js");
  apocalypse: typeof import("./en/apocalypse.js");
  arena: typeof import("./en/arena.js");
  directing: typeof import("./en/directing.js");
  divine_intervention: typeof import("./en/divine_intervention.js");
  fairness: typeof import("./en/fairness.js");
  friends: typeof import("./en/friends.js");
  hero_of_the_arena: typeof import("./en/hero_of_the_arena.js");
  host: typeof import("./en/host.js");
  invitations: typeof import("./en/invitations.js");
  leave: typeof import("./en/leave.js");
  lesson: typeof import("./en/lesson.js");
  lesson_apocalypse: typeof import("./en/lesson_apocalypse.js");
  lesson_divine_intervention: typeof import("./en/lesson_divine_intervention.js");
  lesson_hero_of_the_arena: typeof import("./en/lesson_hero_of_the_arena.js");
  lesson_threads_of_fate: typeof import("./en/lesson_threads_of_fate.js");
  lesson_wizards_duel: typeof import("./en/lesson_wizards_duel.js");
  make: typeof import("./en/make.js");
  moments: typeof import("./en/moments.js");
  naming: typeof import("./en/naming.js");
  open_table: typeof import("./en/open_table.js");
  player: typeof import("./en/player.js");
  reminders: typeof import("./en/reminders.js");
  roster: typeof import("./en/roster.js");
  rules: typeof import("./en/rules.js");
  rules_apocalypse: typeof import("./en/rules_apocalypse.js");
  rules_divine_intervention: typeof import("./en/rules_divine_intervention.js");
  rules_hero_of_the_arena: typeof import("./en/rules_hero_of_the_arena.js");
  rules_threads_of_fate: typeof import("./en/rules_threads_of_fate.js");
  rules_wizards_duel: typeof import("./en/rules_wizards_duel.js");
  screen: typeof import("./en/screen.js");
  series: typeof import("./en/series.js");
  settings: typeof import("./en/settings.js");
  stranger: typeof import("./en/stranger.js");
  talk: typeof import("./en/talk.js");
  threads_of_fate: typeof import("./en/threads_of_fate.js");
  tournaments: typeof import("./en/tournaments.js");
  waiting: typeof import("./en/waiting.js");
  wizards_duel: typeof import("./en/wizards_duel.js");
}

/** Load what a part of the interface says. */
export async function textsOf<Part extends keyof Parts>(part: Part): Promise<Parts[Part]["texts"]> {
  return (await import(`./${language}/${part}.ts`)).texts;
}
