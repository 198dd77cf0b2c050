// Was das Menü für Farben, Sprache, Ton und Benachrichtigungen sagt.

import type { texts as english } from "../en/settings.js";

export const texts: typeof english = {
  close: "Menü schließen",
  look: "Farben",
  looks: { device: "wie mein Gerät", light: "hell", dark: "dunkel" },
  language: "Sprache",
  asBrowser: "wie mein Browser",
  sound: "Ton",
  install: "Moirai auf den Startbildschirm legen",
  push: "Benachrichtigen, wenn ich am Zug bin, auch wenn diese Seite geschlossen ist",
  pushImpossible: "Dieser Browser kann keine Benachrichtigungen dieser Seite zeigen.",
  pushOfApp: "Auf einem iPhone oder iPad: Tippe auf Teilen, dann auf „Zum Home-Bildschirm“, öffne Moirai von dort und schalte das hier ein.",
  pushDenied: "Benachrichtigungen sind gesperrt. Erlaube sie für diese Seite in den Einstellungen des Browsers.",
  pushFailed: "Benachrichtigungen gehen gerade nicht.",
  pushPrivate: "Der Dienst deines Browsers reicht sie weiter und kann sie nicht lesen.",
};
