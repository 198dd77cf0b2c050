// When deadlines rest, who is on leave, and taking it. Loaded with what shows it.

export const texts = {
  rests: (when: string, zone: string) => `No time passes ${when}, by the time of ${zone}.`,
  restsUntil: (end: string) => `The clock rests until ${end}. Players can still move.`,
  nights: (begins: string, ends: string) => `from ${begins} to ${ends}`,
  weekdays: (days: string) => `on ${days}`,
  dates: (dates: string) => `on ${dates}`,
  moreDates: (n: number) => (n === 1 ? "one more day" : `${n} more days`),
  isAway: (who: string, until: string) => `${who} is on leave until ${until}. The clock stands meanwhile.`,
  youAreAway: (until: string) => `You are on leave until ${until}. The clock stands meanwhile, and you can still move.`,
  leave: "Leave",
  note: "While you are on leave, the clock of your matches stands, for everybody there. Everybody is told.",
  howMany: (left: number) => `Days of leave, ${left} at most`,
  take: "Take leave",
  comeBack: "End the leave early",
  comesBack: "It ends a day from now at the earliest, because others rely on it. Days that have not begun then are left for later.",
  noneLeft: "You have no days of leave left.",
};
