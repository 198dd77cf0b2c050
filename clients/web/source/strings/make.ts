// What is asked when a match or a tournament is made. Loaded with what shows it.

import { language } from "./index.js";

const en = {
  game: "Game",
  variant: "Kind",
  seatsCount: (n: number) => `${n} seats; bots can take free ones later.`,
  opponents: "Who plays",
  withBots: "me and bots",
  withPeople: "people",
  asHost: "others; I host",
  closesWhen: "A round ends",
  eager: "when all have moved",
  deadline: "at its deadline",
  whoMayWatch: "Who sees it",
  public: "everybody",
  unlisted: "who has the link",
  private: "only players",
  allSettings: "All settings",
  label: "What you call it, for lists",
  showSubmitted: "Show who has sealed a move",
  openTable: "Open the table",
  playNow: "Play now",
};

const de: typeof en = {
  game: "Spiel",
  variant: "Art",
  seatsCount: (n) => `${n} Plätze; freie können später Bots einnehmen.`,
  opponents: "Wer spielt",
  withBots: "ich und Bots",
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
  playNow: "Jetzt spielen",
};

export const tell = language === "de" ? de : en;
