// The page of a player. Loaded with it.

export const texts = {
  title: (name: string) => `${name}: a player`,
  since: (day: string) => `here since ${day}`,
  company: "You and this player",
  results: "Results",
  resultsNote: (most: number) => `of at most ${most} matches that you may see`,
  game: "Game",
  played: "Played",
  won: "Won",
  rating: "Rating",
  none: "No match that you may see is over yet.",
  tables: "Open tables",
  noTables: "At no table that you may see.",
  last: "Last matches",
  open: "Open",
  isWon: "won",
  place: (place: number) => `place ${place}`,
  noOutcome: "no outcome",
  link: "Link to this page",
  notFound: "Of this player there is nothing that you may see.",
};
