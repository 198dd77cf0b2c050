// What is said about people who are entered by name. Loaded with the directors' entrants.

import type { texts as english } from "../en/roster.js";

export const texts: typeof english = {
  people: "Personen ohne Konto",
  note: "Alle bekommen einen Platz und einen eigenen Link. Wer den Link zuerst öffnet, hat den Platz und spielt ab der nächsten Partie.",
  name: "Name",
  rating: "Wertung",
  line: (number) => `Zeile ${number}`,
  fates: "Was aus jeder Zeile wird",
  add: "Mit Namen anmelden",
  file: "Aus einer Datei anmelden",
  fileNote: "Eine Tabelle als CSV mit Überschriften (Name, Wertung, Verein, E-Mail) oder ein Bericht als TRF.",
  wouldBeIn: (n, others) => `${n === 1 ? "1 Person kann" : `${n} Personen können`} angemeldet werden${others > 0 ? `, ${others} nicht` : ""}.`,
  areIn: (n) => `${n === 1 ? "1 Person ist" : `${n} Personen sind`} angemeldet.`,
  unknownColumns: (names) => `Spalten ohne Bedeutung: ${names}.`,
  enterAll: (n) => (n === 1 ? "1 Person anmelden" : `${n} Personen anmelden`),
  wouldBe: { added: "wird angemeldet", waiting: "wird auf einen Platz warten" },
  fateIs: {
    added: "angemeldet",
    waiting: "wartet auf einen Platz",
    already_entered: "ist schon dabei",
    name_too_similar: "sieht aus wie der Name von jemandem im Turnier",
    bad_name: "kein Name: 1 bis 40 sichtbare Zeichen",
    bad_rating: "keine Wertung: eine ganze Zahl bis 10000",
    bad_club: "kein Verein: höchstens 60 Zeichen",
    not_open: "keine weiteren Anmeldungen",
  },
  links: "Links",
  saveLinks: "Die Links sichern (CSV)",
  linksNote: "Die Links sind nur jetzt und auf diesem Gerät zu sehen. Sie gelten 30 Tage.",
  close: "Schließen",
  linkFor: (name) => `Link für ${name}`,
  newLink: "Neuer Link",
  newLinkFor: (name) => `Neuer Link für ${name}`,
  withdrawLink: "Den Link zurückziehen",
  withdrawLinkOf: (name) => `Den Link von ${name} zurückziehen`,
};
