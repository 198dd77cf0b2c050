// What the moment of opening and the end say.

export const texts = {
  opening: "What was sealed is opened",
  seeBoard: "See the board",
  nothing: "nothing",
  allClosed: "What each of them sealed stays closed for those who watch.",
  stayClosed: (n: number) => (n === 1 ? "One other seat stays closed." : `${n} other seats stay closed.`),

  playedIn: "Played in",
  goesOn: "Goes on in, by rank",
  stays: { heaven: "stays in heaven", hell: "stays in hell" },
  goes: { heaven: "goes to heaven", hell: "goes to hell" },
  course: "The course of the match",
  courseOf: (of: string) => `${of}, whenever a phase closed`,
  courseText: (name: string, values: string) => `${name}: ${values}`,
  decided: "The turn that decided it",
  biggest: "Your biggest turn",
  atOnce: (change: string) => `${change} at once`,
  lookThere: "Look at this moment",
  keepPicture: "Keep a picture",
  sharePicture: "Share a picture",
};
