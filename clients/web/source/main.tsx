// The beginning: the language, who plays, and which page is shown.

import { RefusedError, type MeReply } from "moirai-client";
import { render, type ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Notice as Alert } from "./alerts/notices.js";
import { Welcome } from "./home/welcome.js";
import { BASE } from "./base.js";
import { News } from "./news.js";
import { useModule } from "./parts/loaded.js";
import { Notice } from "./parts/notice.js";
import { startApp } from "./parts/app.js";
import { preferredLanguages } from "./parts/languages.js";
import { pathOf, placeOf, usePlace, type Place } from "./router.js";
import { connect, impatient, keepPlayer, keepToken, keptPlayer, keptToken, SessionContext, type Session } from "./session.js";
import { PUSH, recall } from "./storage.js";
import { chooseLanguage, say } from "./strings/index.js";

const AGAIN_MS = 1_500;

/** A frame in a page of others shows what everybody may see, in the language that the page says; nobody is signed in there. */
const isEmbedded = location.pathname.startsWith(`${BASE}/embed/`);

function App() {
  const place = usePlace();
  const [token, setToken] = useState(isEmbedded ? null : keptToken);
  const [isUnknown, setUnknown] = useState(false);
  const enter = (token: string) => {
    keepToken(token);
    setUnknown(false);
    setToken(token);
  };
  const forget = (unknown: string) => {
    const kept = keptToken();
    // A late answer about an earlier token, or another tab has a new one.
    if (kept !== null && kept !== unknown) return setToken(kept);
    keepToken(null);
    setUnknown(true);
    setToken(null);
  };
  const { session, isSilent } = useSessionOf(token, enter, forget);
  useEffect(() => {
    // Browsers and push services end subscriptions at will.
    if (session?.player && recall(PUSH) !== null) void import("./alerts/push.js").then(({ renewPush }) => renewPush(session.client)).catch(() => undefined);
  }, [session]);
  if (place.page === "unknown") return <Notice text={say.noSuchPage} />;
  if (isUnknown) return <Welcome reason={say.keyUnknown} onToken={enter} />;
  if (token === null && (place.page === "make_tournament" || place.page === "make_series")) return <Welcome reason={null} onToken={enter} />;
  // Home shows what was last seen; other pages have nothing to show before the server has answered.
  if (session === null || (isSilent && place.page !== "home")) {
    return <Notice text={isSilent ? say.noReply : say.loading} passes />;
  }
  return (
    <SessionContext.Provider value={session}>
      <Alert place={place} />
      {place.page === "home" && (session.player ? <Later key="home" load={homePage} place={place} /> : <Later key="stranger" load={strangersHome} place={place} />)}
      {place.page === "table" && <Later key={place.id} load={tablePage} place={place} />}
      {(place.page === "tournament" || place.page === "screen" || place.page === "embed" || (place.page === "make_tournament" && session.player)) && <Later key="tournament" load={tournamentPages} place={place} />}
      {(place.page === "series" || (place.page === "make_series" && session.player)) && <Later key="series" load={seasonPages} place={place} />}
      {(place.page === "rules" || place.page === "match_rules") && <Later key={pathOf(place)} load={rulesPages} place={place} />}
      {place.page === "player" && <Later key={place.id} load={playerPage} place={place} />}
      {place.page === "lesson" && <Later key={`${place.id} ${session.player?.player_id}`} load={lessonPage} place={place} />}
      {(place.page === "invitation" || place.page === "friend") && <Later key={place.token} load={place.page === "friend" ? friendPage : invitationPage} place={place} />}
    </SessionContext.Provider>
  );
}

interface Pages {
  default: (given: { place: Place }) => ComponentChildren;
}

const tablePage = (): Promise<Pages> => import("./table/table.js");
const homePage = (): Promise<Pages> => import("./home/home.js");
const strangersHome = (): Promise<Pages> => import("./home/stranger.js");
const tournamentPages = (): Promise<Pages> => import("./tournament/tournament.js");
const seasonPages = (): Promise<Pages> => import("./series/season.js");
const rulesPages = (): Promise<Pages> => import("./rules/rules_page.js");
const playerPage = (): Promise<Pages> => import("./home/player_page.js");
const lessonPage = (): Promise<Pages> => import("./lesson/lesson_page.js");
const friendPage = (): Promise<Pages> => import("./friends/friend_page.js");
const invitationPage = (): Promise<Pages> => import("./home/invitation.js");

/** Pages that are loaded when one of them is shown. */
function Later({ load, place }: { load: () => Promise<Pages>; place: Place }) {
  const pages = useModule(load, true);
  if (pages) return <pages.default place={place} />;
  return <Notice text={pages === null ? say.noReply : say.loading} passes />;
}

/** The session of a token, as soon as the server has ever answered to it; `forget` is called when it does not know the token. */
function useSessionOf(token: string | null, enter: (token: string) => void, forget: (unknown: string) => void) {
  const [player, setPlayer] = useState<MeReply | null>(() => keptPlayer(token));
  const [isSilent, setSilent] = useState(false);
  const { client, stop } = useMemo(() => connect(token, forget), [token]);
  const note = (found: MeReply) => {
    if (token !== null) keepPlayer(token, found);
    setPlayer(found);
  };
  useEffect(() => stop, [stop]);
  useEffect(() => {
    setPlayer(keptPlayer(token));
    if (token === null) return undefined;
    const asking = impatient(token);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      try {
        const found = await asking.me();
        if (ended) return;
        setSilent(false);
        note(found);
      } catch (error) {
        if (ended) return;
        if (error instanceof RefusedError && error.status === 401) return forget(token);
        setSilent(true);
        timer = setTimeout(() => void ask(), AGAIN_MS);
      }
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [token]);
  const news = useMemo(() => (player ? new News(client, player.player_id, () => forget(client.token!)) : null), [client, player?.player_id]);
  useEffect(() => () => news?.stop(), [news]);
  const session: Session | null = useMemo(() => {
    if (token !== null && news === null) return null;
    const leave = () => {
      keepToken(null);
      location.assign(pathOf({ page: "home" }));
    };
    return { client, player, news, isSilent, enter, renamed: note, leave };
  }, [client, player, news, isSilent]);
  return { session, isSilent };
}

// The page that most links lead to is fetched together with the language.
if (placeOf(location.pathname).page === "table") void tablePage().catch(() => undefined);
const said = isEmbedded ? new URLSearchParams(location.search).get("language") : null;
await chooseLanguage(said === null ? preferredLanguages() : [said]);
if (!isEmbedded) startApp();
render(<App />, document.getElementById("app")!);
