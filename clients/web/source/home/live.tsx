// A match that is being played, as everybody may see it: who, which round, when it opens, and what happened last.

import { Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { useTable } from "../table/following.js";
import { phaseName, sitterName, withTitles } from "../table/people.js";
import { leftText, useSeconds } from "../time.js";
import type { Words } from "../words.js";
import { CardBack } from "./scene.js";

const tell = await textsOf("stranger");

const MOST_NAMES = 3;

interface LiveProps {
  id: string;
  titleOf: (game: string) => string;
  words: Words;
}

export function Live({ id, titleOf, words }: LiveProps) {
  const { client } = useSession();
  useSeconds();
  const table = useTable(id);
  if (table.state !== "there") return <p class="dim empty">{table.state === "loading" ? say.loading : tell.noLive}</p>;
  const { view, events } = table;
  const { seats, game } = withTitles(table.details, words);
  const realms = [...new Set(seats.map(({ realm, id }) => realm ?? id))];
  const sides = realms.map((side) => seats.filter(({ realm, id }) => (realm ?? id) === side).map(sitterName));
  const left = view.closes_at === null ? null : client.clock.secondsUntil(view.closes_at);
  // Why the phase closed is said first, what came of it after that.
  const last = events.findLast(({ facts }) => facts[0]?.type === "phase_closed")?.lines?.[1];
  const named = (names: string[]) => (
    <p class="side-of">{names.slice(0, MOST_NAMES).map((name) => <b><bdi>{name}</bdi></b>)}{names.length > MOST_NAMES && <span class="dim">+{names.length - MOST_NAMES}</span>}</p>
  );
  return (
    <div class="panel live">
      <p class="top"><span class="pulse" /> <b>{titleOf(game)}</b> <span class="dim small">{view.phase ? phaseName(words, view.phase) : say.betweenPhases}</span></p>
      <div class="versus">
        {named(sides[0] ?? [])}
        <CardBack />
        <p class="middle">{left !== null && left > 0 ? <><span class="tiny dim">{tell.opensIn}</span><strong>{leftText(left)}</strong></> : <strong>{tell.against}</strong>}</p>
        <CardBack />
        {named(sides.slice(1).flat())}
      </div>
      <div class="row">
        <p class="small dim last-line">{last}</p>
        <a class="btn" {...follow({ page: "table", id })} aria-label={`${say.watch}: ${titleOf(game)}`}><Icon name="eye" /> {say.watch}</a>
      </div>
    </div>
  );
}
