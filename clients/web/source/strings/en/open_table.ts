// What a match says before its start. Loaded with the first such match.

export const texts = {
  about: "About this match",
  game: "Game",
  host: "Host",
  pace: "Pace",
  eager: (time: string) => `A phase ends when everybody has moved, after ${time} at the latest.`,
  deadline: (time: string) => `A phase ends after ${time}, also if everybody has moved before.`,
  rounds: "Rounds",
  upTo: (rounds: number) => `up to ${rounds}`,
  takes: "Takes",
  quick: (about: string, atMost: string) => `about ${about} without delay, ${atMost} at most`,
  watch: "Who may watch",
  watchers: { public: "everybody", unlisted: "everybody with the link", private: "only those who play" },
};
