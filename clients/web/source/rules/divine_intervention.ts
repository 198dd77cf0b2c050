// The rooms and boons of Divine Intervention, and what may be brought to complete a room.

export const ELEMENTS = ["fire", "air", "earth", "water"] as const;

export const ROOMS = "ABCDEFGHIJKLMNOPQRSTUVWXY".split("");

export const BOONS = [
  "skeleton_key", "pilgrims_road", "sealed_door", "tamed_inferno", "plain_altar", "harmony", "eclipse", "conversion", "revelation", "harvest", "second_spring", "drought",
  "tithe", "covet", "silenced_prophet", "wrath", "constancy", "all_seeing_eye", "prophecy", "last_rites", "judgement", "congregation", "undying_zeal",
];

interface Example {
  /** Of fire, air, earth and water. */
  mana: readonly [number, number, number, number];
  /** The round, where it matters. */
  round?: number;
  /** What else it takes: of rivals in a pink room, of one's own mana, or of the secret. */
  if?: "alone" | "twin" | "only" | "most" | "all" | "secret";
}

/** What completes a room: the test of rules asks the engine. The element of X is secret: here it is air. */
export const EXAMPLES: { [room: string]: Example } = {
  A: { mana: [1, 0, 0, 0], if: "alone" },
  B: { mana: [1, 1, 1, 1] },
  C: { mana: [3, 3, 2, 2], round: 3 },
  D: { mana: [0, 3, 0, 0], round: 4 },
  E: { mana: [0, 0, 0, 5], if: "twin" },
  F: { mana: [3, 2, 1, 0] },
  G: { mana: [2, 1, 2, 1] },
  H: { mana: [500, 0, 0, 0] },
  I: { mana: [1, 1, 1, 0], if: "only" },
  J: { mana: [0, 0, 4, 0], if: "all" },
  K: { mana: [5, 0, 0, 3] },
  L: { mana: [1, 2, 0, 2] },
  M: { mana: [6, 0, 0, 0] },
  N: { mana: [0, 0, 0, 4], round: 4 },
  O: { mana: [2, 2, 2, 1], if: "most" },
  P: { mana: [3, 0, 3, 0] },
  Q: { mana: [1, 0, 1, 1] },
  R: { mana: [3, 2, 0, 0] },
  S: { mana: [3, 2, 2, 2] },
  T: { mana: [0, 0, 5, 0], round: 3 },
  U: { mana: [4, 0, 0, 0], if: "only" },
  V: { mana: [3, 1, 0, 1] },
  W: { mana: [0, 0, 0, 7] },
  X: { mana: [0, 1, 0, 0], if: "secret" },
  Y: { mana: [0, 0, 0, 5] },
};

export const roomExample = (room: string): Example => EXAMPLES[room]!;
