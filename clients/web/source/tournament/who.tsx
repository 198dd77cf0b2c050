// A player to be named: by name, if it is somebody from the director's matches, or by id.

import type { Person } from "moirai-client";
import { useId, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";

const tell = await textsOf("host");

export interface Who {
  /** What is written in the field. */
  text: string;
  /** The player's id; what is written, if nobody is known by it. */
  playerId: string;
  write: (text: string) => void;
  people: readonly Person[];
  /** Ask who can be meant. */
  ask: () => void;
}

export function useWho(): Who {
  const { client } = useSession();
  const [text, write] = useState("");
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const ask = () => {
    if (people !== null) return;
    setPeople([]);
    void client.matches({ mine: true, limit: 100 }).then(({ matches }) => {
      const met = matches.flatMap(({ host, seats }) => [host, ...seats.flatMap(({ player }) => player ?? [])]);
      setPeople([...new Map(met.map((person) => [person.player_id, person])).values()]);
    }, () => undefined);
  };
  const known = people ?? [];
  const meant = known.filter((person) => spelled(person, known) === text.trim());
  return { text, playerId: meant.length === 1 ? meant[0]!.player_id : text.trim(), write, people: known, ask };
}

export function WhoField({ who, label, needed }: { who: Who; label: string; needed: boolean }) {
  const id = useId();
  return (
    <div class="ask">
      <label for={id}>{label}</label>
      <input class="field" id={id} list={`${id}-people`} placeholder={tell.nameOrId} required={needed} autoComplete="off" value={who.text} onFocus={who.ask} onInput={(event) => who.write(event.currentTarget.value)} />
      <datalist id={`${id}-people`}>
        {who.people.map((person) => <option key={person.player_id} value={spelled(person, who.people)} />)}
      </datalist>
    </div>
  );
}

/** The name; with the id, where several have the same. */
function spelled({ name, player_id }: Person, people: readonly Person[]): string {
  return people.filter((other) => other.name === name).length > 1 ? `${name} · ${player_id}` : name;
}
