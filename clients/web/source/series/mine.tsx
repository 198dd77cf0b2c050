// What concerns a player: the decision that waits, the way to my match, taking a place, and leaving.

import type { DecisionReply } from "moirai-client";
import { useState } from "preact/hooks";
import { Choices } from "../form/choices.js";
import { HaveKey, SignUp } from "../home/welcome.js";
import { Act } from "../parts/act.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { momentText, leftText, useSeconds } from "../time.js";
import type { Following } from "./following.js";
import { tell } from "./strings.js";

interface MineProps {
  season: Following;
  nameOf: (entrant: string) => string;
}

export function Mine({ season, nameOf }: MineProps) {
  const { client, player, enter } = useSession();
  const { view, refresh } = season;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const series = client.series(view.settings.series_id);
  const own = view.entrants.find((one) => one.player?.player_id === player?.player_id);
  const days = view.settings.leave_days ?? 0;
  const Leave = useLoaded(() => import("../parts/leave.js"), days > 0 && own !== undefined);
  const isOver = view.status === "over" || view.status === "cancelled";
  if (player === null) {
    if (view.status !== "open") return null;
    return (
      <div class="newcomer">
        <p class="small">{tell.signIn}</p>
        <SignUp label={tell.comeIn} onToken={enter} />
        <HaveKey onToken={enter} />
      </div>
    );
  }
  if (own === undefined) {
    if (view.status !== "open" || view.viewer === "host") return null;
    return (
      <section class="panel mine-panel">
        <p>{tell.placesTaken(view.entrants.length, placesOf(view))}</p>
        <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => series.enter())}><Icon name="plus" /> {tell.enter}</button>
        <Failure error={failure} />
      </section>
    );
  }
  const episode = view.episodes.at(-1);
  const asked = episode?.decisions.find(({ entrant, because }) => entrant === own.entrant && because === null);
  const open = episode && !episode.done && !isOver ? (episode.death ?? episode.main) : undefined;
  const plays = open !== undefined && open.how === null && Object.values(open.seats).includes(own.entrant);
  return (
    <section class="panel mine-panel" aria-label={tell.mine}>
      {own.left_in !== null ? <p>{tell.youLeft(own.left_in, tell.leftBecause[own.left_because!])}</p> : <p>{whereText(season, own.entrant)}</p>}
      {own.left_in === null && own.marked_until !== null && own.marked_until > view.episodes.filter(({ done }) => done).length && <p class="caution">{tell.youAreMarked(own.marked_until)}</p>}
      {asked && <Decision decision={asked} season={season} nameOf={nameOf} />}
      {plays && <a class="btn primary" {...follow({ page: "table", id: open.match_id })}>{open === episode?.death ? tell.toDeathMatch : tell.toMatch}</a>}
      {!isOver && own.left_in === null && Leave && <Leave days={days} taken={own.leave_days_taken} until={own.on_leave_until} take={(count) => series.takeLeave(count)} onDone={refresh} />}
      {!isOver && own.left_in === null && <Act label={tell.leave} look="quiet" run={() => series.leave()} sure reasonless onDone={refresh}><p class="small">{view.status === "open" ? tell.leaveNote : tell.leaveSure}</p></Act>}
      <Failure error={failure} />
    </section>
  );
}

/** In which realm an entrant is, before or during an episode. */
function whereText({ view }: Following, me: string): string {
  const open = view.episodes.at(-1);
  if (view.status === "open") return tell.entered;
  if (open && !open.done) return open.heaven.includes(me) ? tell.inHeaven : tell.inHell;
  return view.heaven.includes(me) ? tell.inHeaven : view.hell.includes(me) ? tell.inHell : "";
}

const placesOf = ({ settings }: Following["view"]) => settings.episodes[0]!.heaven + settings.episodes[0]!.hell;

function Decision({ decision, season, nameOf }: MineProps & { decision: DecisionReply }) {
  const { client } = useSession();
  useSeconds();
  const { view, refresh } = season;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? decision.choice;
  const left = decision.until === null ? null : client.clock.secondsUntil(decision.until);
  const decide = async () => {
    if (chosen !== null && !isBusy && (await attempt(() => client.series(view.settings.series_id).decide(decision.decision, chosen)))) setPicked(null);
  };
  return (
    <form class="decision" onSubmit={(event) => { event.preventDefault(); void decide(); }}>
      <Choices title={tell.youAreAsked[decision.about]} options={decision.choices.map(nameOf)} chosen={chosen === null ? -1 : decision.choices.indexOf(chosen)} blank={false} onChoose={(at) => setPicked(decision.choices[at]!)} />
      <button class="btn primary" aria-disabled={isBusy || chosen === null || chosen === decision.choice}>{decision.choice === null ? tell.decide : tell.change}</button>
      <p class="small dim" role="status">
        {decision.choice !== null && `${tell.decided(nameOf(decision.choice))} `}
        {decision.until === null || left === null ? tell.paused : left > 0 ? tell.timeLeft(leftText(left), momentText(client.clock.toLocal(decision.until))) : tell.closing}
      </p>
      <p class="small dim">{tell.onlyYou}</p>
      <Failure error={failure} />
    </form>
  );
}
