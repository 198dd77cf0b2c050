// The beginning: the language, who plays, and which page is shown.

import { RefusedError, type Client, type PlayerReply } from "moirai-client";
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import HomePage from "./home/home.js";
import { Welcome } from "./home/welcome.js";
import { usePlace } from "./router.js";
import { connect, impatient, keepToken, keptToken, SessionContext } from "./session.js";
import { chooseLanguage, say } from "./strings/index.js";
import TablePage from "./table/table.js";

const AGAIN_MS = 1_500;

function App() {
  const place = usePlace();
  const [token, setToken] = useState(keptToken);
  const { client, player, isSilent } = usePlayer(token, () => setToken(null));
  const session = useMemo(() => {
    const leave = () => {
      keepToken(null);
      location.assign("/");
    };
    return client && player ? { client, player, leave } : null;
  }, [client, player]);
  const enter = (token: string) => {
    keepToken(token);
    setToken(token);
  };
  if (token === null) return <Welcome reason={place.page === "table" ? say.signInFirst : null} onToken={enter} />;
  if (session === null) {
    return (
      <main class="notice">
        <h1>Moirai</h1>
        <p role="status">{isSilent ? say.noReply : say.loading}</p>
      </main>
    );
  }
  const page = place.page === "table" ? <TablePage key={place.id} id={place.id} /> : <HomePage />;
  return <SessionContext.Provider value={session}>{page}</SessionContext.Provider>;
}

/** The player of a token, as soon as the server answers; `forget` is called if it knows no such token. */
function usePlayer(token: string | null, forget: () => void) {
  const [player, setPlayer] = useState<PlayerReply | null>(null);
  const [isSilent, setSilent] = useState(false);
  const client: Client | null = useMemo(() => (token === null ? null : connect(token)), [token]);
  useEffect(() => {
    if (token === null) return undefined;
    const asking = impatient(token);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        setPlayer(await asking.me());
      } catch (error) {
        if (error instanceof RefusedError && error.status === 401) {
          keepToken(null);
          return forget();
        }
        setSilent(true);
        timer = setTimeout(() => void ask(), AGAIN_MS);
      }
    };
    void ask();
    return () => clearTimeout(timer);
  }, [token]);
  return { client, player, isSilent };
}

await chooseLanguage(navigator.languages);
render(<App />, document.getElementById("app")!);
