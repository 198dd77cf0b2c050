// The result of a round for its reader: who takes it, by how much, and how it stands; the reader's points first.

import { someone } from "../people.js";
import { lastFact, type Told } from "../props.js";
import { sides } from "./knowledge.js";
import { t } from "./strings.js";

export function readResult({ event, before, viewer, words }: Told): string | null {
  const charmed = lastFact([event], "wizards_duel.charmed");
  // A Charm names its spell in a phase of its own, after the round whose result still counts.
  const played = lastFact(charmed ? [...before, event] : [event], "wizards_duel.round_played");
  const ended = lastFact([event], "wizards_duel.duel_ended");
  const [near, far] = sides(viewer);
  const score = (points: { [seat: string]: number }) => `${points[near] ?? 0} : ${points[far] ?? 0}`;
  const who = (seat: string) => someone(seat, viewer, words);
  if (ended) return t.endsDuel(ended.winner ? who(ended.winner) : null, score(ended.points), score(ended.wins));
  if (!played) return null;
  if (played.instant) return t.wonAtOnce(who(played.instant));
  const forbidden = Object.entries(charmed?.named ?? {}).flatMap(([seat, spell]) => (spell ? [t.forbids(who(seat), words.thing("spell", spell))] : []));
  const taken = played.winner ? t.takesRound(who(played.winner), played.round, played.gain[played.winner] ?? 0, score(played.points)) : t.nobodyTakes(played.round, score(played.points));
  return [taken, ...forbidden].join(" ");
}
