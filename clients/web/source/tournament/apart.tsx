// What directors say about who should not meet: clubs, and pairs that are forbidden.

import { useState } from "preact/hooks";
import { textsOf } from "../strings/parts.js";
import { isolated } from "../table/people.js";
import type { AboutEntrantProps } from "./about_entrant.js";
import { Act } from "./act.js";

const apart = await textsOf("directing");

/** Systems in which somebody else can be met instead. */
const CHOOSES = ["swiss", "own", "arena"];

/** Give an entrant a club, and say whom the entrant must not meet. */
export function Apart({ tournament: { view, refresh }, entrant: one, nameOf }: AboutEntrantProps) {
  const [club, setClub] = useState(one.club);
  const [other, setOther] = useState("");
  const id = view.settings.tournament_id;
  const barred = view.forbidden.flatMap((pair) => (pair.includes(one.entrant) ? pair.filter((each) => each !== one.entrant) : []));
  const others = view.entrants.filter(({ entrant, withdrawn }) => entrant !== one.entrant && !withdrawn && !barred.includes(entrant));
  const name = nameOf(one.entrant);
  return (
    <>
      <Act id={id} onDone={refresh} label={apart.set_club} title={apart.clubOf(name)} action={{ type: "set_club", entrant: one.entrant, club: club.trim() }} sure>
        <input class="field" dir="auto" aria-label={apart.club} placeholder={apart.club} maxLength={64} value={club} onInput={(event) => setClub(event.currentTarget.value)} />
      </Act>
      {CHOOSES.includes(view.settings.system) && !one.withdrawn && others.length > 0 && (
        <Act id={id} onDone={refresh} label={apart.forbid_pair} title={apart.forbidFor(name)} action={{ type: "forbid_pair", entrants: [one.entrant, other] }} reason={apart.reasonForDirectors} sure>
          <label class="ask"><span>{apart.mustNotMeet(name)}</span>
            <select class="field" required value={other} onChange={(event) => setOther(event.currentTarget.value)}>
              <option value="" />
              {others.map(({ entrant }) => <option key={entrant} value={entrant}>{nameOf(entrant)}</option>)}
            </select>
          </label>
        </Act>
      )}
      {barred.map((each) => (
        <Act key={each} id={id} onDone={refresh} label={apart.allowWith(isolated(nameOf(each)))} title={apart.allowPair(name, nameOf(each))} action={{ type: "allow_pair", entrants: [one.entrant, each] }} reason={apart.reasonForDirectors} sure />
      ))}
    </>
  );
}
