// What is asked when a match or a tournament is made. Loaded with what shows it.

import type { texts as english } from "../en/make.js";

export const texts: typeof english = {
  game: "Spiel",
  variant: "Art",
  seatsCount: (n) => `${n} Plätze; freie können später Bots einnehmen.`,
  opponents: "Wer spielt",
  withBots: "ich und Bots",
  level: "Wie gut die Bots spielen",
  withPeople: "Menschen",
  asHost: "andere; ich leite",
  closesWhen: "Eine Runde endet",
  eager: "wenn alle gezogen haben",
  deadline: "wenn ihre Frist abläuft",
  whoMayWatch: "Wer sie sieht",
  public: "alle",
  unlisted: "wer den Link hat",
  private: "nur Mitspieler",
  allSettings: "Alle Einstellungen",
  label: "Ihr Name in Listen",
  showSubmitted: "Zeigen, wer einen Zug versiegelt hat",
  openTable: "Tisch eröffnen",
  howLong: "Es dauert",
  spanNote: "Das setzt Runden und ihre Zeiten, Bedenkzeit und was bei Abwesenheit geschieht. Alles lässt sich ändern.",
  spans: { evening: "einen Abend", weekend: "ein Wochenende", month: "einen Monat" },
  playNow: "Jetzt spielen",
};
