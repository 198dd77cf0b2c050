// Whose link a friend's link is, and one button; newcomers give a name first. `/friend/TOKEN`.

import { RefusedError, type OpenedFriendLinkReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { HaveKey, SignUp } from "../home/welcome.js";
import { failureText, useAttempt } from "../parts/attempt.js";
import { Logo } from "../parts/icons.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { initial, isolated } from "../table/people.js";
import { dayText } from "./day.js";

const tell = await textsOf("friends");

export default function FriendPage({ place }: { place: Place }) {
  const { player, enter } = useSession();
  const token = place.page === "friend" ? place.token : "";
  useTitle(say.title(tell.link));
  return (
    <main class="welcome">
      <div class="brand"><Logo /><p class="name">Moirai</p></div>
      {player ? <Opened token={token} /> : (
        <>
          <h1>{tell.invitesYou}</h1>
          <p>{tell.nameFirst}</p>
          <SignUp label={say.comeIn} onToken={enter} />
          <HaveKey onToken={enter} />
        </>
      )}
    </main>
  );
}

function Opened({ token }: { token: string }) {
  const { client } = useSession();
  const [opened, setOpened] = useState<OpenedFriendLinkReply | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { isBusy, failure, attempt } = useAttempt();
  useEffect(() => void client.call("openFriendLink", { token }).then(setOpened, setProblem), [client, token]);
  const accept = () => attempt(async () => setOpened({ ...opened!, since: (await client.call("acceptFriendLink", { token })).since }));
  if (problem !== null) {
    return (
      <>
        <h1>{tell.link}</h1>
        <p role="alert">{problemText(problem)}</p>
        <p><a class="btn" {...follow({ page: "home" })}>{say.home}</a></p>
      </>
    );
  }
  if (opened === null) return <p role="status">{say.loading}</p>;
  const name = isolated(opened.name);
  return (
    <>
      <h1>{opened.since === null ? tell.asks(name) : tell.areFriends(name)}</h1>
      <section class="panel friend">
        <p class="row"><span class="face" aria-hidden="true">{initial(opened.name)}</span> <a class="pitch" {...follow({ page: "player", id: opened.player_id })}><bdi>{opened.name}</bdi></a></p>
        <p class="small dim">{opened.since === null ? tell.whatItMeans : tell.friendsSince(dayText(client.clock.toLocal(opened.since)))}</p>
      </section>
      {opened.since === null ? (
        <button class="btn primary" aria-disabled={isBusy} onClick={() => void accept()}>{tell.become}</button>
      ) : (
        <p role="status"><a class="btn primary" {...follow({ page: "home" })}>{say.home}</a></p>
      )}
      <p class="problem" role="alert" hidden={failure === null}>{failure !== null && problemText(failure)}</p>
    </>
  );
}

function problemText(problem: unknown): string {
  const code = problem instanceof RefusedError ? problem.code : "";
  return Object.hasOwn(tell.problem, code) ? tell.problem[code as keyof typeof tell.problem] : failureText(problem);
}
