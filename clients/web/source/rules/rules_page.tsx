// The page of a game's rules: `/rules/GAME` for everybody, `/match/ID/rules` with the numbers and options of a match.

import { Words, type GameReply, type GameTexts, type MatchDetails } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { failureText } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { Notice } from "../parts/notice.js";
import { loadStyles } from "../parts/styles.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { language, say } from "../strings/index.js";
import { seatName, withTitles } from "../table/people.js";
import { loadTexts } from "../words.js";
import RulesBook from "./book.js";
import { tell } from "./strings.js";

interface Found {
  game: GameReply;
  texts: GameTexts | null;
  match: MatchDetails | null;
}

export default function RulesPage({ place }: { place: Place }) {
  const { client } = useSession();
  const [found, setFound] = useState<Found | Error | null>(null);
  const [variant, setVariant] = useState<string | null>(null);
  const [page, id] = place.page === "rules" || place.page === "match_rules" ? [place.page, place.id] : [null, ""];
  useEffect(() => {
    const read = async () => {
      const match = page === "match_rules" ? await client.match(id).details() : null;
      const game = match?.game ?? id;
      const [reply, texts] = await Promise.all([client.game(game, language), loadTexts(client, game), loadStyles("rules")]);
      setFound({ game: reply, texts, match });
    };
    read().catch(setFound);
  }, [client, page, id]);
  const title = found === null || found instanceof Error ? "Moirai" : new Words(found.texts).thing("game", found.game.game);
  useTitle(`${title}: ${tell.title}`);
  if (found === null) return <Notice text={say.loading} />;
  if (found instanceof Error) return <Notice text={"status" in found && found.status === 404 ? tell.notFound : failureText(found)} />;
  const { game, texts } = found;
  const plain = new Words(texts);
  const match = found.match && withTitles(found.match, plain);
  const chosen = game.variants.find((one) => one.variant === variant) ?? game.variants[0]!;
  const options = match?.options ?? chosen.options;
  const theme = options["theme"];
  const words = new Words(texts, { theme: typeof theme === "string" ? theme : null, nameOf: (seat) => (match ? seatName(match, seat, "") : null) });
  const back: Place = match ? { page: "table", id } : { page: "home" };
  return (
    <>
      <header class="bar">
        <a class="home" aria-label={match ? tell.backToMatch : tell.backHome} {...follow(back)}><Icon name="arrow_left" /></a>
        <div class="title">
          <h1>{title} <span class="dim">· {tell.title}</span></h1>
          <p class="who">{match ? tell.numbersOfMatch : tell.numbersOfVariant}</p>
        </div>
      </header>
      <main class="rules-page">
        {!match && (
          <div class="row variants" role="group" aria-label={tell.variants}>
            {game.variants.map((one) => (
              <button key={one.variant} class="btn chip-btn" data-on={one === chosen} aria-pressed={one === chosen} onClick={() => setVariant(one.variant)}>{plain.thing("variant", one.variant)}</button>
            ))}
          </div>
        )}
        <RulesBook game={game} words={words} options={options} match={match}>
          {match && <a class="btn primary" {...follow(back)}>{tell.backToMatch}</a>}
        </RulesBook>
      </main>
    </>
  );
}
