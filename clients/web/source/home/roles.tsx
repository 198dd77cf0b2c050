// In some games seats have roles, and whoever plays alone chooses one.

import type { MatchReply } from "moirai-client";
import { Choices } from "../form/choices.js";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";

type Seats = readonly Pick<MatchReply["seats"][number], "id" | "role">[];

/** What is offered first, where that is not the role of the first seat: drafters see no fight. */
const FIRST: { [game: string]: string } = { hero_of_the_arena: "fighter" };

/** The roles of a game, the one that is offered first at the beginning; none where all seats have the same. */
export function rolesOf(game: string, seats: Seats): string[] {
  const roles = [...new Set(seats.flatMap(({ role }) => role ?? []))];
  return roles.length < 2 ? [] : roles.sort((one, two) => Number(two === FIRST[game]) - Number(one === FIRST[game]));
}

/** The first seat with a role; without one, the first seat. */
export function seatOf(seats: Seats, role: string | undefined): string | undefined {
  return (seats.find((seat) => role !== undefined && seat.role === role) ?? seats[0])?.id;
}

interface RoleAskProps {
  roles: readonly string[];
  chosen: string;
  words: Words;
  onChoose: (role: string) => void;
}

export function RoleAsk({ roles, chosen, words, onChoose }: RoleAskProps) {
  return (
    <>
      <Choices title={say.yourRole} options={roles.map((role) => words.thing("role", role))} chosen={roles.indexOf(chosen)} blank={false} onChoose={(at) => onChoose(roles[at]!)} />
      {chosen && <p class="small dim">{words.text("role", chosen)}</p>}
    </>
  );
}
