// What an invitation is for, and its seat: for players with one touch, for newcomers with a name.

import { RefusedError, Words, type Client, type OpenedInvitationReply, type OpenedMatchInvitation } from "moirai-client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { Choices } from "../form/choices.js";
import { Failure, failureText, useAttempt } from "../parts/attempt.js";
import { GameIcon, Logo } from "../parts/icons.js";
import { follow, goTo, type Place } from "../router.js";
import { useSession } from "../session.js";
import { keep } from "../storage.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { About } from "../table/about.js";
import { isolated, placeName, sitterName, sitterNote, withTitles } from "../table/people.js";
import { entropy } from "../table/seats.js";
import { momentText } from "../time.js";
import { loadTexts } from "../words.js";
import { OpenedEvent } from "./invited.js";
import { useGames, useTitles } from "./games.js";
import { HaveKey, SignUp } from "./welcome.js";

const tell = await textsOf("invitations");

export default function InvitationPage({ place }: { place: Place }) {
  const { client } = useSession();
  const token = place.page === "invitation" ? place.token : "";
  const [opened, setOpened] = useState<OpenedInvitationReply | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useTitle(say.title(tell.invitation));
  useEffect(() => {
    client.invitation(token).then(setOpened, setProblem);
  }, [client, token, tries]);
  return (
    <main class="welcome">
      <div class="brand"><Logo /><p class="name">Moirai</p></div>
      {problem !== null ? (
        <>
          <h1>{tell.invitation}</h1>
          <p role="alert">{problemText(problem)}</p>
          <p><a class="btn" {...follow({ page: "home" })}>{say.home}</a></p>
        </>
      ) : opened === null ? <p role="status">{say.loading}</p> : opened.type === "match" ? <Opened opened={opened} token={token} refresh={() => setTries(tries + 1)} /> : (
        <OpenedEvent opened={opened} token={token} refresh={() => setTries(tries + 1)} />
      )}
    </main>
  );
}

function problemText(problem: unknown): string {
  const code = problem instanceof RefusedError ? problem.code : "";
  return Object.hasOwn(tell.invitationProblem, code) ? tell.invitationProblem[code as keyof typeof tell.invitationProblem] : failureText(problem);
}

interface OpenedProps {
  opened: OpenedMatchInvitation;
  token: string;
  /** Ask again what it is for. */
  refresh: () => void;
}

function Opened({ opened, token, refresh }: OpenedProps) {
  const { client, player, enter } = useSession();
  const games = useGames();
  const [words, setWords] = useState(() => new Words(null));
  useEffect(() => void loadTexts(client, opened.match.game).then((texts) => setWords(new Words(texts))), [client, opened.match.game]);
  const match = useMemo(() => withTitles(opened.match, words), [opened.match, words]);
  const free = useMemo(() => match.seats.filter((seat) => !seat.player && !seat.bot && !seat.reserved_for), [match]);
  const [chosen, setChosen] = useState(-1);
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const seat = opened.seat ?? free[chosen]?.id ?? null;
  const sit = async (sitter: Client) => {
    // What is mixed into the draws counts only if the seed was fixed before.
    const { kept } = sitter.match(match.match_id);
    kept.noteCommitment(match.seed_commitment);
    keep(`kept ${match.match_id}`, kept);
    await sitter.acceptInvitation(token, { seat, entropy: entropy() });
  };
  const goToTable = () => goTo({ page: "table", id: match.match_id });
  const titleOf = useTitles(games);
  const sitters = match.seats.filter((one) => one.player || one.bot);
  return (
    <>
      <h1>{tell.invitedBy(isolated(match.host.name))}</h1>
      <section class="panel invited">
        <h2><GameIcon game={match.game} /> {games.size > 0 && titleOf(match.game)}</h2>
        {match.label && <p class="pitch"><bdi>{match.label}</bdi></p>}
        <About details={match} words={words} />
        <ul class="sitters" aria-label={say.seats}>
          {sitters.map((one) => <li key={one.id}><b><bdi>{sitterName(one)}</bdi></b> <span class="s">{sitterNote(one)}</span></li>)}
          {free.length > 0 && <li class="dim">{say.freeSeats(free.length)}</li>}
        </ul>
        <p class="small dim">{tell.validUntil(momentText(client.clock.toLocal(opened.expires_at)))}</p>
      </section>
      {opened.seat !== null ? <p>{tell.yourSeatIs(placeName(match.seats.find(({ id }) => id === opened.seat)!))}</p> : free.length > 1 && (
        <Choices title={tell.whichSeat} options={[tell.anySeat, ...free.map(placeName)]} chosen={chosen + 1} blank={false} onChoose={(at) => setChosen(at - 1)} />
      )}
      {free.length === 0 ? <p role="status">{tell.noSeatLeft}</p> : player ? (
        <>
          <button class="btn primary" disabled={isBusy} onClick={() => void attempt(() => sit(client).then(goToTable))}>{tell.sitDownAs(isolated(player.name))}</button>
          <Failure error={failure} />
        </>
      ) : (
        <>
          <SignUp label={say.sit} first={sit} onToken={(token) => { enter(token); goToTable(); }} />
          <HaveKey onToken={enter} />
        </>
      )}
    </>
  );
}
