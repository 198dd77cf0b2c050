// What is said to somebody who waits for people to play with.

export const texts = {
  title: "Waiting for players",
  waiting: "You are at the table. Whoever wants to play this now sits down with you, and the match begins by itself when every seat is taken.",
  nobody: "Not everybody is there yet. Go on waiting, send the link to a friend, or let bots take the free seats.",
  since: (time: string) => `Open for ${time}`,
  withBots: "Play with bots now",
  merged: "Its host has found another table.",
};
