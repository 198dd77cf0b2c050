// What opens at the player's own name. Loaded with what shows it.

import type { texts as english } from "../en/account.js";

export const texts: typeof english = {
  reminders: "Erinnerungen und Kalender",
  copyKey: "Meinen Schlüssel kopieren",
  keyIsSecret: "Wer den Schlüssel hat, spielt unter deinem Namen.",
  openAccount: "Passkeys, Notfallcodes, Programme",
  playerId: "Meine Spielernummer, damit mir jemand einen Platz reservieren oder mich in einem Turnier anmelden kann",
  forget: "Auf diesem Gerät abmelden",
  forgetSure: "Ohne den Schlüssel kann niemand mehr unter deinem Namen spielen. Abmelden?",
};
