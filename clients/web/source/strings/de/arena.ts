// What the page of an arena says. Loaded with what shows it.

import type { texts as english } from "../en/arena.js";

export const texts: typeof english = {
  timeLeft: "Verbleibende Zeit",
  until: (when) => `Neue Tische gibt es bis ${when}.`,
  isOver: "Die Zeit ist um. Laufende Partien werden zu Ende gespielt.",
  isPaused: "Die Zeit steht still.",
  free: "Du bist frei: Du triffst auf den Nächsten, der frei ist.",
  othersMeet: "Du bist frei. Sonst ist es gerade niemand.",
  sitOut: "Aussetzen",
  afterTable: "Dieser Tisch wird noch gespielt.",
  aside: "Du setzt aus.",
  wasAbsent: "Du warst nicht am Tisch und setzt aus.",
  back: "Ich bin wieder da",
  points: (points, place) => (place === null ? `${points} Punkte` : `${points} Punkte, Platz ${place}`),
  inARow: (n) => `${n} Siege in Folge: Tische zählen doppelt`,
  series: "Tische",
  seriesOf: (points) => `Punkte der Tische, der letzte zuletzt: ${points}`,
  rules: "Ein Sieg zählt 2 Punkte, ein Remis 1. Nach zwei Siegen in Folge zählt jeder Tisch doppelt, bis einer nicht gewonnen wird.",
};
