// What is asked when a match or a tournament is made. Loaded with what shows it.

export const texts = {
  game: "Game",
  variant: "Kind",
  seatsCount: (n: number) => `${n} seats; bots can take free ones later.`,
  opponents: "Who plays",
  withBots: "me and bots",
  level: "How well the bots play",
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
