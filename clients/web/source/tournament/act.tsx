// An action of a director of a tournament, as a button.

import type { Operations } from "moirai-client";
import { Act as AnyAct, type ActProps } from "../parts/act.js";
import { useSession } from "../session.js";

export type Action = Operations["actAsDirector"]["input"]["body"];

interface TournamentActProps extends Omit<ActProps, "run"> {
  id: string;
  action?: Action;
  /** Another call, in place of an action. */
  run?: () => Promise<unknown>;
}

export function Act({ id, action, run, ...act }: TournamentActProps) {
  const { client } = useSession();
  return <AnyAct {...act} run={run ?? ((reason) => client.call("actAsDirector", { tournament_id: id, body: { ...action!, reason } }))} />;
}
