// What a match is: game, host, pace, rounds, about how long it takes, and who may watch.

import type { MatchDetails } from "moirai-client";
import { GameIcon, Icon } from "../parts/icons.js";
import { textsOf } from "../strings/parts.js";
import { lengthText } from "../time.js";
import type { Words } from "../words.js";
import { courseOf } from "./course.js";
import { isolated } from "./people.js";

const tell = await textsOf("open_table");

/** What somebody who opens a link is about to sit down to. */
export function About({ details, words }: { details: MatchDetails; words: Words }) {
  const { rounds, seconds, atMost, about } = courseOf(details);
  const each = lengthText(seconds);
  const rows = [
    [tell.game, <><GameIcon game={details.game} /> {words.thing("game", details.game)}, {words.thing("variant", details.variant)}</>],
    [tell.host, details.queue ? null : <bdi>{isolated(details.host.name)}</bdi>],
    [tell.pace, details.pace === "eager" ? tell.eager(each) : tell.deadline(each)],
    [tell.rounds, rounds === null ? null : tell.upTo(rounds)],
    [tell.takes, about === null ? null : details.pace === "eager" ? tell.quick(lengthText(about), lengthText(atMost!)) : lengthText(atMost!)],
    [tell.watch, <>{details.visibility !== "public" && <Icon name="key" />} {tell.watchers[details.visibility]}</>],
  ] as const;
  return (
    <>
      <p class="then">{words.text("game", details.game)}</p>
      <dl class="fields about">
        {rows.map(([name, value]) => value !== null && <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
    </>
  );
}
