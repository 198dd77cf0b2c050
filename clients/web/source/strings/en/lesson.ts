// Lessons, for all games.

export const texts = {
  step: (at: number, of: number) => `step ${at} of ${of}`,
  skip: "Skip",
  goOn: "Go on",
  show: "Show me where",
  first: "First do what the lesson asks: it is lit.",
  wait: "The moves are opened …",
  why: "Why?",
  nothingCounts: "Bots play by a script. Nothing counts.",
  done: "You know it now. Who dares?",
  doneNote: "What you have not met yet stands in the rules.",
  botFirst: "Play a bot",
  people: "To the tables",
  again: "Once more",
  noLesson: "This game has no lesson yet.",
};
