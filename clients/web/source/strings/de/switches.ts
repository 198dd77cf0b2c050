// What the switches for sound and notifications say.

import type { texts as english } from "../en/switches.js";

export const texts: typeof english = {
  alerts: "Sag mir, wenn ich am Zug bin",
  sound: "Mit einem Ton",
  push: "Mit einer Mitteilung, auch wenn diese Seite geschlossen ist",
  pushImpossible: "Dieser Browser kann keine Mitteilungen dieser Seite zeigen. Lege die Seite auf einem iPhone zuerst auf den Startbildschirm.",
  pushDenied: "Mitteilungen sind blockiert. Erlaube sie für diese Seite in den Einstellungen des Browsers.",
  pushFailed: "Mitteilungen gehen im Moment nicht.",
  pushPrivate: "Der Dienst deines Browsers gibt sie weiter und kann sie nicht lesen.",
};
