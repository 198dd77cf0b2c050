// Notices of tournaments and series, in the language of the interface. Loaded with the first.

import { language } from "../strings/index.js";

const en = {
  partner: (name: string) => `${name} wants to enter as a team with you.`,
  entered: "You are in the tournament.",
  waiting: "You wait for a place.",
  left: "You are no longer in the tournament.",
  checkIn: "Check in: say that you are here.",
  table: (round: number, table: number) => `Round ${round}: you are at table ${table}.`,
  bye: (round: number) => `Round ${round}: you have a bye.`,
  ready: (table: number, until: string) => `Say by ${until} that you are ready at table ${table}.`,
  decided: (round: number) => `Round ${round}: your table was decided without its match.`,
  corrected: (round: number) => `Round ${round}: your result was corrected.`,
  over: "The tournament is over.",
  place: (place: number) => `The tournament is over. Your place: ${place}.`,
  cancelled: "The tournament was cancelled.",
  inSeries: "You have a place in the season.",
  leftSeries: "You have left the season.",
  episode: (n: number) => `Episode ${n} begins.`,
  decide: (until: string) => `Decide by ${until}.`,
  decideLater: "The time for your decision is stopped.",
  seriesWaits: "The season waits for a director.",
  seriesOver: "The season is over.",
  seriesPlace: (place: number) => `The season is over. Your place: ${place}.`,
  seriesCancelled: "The season was cancelled.",
};

const de: typeof en = {
  partner: (name) => `${name} möchte mit dir als Team mitspielen.`,
  entered: "Du bist im Turnier dabei.",
  waiting: "Du wartest auf einen Platz.",
  left: "Du bist nicht mehr im Turnier.",
  checkIn: "Melde dich an: Sag, dass du da bist.",
  table: (round, table) => `Runde ${round}: Du spielst an Tisch ${table}.`,
  bye: (round) => `Runde ${round}: Du hast ein Freilos.`,
  ready: (table, until) => `Sag bis ${until}, dass du an Tisch ${table} bereit bist.`,
  decided: (round) => `Runde ${round}: Dein Tisch wurde ohne die Partie entschieden.`,
  corrected: (round) => `Runde ${round}: Dein Ergebnis wurde berichtigt.`,
  over: "Das Turnier ist zu Ende.",
  place: (place) => `Das Turnier ist zu Ende. Dein Platz: ${place}.`,
  cancelled: "Das Turnier wurde abgesagt.",
  inSeries: "Du hast einen Platz in der Serie.",
  leftSeries: "Du bist aus der Serie ausgeschieden.",
  episode: (n) => `Folge ${n} beginnt.`,
  decide: (until) => `Entscheide bis ${until}.`,
  decideLater: "Die Zeit für deine Entscheidung ist angehalten.",
  seriesWaits: "Die Serie wartet auf die Leitung.",
  seriesOver: "Die Serie ist zu Ende.",
  seriesPlace: (place) => `Die Serie ist zu Ende. Dein Platz: ${place}.`,
  seriesCancelled: "Die Serie wurde abgesagt.",
};

export const tell = language === "de" ? de : en;
