// Notices of tournaments and series.

import type { texts as english } from "../en/alerts.js";

export const texts: typeof english = {
  partner: (name) => `${name} möchte mit dir als Team mitspielen.`,
  entered: "Du bist im Turnier dabei.",
  waiting: "Du wartest auf einen Platz.",
  left: "Du bist nicht mehr im Turnier.",
  announced: "Die Leitung hat etwas angesagt.",
  roundDone: (round) => `Runde ${round} ist zu Ende.`,
  gone: "Jemand ist ausgeschieden.",
  moved: "Die Runden beginnen zu anderen Zeiten.",
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
