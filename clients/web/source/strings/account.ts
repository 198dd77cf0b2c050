// What opens at the player's own name. Loaded with what shows it.

import { language } from "./index.js";

const en = {
  reminders: "Reminders and calendar",
  copyKey: "Copy my key",
  keyIsSecret: "Whoever has the key plays as you.",
  openAccount: "Passkeys, recovery codes, programs",
  playerId: "My player id, for whoever reserves a seat for me or enters me",
  forget: "Sign out on this device",
  forgetSure: "Without the key nobody can play as you again. Sign out?",
};

const de: typeof en = {
  reminders: "Erinnerungen und Kalender",
  copyKey: "Meinen Schlüssel kopieren",
  keyIsSecret: "Wer den Schlüssel hat, spielt unter deinem Namen.",
  openAccount: "Passkeys, Notfallcodes, Programme",
  playerId: "Meine Spielernummer, damit mir jemand einen Platz reservieren oder mich in einem Turnier anmelden kann",
  forget: "Auf diesem Gerät abmelden",
  forgetSure: "Ohne den Schlüssel kann niemand mehr unter deinem Namen spielen. Abmelden?",
};

export const tell = language === "de" ? de : en;
