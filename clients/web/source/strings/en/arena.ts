// What the page of an arena says. Loaded with what shows it.

export const texts = {
  timeLeft: "Time left",
  until: (when: string) => `Tables are added until ${when}.`,
  isOver: "The time is over. Matches that run are played to their end.",
  isPaused: "The time stands still.",
  free: "You are free: you meet the next one who is.",
  othersMeet: "You are free. Nobody else is right now.",
  sitOut: "Sit out",
  afterTable: "This table is still played.",
  aside: "You sit out.",
  wasAbsent: "You were not at your table, and sit out.",
  back: "I am back",
  points: (points: string, place: number | null) => (place === null ? `${points} points` : `${points} points, place ${place}`),
  inARow: (n: number) => `${n} wins in a row: tables count double`,
  series: "Tables",
  seriesOf: (points: string) => `points of each table, the last one last: ${points}`,
  rules: "A win is 2 points, a draw 1. After two wins in a row, each table counts double until one is not won.",
};
