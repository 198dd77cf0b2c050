// The words of games, in the language of the page; asked for once.

import type { Client, GameTexts } from "moirai-client";
import { language } from "./strings/index.js";

export { spaced, type Words } from "moirai-client";

const loaded = new Map<string, Promise<GameTexts | null>>();

/** The words of a game; null where the server cannot be asked, so that names are made of ids. */
export function loadTexts(client: Client, game: string): Promise<GameTexts | null> {
  const known = loaded.get(game);
  if (known) return known;
  const loading = client.texts(game, language).catch(() => {
    loaded.delete(game);
    return null;
  });
  loaded.set(game, loading);
  return loading;
}
