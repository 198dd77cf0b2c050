// Die Seite eines Spielers. Wird mit ihr geladen.

import type { texts as english } from "../en/player.js";

export const texts: typeof english = {
  title: (name) => `${name} auf Moirai`,
  since: (day) => `hier seit ${day}`,
  company: "Ihr beide",
  results: "Ergebnisse",
  resultsNote: (most) => `aus höchstens ${most} Partien, die du sehen darfst`,
  game: "Spiel",
  played: "Gespielt",
  won: "Gewonnen",
  rating: "Wertung",
  none: "Noch ist keine Partie zu Ende, die du sehen darfst.",
  tables: "Offene Tische",
  noTables: "An keinem Tisch, den du sehen darfst.",
  last: "Letzte Partien",
  open: "Öffnen",
  isWon: "gewonnen",
  place: (place) => `Platz ${place}`,
  noOutcome: "ohne Ergebnis",
  link: "Link zu dieser Seite",
  notFound: "Hier gibt es nichts, was du sehen darfst.",
};
