// What the screen of a venue says.

export const texts = {
  announcement: "Announcement",
  entrants: (n: number) => (n === 1 ? "One entrant" : `${n} entrants`),
  ofMany: (title: string, n: number, all: number) => `${title} · ${n} of ${all}`,
  tablesOf: (n: number, first: number, last: number) => `Round ${n} · tables ${first} to ${last}`,
  pausedUntil: (when: string) => `The tournament is paused until ${when}.`,
  atTheTable: (when: string) => `Be ready at your table by ${when}.`,
  roundAt: (n: number, when: string) => `Round ${n} at ${when}`,
  roundThen: (n: number) => `Round ${n} begins when all tables are done.`,
  roundByWord: (n: number) => `Round ${n} begins when the director says so.`,
  arenaUntil: (when: string) => `Tables are added until ${when}.`,
  arenaOver: "The time is over. The last matches are played to their end.",
  lastRound: "This is the last round.",
  pages: "Pages",
  back: "Page before",
  on: "Next page",
  turns: "Turn pages",
  pageOf: (n: number, all: number) => `${n} / ${all}`,
};
