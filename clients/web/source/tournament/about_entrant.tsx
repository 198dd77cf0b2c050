// What directors do about an entrant. Loaded for them alone.

import type { EntrantReply } from "moirai-client";
import { useLoaded } from "../parts/loaded.js";
import { useSession } from "../session.js";
import { isolated } from "../table/people.js";
import { Act } from "./act.js";
import { Apart } from "./apart.js";
import type { Following } from "./following.js";
import { OPEN_FIELD, playersOf } from "./names.js";
import { tell } from "./strings.js";
import { useWho, WhoField } from "./who.js";

export interface AboutEntrantProps {
  tournament: Following;
  entrant: EntrantReply;
  nameOf: (entrant: string) => string;
}

export default function AboutEntrant({ tournament, entrant: one, nameOf }: AboutEntrantProps) {
  const { client } = useSession();
  const { view, refresh } = tournament;
  const { settings } = view;
  const hasPlaceLink = one.unclaimed && !one.withdrawn;
  const PlaceLink = useLoaded(() => import("./place_link.js"), hasPlaceLink);
  const excuses = OPEN_FIELD.includes(settings.system) && settings.system !== "arena";
  const id = settings.tournament_id;
  const name = nameOf(one.entrant);
  return (
    <div class="row">
      {hasPlaceLink && PlaceLink && <PlaceLink id={id} entrant={one.entrant} name={name} />}
      {one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.bring_back} title={tell.bringThemBack(name)} action={{ type: "bring_back", entrant: one.entrant }} sure />}
      {one.player && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.withdraw} sure reasonless run={() => client.call("withdrawEntrant", { tournament_id: id, player_id: one.player!.player_id })} />}
      {excuses && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.excuse} action={{ type: "excuse", entrant: one.entrant }} />}
      {excuses && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.excuseHalf} action={{ type: "excuse", entrant: one.entrant, bye: "half_bye" }} />}
      {!one.withdrawn && (one.partner ? playersOf(one) : [null]).map((member) => (
        <Replace key={member?.player_id} id={id} entrant={one.entrant} leaving={member?.player_id ?? null} name={member ? isolated(member.name) : name} onDone={refresh} />
      ))}
      <Apart tournament={tournament} entrant={one} nameOf={nameOf} />
      {one.left_because !== "disqualified" && <Act id={id} onDone={refresh} label={tell.act.disqualify} action={{ type: "disqualify", entrant: one.entrant }} sure />}
    </div>
  );
}

/** Let another player, or a bot, go on in the place of an entrant, or of one of a team. */
function Replace({ id, entrant, leaving, name, onDone }: { id: string; entrant: string; leaving: string | null; name: string; onDone: () => void }) {
  const who = useWho();
  return (
    <Act id={id} onDone={onDone} label={leaving ? tell.replaceThem(name) : tell.act.replace} title={tell.replaceThem(name)} action={{ type: "replace_entrant", entrant, player_id: who.playerId || null, leaving }} sure>
      <WhoField who={who} label={tell.replaceBy} needed={false} />
    </Act>
  );
}
