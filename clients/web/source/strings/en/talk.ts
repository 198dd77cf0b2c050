// What is said of reactions and reports.

export const texts = {
  title: "React",
  signs: {
    applause: "Well played",
    laugh: "Ha ha",
    surprise: "What a surprise",
    thanks: "Thank you",
    doubt: "I doubt it",
    good_luck: "Good luck",
  },
  whatIsWrong: (name: string) => `What has ${name} done?`,
  whoReads: (name: string) => `The host and the administrators of this server read it, with the moment of the match. ${name} does not learn of it.`,
  send: "Report",
  reported: "Reported to the host and to the administrators of this server.",
  reportedToServer: "Reported to the administrators of this server.",
  isReport: (name: string) => `A report: ${name}`,
};
