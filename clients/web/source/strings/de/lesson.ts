// Lehrpartien, für alle Spiele.

import type { texts as english } from "../en/lesson.js";

export const texts: typeof english = {
  step: (at, of) => `Schritt ${at} von ${of}`,
  skip: "Überspringen",
  goOn: "Weiter",
  show: "Zeig mir, wo",
  first: "Tu erst, was die Lehrpartie sagt: Es leuchtet.",
  wait: "Die Züge werden aufgedeckt …",
  why: "Warum?",
  nothingCounts: "Bots spielen nach Drehbuch. Nichts zählt.",
  done: "Jetzt kannst du es. Wer traut sich?",
  doneNote: "Was du noch nicht gesehen hast, steht in den Regeln.",
  botFirst: "Gegen einen Bot",
  people: "Zu den Tischen",
  again: "Noch einmal",
  noLesson: "Für dieses Spiel gibt es noch keine Lehrpartie.",
};
