// Divine Intervention: the map of rooms with pools of mana for shamans; piety, prophets and the auction for deities.

import type { BoonId, DivineInterventionView, JsonValue, ViewReply } from "moirai-client";
import { Form } from "../../form/form.js";
import { kindOf } from "../../form/names.js";
import type { Draft } from "../../form/schema.js";
import { Veiled } from "../../parts/thing.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import type { BoardProps, MoveFormProps, SealName } from "../props.js";
import { AnointForm, DecreeForm, packOf, RaiseForm } from "./decree.js";
import { DevotionForm, hasRituals } from "./devotion.js";
import { Auction, DeityNow, DeityRounds, Notices, Pools, Reckoning, ShamanRounds, Standings } from "./known.js";
import { MapKey, RoomList, RoomMap } from "./map.js";
import { boonName, elementName, manaText } from "./parts.js";
import { circumstancesOf, manaIn, openOf, ritualsOf, standingOf } from "./plan.js";
import { NO_MANA, PINK, placesOf } from "./rooms.js";
import { isOfEvent } from "../../table/outcome.js";
import { text } from "./strings.js";

export { opening } from "./opening.js";
export { readResult } from "./result.js";

export default function DivineBoard({ details, view: reply, events, words, move }: BoardProps) {
  const view = reply.view as DivineInterventionView;
  const isShaman = Boolean(view.completed);
  const isDeity = view.piety !== null && view.piety !== undefined;
  const plan = ritualsOf(move?.shown);
  // The form of an open move shows the map, and the boons with their bids.
  const isMapInForm = isShaman && Boolean(move?.isOpen) && view.phase?.name === "round" && hasRituals(view);
  const withBids = isDeity && Boolean(move?.isOpen) && view.phase?.name === "round";
  const standing = view.viewer === "host" ? standingOf(events) : null;
  return (
    <div class="divine">
      <Reckoning view={view} words={words} inEvent={isOfEvent(details)} />
      {isDeity && <DeityNow view={view} words={words} />}
      {isShaman && (view.prophet_of?.length ?? 0) > 0 && <p class="prophet-of">{text.prophetOf(listed(view.prophet_of!.map((seat) => seatName(words, seat))))}</p>}
      {isDeity && <DeityRounds view={view} words={words} />}
      {isDeity && <Auction view={view} events={events} words={words} withBids={withBids} />}
      {standing && <Standings standing={standing} words={words} />}
      {!isMapInForm && (
        <section>
          <h3 class="eyebrow">{text.rooms} {isShaman && view.layout && <span class="push">{progress(view)}</span>}</h3>
          <RoomMap view={view} circumstances={circumstancesOf(view, events)} words={words} plan={plan} counts={standing?.rooms} />
          {view.layout && <MapKey view={view} plan={plan.length > 0} />}
        </section>
      )}
      {!view.result && !standing && view.layout && <p><Veiled title={isShaman ? text.hidden : text.hiddenOthers} /></p>}
      {isShaman && !isMapInForm && <Pools held={view.mana ?? NO_MANA} planned={manaIn(plan)} words={words} />}
      {isShaman && <ShamanRounds view={view} events={events} words={words} />}
      {!isDeity && (!isShaman || view.options?.boons_public) && <Auction view={view} events={events} words={words} withBids={false} />}
      <Notices view={view} words={words} />
      <RoomList view={view} words={words} />
    </div>
  );
}

function progress(view: DivineInterventionView): string {
  const rooms = placesOf(view.layout ?? []).map(({ room }) => room);
  const isDone = (room: string) => view.completed?.[room as "A"] !== undefined;
  const pink = rooms.filter((room) => PINK.has(room));
  return text.roomsDone(rooms.filter(isDone).length, rooms.length, pink.filter(isDone).length, pink.length);
}

export function MoveForm(props: MoveFormProps) {
  switch (kindOf(props.schema, props.definitions)) {
    case "anoint":
      return <AnointForm {...props} />;
    case "decree":
      return <DecreeForm {...props} />;
    case "devote":
      return <DevotionForm {...props} />;
    case "raise":
      return <RaiseForm {...props} />;
    default:
      return <Form {...props} />;
  }
}

interface Deeds {
  type?: string;
  seat?: string;
  prophet?: string | null;
  element?: string | null;
  pray?: string | null;
  bids?: { [boon: string]: number };
  boon?: { id: BoonId; room?: string; element?: string; seat?: string; number?: number } | null;
}

export function sealName(move: JsonValue, _: Words, reply: ViewReply): SealName | null {
  const { round, last_round: last } = reply.view as DivineInterventionView;
  const { type, prophet, pray, element, boon, bids } = move as Deeds;
  const nothing = (label: string) => ({ label, isNothing: true });
  if (type === "anoint" && !prophet) return nothing(text.nameNobody);
  if (type === "devote" && !pray && ritualsOf(move).length === 0) return nothing(round < last ? text.toNobody : text.tryNothing);
  if (type === "decree" && !prophet && !element && !boon && Object.values(bids ?? {}).every((bid) => bid === 0)) return nothing(text.decreeNothing);
  return null;
}

export function readOpen(draft: Draft, _: Words, reply: ViewReply): string | null {
  const [open] = openOf(draft);
  if (open) return open === "bids" ? text.equalBids : text.open[open];
  if (Object.keys(draft).length > 0) return null;
  const view = reply.view as DivineInterventionView;
  const asked = !view.completed ? "decree" : hasRituals(view) ? "devote" : "pray";
  return view.phase?.name === "round" ? text.nothingYet[asked] : view.phase?.name === "anointing" ? text.nothingYet.anoint : null;
}

export function readMove(move: JsonValue, words: Words, reply: ViewReply): string | null {
  const view = reply.view as DivineInterventionView;
  const { type, seat, prophet, element, pray, bids, boon } = move as Deeds;
  const name = (id: string) => seatName(words, id);
  switch (type) {
    case "anoint":
      return text.anoint(prophet ? name(prophet) : null);
    case "raise":
      return seat ? text.raise(name(seat)) : null;
    case "devote": {
      const rooms = ritualsOf(move).map(({ room, mana }) => text.roomWith(room, manaText(mana, words)));
      const prayer = pray ? [text.pray(name(pray))] : view.round < view.last_round || rooms.length === 0 ? [text.prayNobody] : [];
      return text.you(listed([...prayer, ...(rooms.length > 0 ? [text.tryRooms(listed(rooms))] : [])]));
    }
    case "decree": {
      const pack = packOf(view);
      const offered = Object.entries(bids ?? {}).filter(([, bid]) => bid > 0);
      const on = boon ? [boon.room && words.thing("room", boon.room), boon.element && words.thing("element", boon.element), boon.seat && name(boon.seat), boon.number?.toString()] : [];
      const deeds = [
        ...(element ? [text.give(elementName(element, words))] : []),
        ...(prophet ? [text.name(name(prophet), view.round + 1)] : []),
        ...(offered.length > 0 ? [text.bid(listed(offered.map(([id, bid]) => text.bidFor(bid, boonName(id as BoonId, words, pack)))))] : []),
        ...(boon ? [text.useBoon(boonName(boon.id, words, pack), on.filter(Boolean).join(", "))] : []),
      ];
      return deeds.length > 0 ? text.you(listed(deeds)) : text.nothing;
    }
    default:
      return null;
  }
}
