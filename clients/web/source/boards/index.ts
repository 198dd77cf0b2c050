// Which board draws which game. A game without one has the generic board.

import { useEffect, useState } from "preact/hooks";
import { loadStyles } from "../parts/styles.js";
import GenericBoard from "./generic.js";
import type { GameModule } from "./props.js";

/** By game: loads its board, a chunk of its own: `wizards_duel: () => import("./wizards_duel/board.js")`. */
const BOARDS: { [game: string]: () => Promise<GameModule> } = {
  apocalypse: () => import("./apocalypse/board.js"),
  divine_intervention: () => import("./divine_intervention/board.js"),
  threads_of_fate: () => import("./threads_of_fate/board.js"),
  hero_of_the_arena: () => import("./hero_of_the_arena/board.js"),
  wizards_duel: () => import("./wizards_duel/board.js"),
};

const GENERIC: GameModule = { default: GenericBoard };

/** The board of a game; the generic one if it has none, or it cannot be loaded; null until then. */
export function useBoard(game: string): GameModule | null {
  const load = BOARDS[game];
  const [loaded, setLoaded] = useState<GameModule | null>(load ? null : GENERIC);
  useEffect(() => {
    let current = true;
    if (!load) return undefined;
    Promise.all([load(), loadStyles("boards")]).then(
      ([module]) => current && setLoaded(module),
      () => current && setLoaded(GENERIC),
    );
    return () => {
      current = false;
    };
  }, [game]);
  return loaded;
}
