// Was gesagt wird, wo jemand sich einen Namen gibt oder einen anderen. Wird mit dem geladen, was es zeigt.

import type { texts as english } from "../en/naming.js";

export const texts: typeof english = {
  name: "Mein Name",
  save: "Speichern",
  saved: "Gespeichert",
  later: "Partien, in denen du sitzt, behalten den Namen, den du beim Hinsetzen hattest.",
  thatIsMe: "So heiße ich",
  fromNow: (guest) => `Bisher heißt du ${guest}. Kein Passwort, keine E-Mail; andere sehen deinen Namen am nächsten Tisch.`,
  welcome: (name) => `Hallo, ${name}.`,
};
