// Was jemandem gesagt wird, der auf Mitspieler wartet.

import type { texts as english } from "../en/waiting.js";

export const texts: typeof english = {
  title: "Warten auf Mitspieler",
  waiting: "Du sitzt am Tisch. Wer das jetzt spielen will, setzt sich dazu, und die Partie beginnt von selbst, sobald alle Plätze besetzt sind.",
  nobody: "Noch sind nicht alle da. Warte weiter, schick den Link jemandem, oder lass Bots die freien Plätze nehmen.",
  since: (time) => `Offen seit ${time}`,
  withBots: "Jetzt mit Bots spielen",
  merged: "Wer hier einlud, hat einen anderen Tisch gefunden.",
};
