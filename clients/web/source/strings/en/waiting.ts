// What is said to somebody who waits for people to play with.

export const texts = {
  title: "Waiting for players",
  waiting: "You are at the table. Whoever wants to play this now sits down with you, and the match begins by itself when every seat is taken.",
  nobody: "Not everybody is there yet. Go on waiting, send the link to a friend, or let bots take the free seats.",
  since: (time: string) => `You have waited for ${time}`,
  withBots: "Play with bots now",
  takes: (time: string) => `It usually takes about ${time} until people have found each other.`,
  lapsed: "You were away for a minute, so this table was given up. Nobody waits here any more.",
  again: "Look for people again",
  queue: (game: string, somebodyWaits: boolean, usual: string | null) =>
    `${game}: ${[somebodyWaits && "somebody waits now", usual !== null && `people usually meet after about ${usual}`].filter(Boolean).join("; ")}`,
};
