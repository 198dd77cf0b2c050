// A weave as a sentence.

import type { JsonValue, ViewReply, WeaveMove } from "moirai-client";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import type { SealName } from "../props.js";
import { endsOf } from "./loom.js";
import { tell } from "./strings.js";

/** "your thread to Bo", for the seat `own`. */
export function threadName(words: Words, id: string, own: string): string {
  const [source, recipient] = endsOf(id);
  if (source === own) return tell.own(seatName(words, recipient));
  if (recipient === own) return tell.toYou(seatName(words, source));
  return tell.theirThread(seatName(words, source), seatName(words, recipient));
}

export function sealName(move: JsonValue): SealName | null {
  const { visit, boost, cut, snip, create } = move as unknown as WeaveMove;
  return visit || boost || cut || snip || create ? null : { label: tell.doNothing, isNothing: true };
}

export const readOpen = (): string => tell.openWeave;

export function readMove(move: JsonValue, words: Words, { viewer }: Pick<ViewReply, "viewer">): string | null {
  const { visit, donate = 0, boost, cut, snip, create, golden = false, head_start = false } = move as unknown as WeaveMove;
  const deeds = [
    visit && tell.deed.visit(words.thing("ability", visit), donate),
    boost && tell.deed.boost(threadName(words, boost, viewer)),
    cut && tell.deed.cut(seatName(words, cut)),
    snip && tell.deed.snip(threadName(words, snip, viewer)),
    create && tell.deed.create(seatName(words, create), golden, head_start),
  ].filter((deed): deed is string => Boolean(deed));
  return deeds.length > 0 ? tell.youDo(listed(deeds)) : tell.nothingDone;
}
