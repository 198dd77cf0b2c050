// Reactions: signs in the place of a text.

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
};
