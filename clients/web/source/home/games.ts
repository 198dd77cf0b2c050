// The games of the server, and what they and their things are called on pages that show several.

import { Words, type GameSummary } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { language } from "../strings/index.js";
import { loadTexts } from "../words.js";

/** The words of these games; until they are loaded, names are made of ids. */
export function useWords(games: readonly string[]): (game: string) => Words {
  const { client } = useSession();
  const [texts, setTexts] = useState<ReadonlyMap<string, Words>>(new Map());
  const wanted = [...new Set(games)].sort().join(" ");
  useEffect(() => {
    for (const game of wanted.split(" ").filter(Boolean)) {
      void loadTexts(client, game).then((loaded) => setTexts((before) => new Map(before).set(game, new Words(loaded))));
    }
  }, [client, wanted]);
  return (game) => texts.get(game) ?? new Words(null);
}

/** What games are called. The list of games has English titles; other languages are in the words of each game. */
export function useTitles(games: ReadonlyMap<string, GameSummary>): (game: string) => string {
  const words = useWords(language === "en" ? [] : [...games.keys()]);
  return (game) => (language === "en" ? games.get(game)?.title : undefined) ?? words(game).thing("game", game);
}

/** The games of the server, by id. */
export function useGames(): ReadonlyMap<string, GameSummary> {
  const { client } = useSession();
  const [games, setGames] = useState<ReadonlyMap<string, GameSummary>>(new Map());
  useEffect(() => {
    void client.games().then(
      ({ games }) => setGames(new Map(games.map((game) => [game.game, game]))),
      () => undefined,
    );
  }, [client]);
  return games;
}
