// What the screen of a venue says.

import type { texts as english } from "../en/screen.js";

export const texts: typeof english = {
  announcement: "Ansage",
  entrants: (n) => (n === 1 ? "Ein Teilnehmer" : `${n} Teilnehmer`),
  ofMany: (title, n, all) => `${title} · ${n} von ${all}`,
  tablesOf: (n, first, last) => `Runde ${n} · Tische ${first} bis ${last}`,
  pausedUntil: (when) => `Das Turnier ist bis ${when} angehalten.`,
  atTheTable: (when) => `Bereit am Tisch bis ${when}.`,
  roundAt: (n, when) => `Runde ${n}: ${when}`,
  roundThen: (n) => `Runde ${n} beginnt, wenn alle Tische fertig sind.`,
  roundByWord: (n) => `Runde ${n} beginnt auf das Wort der Leitung.`,
  arenaUntil: (when) => `Neue Tische gibt es bis ${when}.`,
  arenaOver: "Die Zeit ist um. Die letzten Partien werden zu Ende gespielt.",
  lastRound: "Dies ist die letzte Runde.",
  pages: "Seiten",
  back: "Seite davor",
  on: "Nächste Seite",
  turns: "Blättern",
  pageOf: (n, all) => `${n} / ${all}`,
};
