// Lehrpartien, für alle Spiele.

import type { texts as english } from "../en/lesson.js";

export const texts: typeof english = {
  step: (at, of) => `Schritt ${at} von ${of}`,
  skip: "Überspringen",
  goOn: "Weiter",
  show: "Zeig mir, wo",
  first: "Tu erst, was die Lehrpartie sagt: Es leuchtet.",
  wait: "Beide werden aufgedeckt …",
  why: "Warum?",
  nothingCounts: "Gegen einen Bot, der nach einem Drehbuch spielt. Nichts zählt.",
  done: "Jetzt kannst du es. Wer traut sich?",
  doneNote: "Berühre einen Zauber im Spiel, um ihn zu lesen. Was du noch nicht gesehen hast, steht in den Regeln.",
  botFirst: "Gegen einen Bot",
  people: "Zu den Tischen",
  again: "Noch einmal",
  noLesson: "Für dieses Spiel gibt es noch keine Lehrpartie.",
};
