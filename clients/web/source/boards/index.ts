// Which board draws which game. A game without one has the generic board.

import type { MatchDetails, ViewReply } from "moirai-client";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Words } from "../words.js";
import GenericBoard from "./generic.js";

export interface BoardProps {
  details: MatchDetails;
  /** What the viewer knows, now or at the moment that is looked at. */
  view: ViewReply;
  words: Words;
}

type Board = ComponentType<BoardProps>;

/** By game: loads its board, a chunk of its own: `wizards_duel: () => import("./wizards_duel/board.js")`. */
const BOARDS: { [game: string]: () => Promise<{ default: Board }> } = {};

/** The board of a game; the generic one until it is loaded. */
export function useBoard(game: string): Board {
  const [board, setBoard] = useState<{ draw: Board }>({ draw: GenericBoard });
  useEffect(() => {
    let current = true;
    void BOARDS[game]?.().then((loaded) => current && setBoard({ draw: loaded.default }));
    return () => {
      current = false;
    };
  }, [game]);
  return board.draw;
}
