// What is said of reminders and of the calendar.

import type { texts as english } from "../en/reminders.js";

export const texts: typeof english = {
  remind: "Erinnere mich daran",
  push: "Mitteilung",
  calendar: "Kalender",
  kinds: {
    awaited: "Eine Phase wartet auf mich",
    deadline_near: "Vor ihrer Frist",
    seated: "Plätze und Runden",
    over: "Das Ende",
  },
  address: "Mein Kalender",
  what: "Ein Kalenderprogramm, das eine geheime Adresse abonniert, zeigt deine Fristen und Runden. Wer die Adresse hat, kann sie lesen.",
  make: "Adresse anlegen",
  again: "Neue Adresse anlegen",
  end: "Adresse löschen",
  since: (when) => `Seit ${when} gibt es eine Adresse. Eine neue tritt an ihre Stelle.`,
  copy: "Adresse kopieren",
  once: "Sie wird nur jetzt gezeigt.",
};
