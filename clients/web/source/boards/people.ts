// Who sits in a seat, as boards say it.

import type { Words } from "../words.js";

export const seatName = (words: Words, seat: string): string => words.seat(seat) ?? words.thing("seat", seat);

/** Somebody in a sentence, which is another one about the viewer. */
export interface Who {
  name: string;
  isMe: boolean;
}

export function someone(seat: string, viewer: string, words: Words): Who {
  return { name: seatName(words, seat), isMe: seat === viewer };
}
