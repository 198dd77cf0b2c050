// When deadlines rest, who is on leave, and taking it. Loaded with what shows it.

import type { texts as english } from "../en/leave.js";

export const texts: typeof english = {
  rests: (when, zone) => `Keine Zeit vergeht ${when}, nach der Zeit von ${zone}.`,
  restsUntil: (end) => `Die Uhr ruht bis ${end}. Die Spieler können trotzdem ziehen.`,
  nights: (begins, ends) => `von ${begins} bis ${ends} Uhr`,
  weekdays: (days) => `an diesen Wochentagen: ${days}`,
  dates: (dates) => `am ${dates}`,
  moreDates: (n) => (n === 1 ? "einem weiteren Tag" : `${n} weiteren Tagen`),
  isAway: (who, until) => `${who} ist im Urlaub bis ${until}. Die Uhr steht so lange.`,
  youAreAway: (until) => `Du bist im Urlaub bis ${until}. Die Uhr steht so lange, und ziehen kannst du trotzdem.`,
  leave: "Urlaub",
  note: "Während du im Urlaub bist, steht die Uhr deiner Partien, für alle dort. Alle erfahren es.",
  howMany: (left) => `Urlaubstage, höchstens ${left}`,
  take: "Urlaub nehmen",
  comeBack: "Urlaub früher beenden",
  comesBack: "Er endet frühestens einen Tag von jetzt an, weil andere sich darauf verlassen. Tage, die dann nicht begonnen haben, bleiben für später.",
  noneLeft: "Du hast keine Urlaubstage mehr.",
};
