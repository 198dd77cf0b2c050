// Entering with a partner: one names the other, who agrees.

import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useSession } from "../session.js";
import { isolated } from "../table/people.js";
import type { Following } from "./following.js";
import { tell } from "./strings.js";
import { useWho, WhoField } from "./who.js";

export default function EnterTeam({ tournament, me }: { tournament: Following; me: string }) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt(tournament.refresh);
  const who = useWho();
  const enter = (partner: string) => !isBusy && void attempt(() => client.tournament(tournament.view.settings.tournament_id).enter("me", { partner }));
  const named = tournament.told.flatMap(({ facts }) => facts.flatMap((fact) => (fact.type === "partner_named" ? [fact] : [])));
  const latest = [...new Map(named.map((fact) => [fact.player.player_id, fact])).values()];
  const mine = latest.find(({ player }) => player.player_id === me);
  return (
    <form class="panel mine-panel" onSubmit={(event) => { event.preventDefault(); enter(who.playerId); }}>
      {latest.filter(({ partner }) => partner.player_id === me).map(({ player }) => (
        <button key={player.player_id} type="button" class="btn primary" aria-disabled={isBusy} onClick={() => enter(player.player_id)}><Icon name="check" /> {tell.enterWith(isolated(player.name))}</button>
      ))}
      {mine && <p>{tell.hasNamed(isolated(mine.partner.name))}</p>}
      <WhoField who={who} label={tell.partner} needed />
      <button class="btn" aria-disabled={isBusy}><Icon name="plus" /> {tell.enterTeam}</button>
      <Failure error={failure} />
    </form>
  );
}
