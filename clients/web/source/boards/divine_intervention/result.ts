// The result of a round for its reader: piety and worshipers of a deity, completed rooms of a shaman.

import { listed } from "../../strings/index.js";
import { lastFact, type Told } from "../props.js";
import { text } from "./strings.js";

export function readResult({ details, event, before, words }: Told): string | null {
  const deity = lastFact([event], "divine_intervention.deity_reported");
  if (deity) {
    const earlier = lastFact(before, "divine_intervention.deity_reported")?.piety ?? Number(details.options["start_piety"] ?? 0);
    return text.pietyNow(deity.piety, deity.piety - earlier, deity.worshipers);
  }
  const shaman = lastFact([event], "divine_intervention.shaman_reported");
  if (!shaman) return null;
  const rooms = (completed: boolean) => Object.entries(shaman.rituals).flatMap(([room, one]) => (one === completed ? [room] : []));
  const named = (ids: string[]) => listed(ids.map((room) => words.thing("room", room)));
  const earlier = before.flatMap(({ facts }) => facts).flatMap((fact) => (fact.type === "divine_intervention.shaman_reported" ? Object.values(fact.rituals) : []));
  const [done, failed] = [rooms(true), rooms(false)];
  return text.roomsNow(named(done), named(failed), done.length + earlier.filter(Boolean).length, done.length);
}
