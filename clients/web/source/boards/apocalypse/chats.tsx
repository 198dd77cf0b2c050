// Who opened to whom, as curves between the realms: as far as the viewer knows, or all of it once it was revealed.

import { useId, useState } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { Columns, type Curve } from "../columns.js";
import { Touch } from "../touch.js";
import { chatsOf, LAST_ROUND, opponentsOf, owedNow, PAIRS, revealedUses, seatsOf, type Chat, type Known } from "./knowledge.js";
import { targetName } from "./read.js";
import { Sign, SIGNS } from "./signs.js";
import { tell } from "./strings.js";
import { listed } from "../../strings/index.js";

interface ChatsProps {
  known: Known;
  words: Words;
}

export function Chats({ known, words }: ChatsProps) {
  const own = known.viewer ?? "";
  const chats = chatsOf(known);
  const opponents = opponentsOf(known, own);
  const curves = chats.flatMap(({ seat, openings, isOpen }) =>
    openings.map(({ round, card }): Curve => {
      const isNow = isOpen && (known.options?.chat_lifetime === "rest_of_match" || round === (known.round ?? 0) - 1);
      const ends = card === null ? { from: seat, to: own } : { from: own, to: seat, label: { path: SIGNS[card] } };
      return { ...ends, look: isNow ? "now" : "closed", width: isNow ? 3 : 1.5 };
    }),
  );
  const box = (seat: string) => {
    const chat = chats.find((one) => one.seat === seat);
    if (chat) return <Opponent chat={chat} words={words} />;
    if (seat !== own) return <div class="box veil"><b><bdi>{targetName(words, seat)}</bdi></b><Veiled title={tell.hidden} /></div>;
    return <div class="box me"><b><bdi>{targetName(words, seat)}</bdi></b><span class="l2">{tell.openedTo(known.targeted?.length ?? 0, opponents.length)}</span></div>;
  };
  return (
    <section>
      <h3 class="eyebrow">{tell.between}</h3>
      <div class="panel between">
        <Columns heaven={seatsOf(known, "heaven")} hell={seatsOf(known, "hell")} curves={curves} lines={Math.max(1, ...chats.map(({ openings, isOpen }) => openings.length + (isOpen ? 1 : 0)))} box={box} />
        <p class="key tiny dim">
          <span><i class="stroke now" /> {tell.keyOpen}</span> <span><i class="stroke closed" /> {tell.keyClosed}</span> <span>{tell.keyNote}</span>
        </p>
      </div>
      <Owed known={known} words={words} />
    </section>
  );
}

function Opponent({ chat: { seat, openings, isOpen, isGame }, words }: { chat: Chat; words: Words }) {
  return (
    <div class={isOpen ? "box open" : "box"}>
      <b><bdi>{targetName(words, seat)}</bdi></b>
      <span class="l2">
        {isOpen && <strong>{isGame ? tell.gameNow : tell.openNow}</strong>}
        {openings.map(({ round, card }) => <span key={round}>{card ? tell.iOpened(words.thing("card", card), round) : <>{tell.theyOpened(round)} <Icon name="eye_closed" /><span class="vh"> {tell.cardHidden}</span></>}</span>)}
        {openings.length === 0 && !isOpen && <span>{tell.noChat}</span>}
      </span>
    </div>
  );
}

/** What the viewer's own cards of the last round will still bring. */
function Owed({ known, words }: ChatsProps) {
  const owed = owedNow(known);
  if (owed.length === 0) return null;
  const isBoth = known.options?.pestilence_bonus === "both";
  return (
    <div class="owed">
      <h4>{tell.owed}</h4>
      <ul>
        {owed.map(({ card, seats }) => <li key={card}><Sign card={card} /> <span><b>{words.thing("card", card)}</b>: {tell.owes[card](listed(seats.map((seat) => targetName(words, seat))), isBoth)}</span></li>)}
      </ul>
    </div>
  );
}

/** All chats of a round that is chosen, with what everybody played. */
export function RevealedChats({ known, words }: ChatsProps) {
  const name = useId();
  const [round, setRound] = useState(1);
  const record = known.record?.find((one) => one.round === round);
  const own = known.viewer ?? "";
  const curves = revealedUses(known, round).map(({ by, target, card }): Curve => ({ from: by, to: target, look: by === own || target === own ? "now" : "", width: 2, label: { path: SIGNS[card] } }));
  const box = (seat: string) => {
    const play = record?.plays[seat];
    return (
      <div class={seat === own ? "box me" : "box"}>
        <b><bdi>{targetName(words, seat)}</bdi></b>
        {play && <span class="l2"><span class="named">{PAIRS[play.pair].map((card) => <Sign key={card} card={card} />)} <span class="vh">{words.thing("pair", play.pair)}</span> {tell.pointsAfter(record.totals[seat] ?? 0)}</span></span>}
      </div>
    );
  };
  return (
    <section>
      <h3 class="eyebrow">{tell.betweenAll}</h3>
      <fieldset class="ask">
        <legend class="vh">{tell.showRound}</legend>
        <div class="row touches">
          {Array.from({ length: LAST_ROUND }, (_, at) => at + 1).map((one) => <Touch key={one} type="radio" name={name} class="target" on={one === round} onChange={() => setRound(one)}>{tell.inRound(one)}</Touch>)}
        </div>
      </fieldset>
      <div class="panel between">
        <Columns heaven={seatsOf(known, "heaven")} hell={seatsOf(known, "hell")} curves={curves} lines={1} box={box} />
        <p class="key tiny dim">{curves.length > 0 ? tell.keyRound : tell.keyNone}</p>
      </div>
    </section>
  );
}
