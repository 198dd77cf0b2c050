// What the viewer knows besides the map: mana, rounds, piety, boons, and the end.

import type { BoonNotice, DeityReport, DivineInterventionView, Mana, ViewerEvent } from "moirai-client";
import { Icon } from "../../parts/icons.js";
import { Veiled } from "../../parts/thing.js";
import { listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { seatName } from "../people.js";
import { BoonText, packOf } from "./decree.js";
import { Boon, boonName, ManaSigns } from "./parts.js";
import { Sign } from "./signs.js";
import { auctionRounds, offersOf, shamanRounds, type Standing } from "./plan.js";
import { ELEMENTS, NO_MANA } from "./rooms.js";
import { text } from "./strings.js";

interface KnownProps {
  view: DivineInterventionView;
  events: readonly ViewerEvent[];
  words: Words;
}

/** More beads would not be counted by eye. */
const MOST_BEADS = 24;

/** The four elements, with what is planned as filled beads. */
export function Pools({ held, planned, words }: { held: Mana; planned: Mana; words: Words }) {
  return (
    <section>
      <h3 class="eyebrow">{text.mana}</h3>
      <ul class="pools">
        {ELEMENTS.map((element) => (
          <li class="pool" key={element} data-none={held[element] === 0}>
            <Sign name={element} />
            <div>
              <b>{words.thing("element", element)}</b> <span class="big">{held[element]}</span>
              {held[element] > 0 && held[element] <= MOST_BEADS && (
                <span class="beads" aria-hidden="true">
                  {Array.from({ length: held[element] }, (_, at) => <i key={at} class={at >= held[element] - planned[element] ? "used" : ""} />)}
                </span>
              )}
              {planned[element] > 0 && <span class="tiny dim">{text.planned(planned[element], held[element] - planned[element])}</span>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Prayers, rituals and what each round brought. */
export function ShamanRounds({ view, events, words }: KnownProps) {
  const rounds = shamanRounds(view, events);
  if (rounds.length === 0) return null;
  return (
    <section>
      <h3 class="eyebrow">{text.yourRounds}</h3>
      <table class="rounds prayers">
        <thead>
          <tr><th scope="col">{text.round}</th><th scope="col">{text.prayedTo}</th><th scope="col">{text.roomsTried}</th><th scope="col">{text.brought}</th></tr>
        </thead>
        <tbody>
          {rounds.map(({ round, prayer, rituals, gain }) => (
            <tr key={round}>
              <th scope="row">{round}</th>
              <td>{prayer ? words.seat(prayer) : <span class="dim">–</span>}</td>
              <td>
                <span class="chip-row">
                  {rituals.length === 0 && <span class="dim">–</span>}
                  {rituals.map(([room, succeeded]) => (
                    <span class={`chip ${succeeded ? "good" : ""}`} key={room}>
                      <Icon name={succeeded ? "check" : "cross"} />
                      {room}<span class="vh">: {succeeded ? text.opened : text.failed}</span>
                    </span>
                  ))}
                </span>
              </td>
              <td>{gain ? <ManaSigns mana={gain} words={words} sign="+" /> : <span class="dim">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a deity was told of each round. */
export function DeityRounds({ view, words }: { view: DivineInterventionView; words: Words }) {
  const reports = (view.reports ?? []) as DeityReport[];
  const pack = packOf(view);
  return (
    <section>
      <h3 class="eyebrow">{text.known}</h3>
      {reports.length > 0 && (
        <>
          <table class="rounds">
            <thead>
              <tr><th scope="col">{text.round}</th><th scope="col">{text.gave}</th><th scope="col">{text.prayed}</th><th scope="col">{text.prophet}</th><th scope="col">{text.pietyAfter}</th></tr>
            </thead>
            <tbody>
              {reports.map(({ round, worshipers, prophet_worshiped: came, piety, won }) => {
                const element = view.elements?.[round];
                const prophet = view.prophets?.[round];
                return (
                  <tr key={round}>
                    <th scope="row">{round}</th>
                    <td>{element ? <><Sign name={element} /><span class="vh">{words.thing("element", element)}</span></> : <span class="dim">–</span>}</td>
                    <td>{worshipers ?? <span class="dim">–</span>}</td>
                    <td>{prophet ? <>{words.seat(prophet)} {came !== null && <><Icon name={came ? "check" : "cross"} /><span class="vh">{came ? text.prophetCame : text.prophetStayed}</span></>}</> : <span class="dim">–</span>}</td>
                    <td><b>{piety}</b>{won && <span class="s">{text.boonWon(boonName(won.boon, words, pack), won.bid)}</span>}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p class="tiny dim"><Icon name="check" /> {text.prophetKey}, <Icon name="cross" /> {text.prophetKeyNot}</p>
        </>
      )}
      {!view.result && <p><Veiled title={text.deityVeil} /></p>}
    </section>
  );
}

/** Piety, the boon held, and the prophet of this round. */
export function DeityNow({ view, words }: { view: DivineInterventionView; words: Words }) {
  const prophet = view.prophets?.[view.round];
  const pack = packOf(view);
  return (
    <div class="deity-now">
      <p><span class="eyebrow">{text.piety}</span><b class="big">{view.piety ?? 0}</b></p>
      <p>
        <span class="eyebrow">{text.yourBoon}</span>
        {view.held ? <><Boon id={view.held.id} words={words} pack={pack} /> <span class="tiny dim">{text.usable(view.held.first_round, view.held.last_round)}</span></> : <span class="dim">{text.noBoon}</span>}
      </p>
      {view.layout && !view.over && <p class="small">{prophet ? text.prophetNow(seatName(words, prophet)) : text.noProphetNow}</p>}
    </div>
  );
}

/** The boons of this round's auction, or when the next is; and those of before. */
export function Auction({ view, events, words, withBids }: KnownProps & { withBids: boolean }) {
  const offers = offersOf(view, events);
  if (!offers) return view.layout && !view.over ? <section><h3 class="eyebrow">{text.auction}</h3><p><Veiled title={text.offersHidden} /></p></section> : null;
  const pack = view.options?.pack ? offers.cards : null;
  const seen = { ...view, boons: offers.cards };
  const now = view.over ? undefined : offers.rounds.find(([round]) => round === view.round)?.[1];
  const earlier = offers.rounds.filter(([round]) => view.over || round < view.round);
  const rounds = auctionRounds(view.last_round);
  const next = rounds.find((round) => round > view.round);
  return (
    <section class="auction">
      <h3 class="eyebrow">{text.auction}</h3>
      {now && !withBids && (
        <div class="boons">
          {now.map((id) => <article class="boon" key={id}><BoonText id={id} view={seen} words={words} pack={pack} /></article>)}
        </div>
      )}
      {!now && !view.over && view.layout && <p><b>{text.noAuction(view.round)}</b> {next === undefined ? text.lastAuction : text.nextAuction(next)}</p>}
      {!view.over && <p class="tiny dim">{text.auctionRounds(listed(rounds.map(String)))}</p>}
      {earlier.length > 0 && (
        <dl class="fields earlier">
          {earlier.map(([round, ids]) => (
            <div key={round}>
              <dt>{text.inRound(round)}</dt>
              <dd class="names">{ids.map((id) => <Boon key={id} id={id} words={words} pack={pack} />)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** What boons did, as far as the viewer was told, newest first. */
export function Notices({ view, words }: { view: DivineInterventionView; words: Words }) {
  const notices = view.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <section>
      <h3 class="eyebrow">{text.notices}</h3>
      <ul class="notices">
        {[...notices].reverse().map((notice, at) => (
          <li key={at}>
            <span class="dim">{text.inRound(notice.round)}:</span> <Boon id={notice.boon} words={words} pack={packOf(view)} />
            {saidOf(notice, words).map((said, at) => <span key={at}> · {said}</span>)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function saidOf(notice: BoonNotice, words: Words): string[] {
  const { room, element, until, deity, converted, struck, prayers, own, piety } = notice;
  const name = (seat: string | null) => (seat === null ? text.nobodyName : seatName(words, seat));
  return [
    ...(room ? [words.thing("room", room)] : []),
    ...(element ? [words.thing("element", element)] : []),
    ...(until !== undefined ? [text.notice.until(until)] : []),
    ...(deity ? [text.notice.deity(name(deity))] : []),
    ...(converted !== undefined ? [text.notice.converted(converted)] : []),
    ...(struck !== undefined ? [text.notice.struck(struck)] : []),
    ...(own ? [text.notice.own(piety ?? 0)] : []),
    ...Object.entries(prayers ?? {}).map(([shaman, prayed]) => text.notice.prayer(name(shaman), name(prayed))),
  ];
}

/** The numbers behind the ranks, and whether the second deity stays in heaven, unless an event decides that. */
export function Reckoning({ view, words, inEvent }: { view: DivineInterventionView; words: Words; inEvent: boolean }) {
  const result = view.result;
  if (!result) return null;
  const second = result.heaven[1];
  const rooms = Object.keys(view.rooms ?? {}).length;
  const mostPiety = Math.max(1, ...Object.values(result.piety));
  const look = (seat: string) => (seat === view.viewer ? "me" : "");
  return (
    <section>
      <h3 class="eyebrow">{text.result}</h3>
      <div class="reckoning">
        <table class="rounds">
          <thead><tr><th scope="col">{text.deities}</th><th scope="col">{text.pietyAfter}</th><th scope="col">{text.zeal}</th></tr></thead>
          <tbody>
            {result.heaven.map((seat) => (
              <tr key={seat} class={look(seat)}>
                <th scope="row">{seatName(words, seat)}</th>
                <td><b>{result.piety[seat]}</b><Bar part={(result.piety[seat] ?? 0) / mostPiety} /></td>
                <td>{result.zeal[seat]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table class="rounds">
          <thead><tr><th scope="col">{text.shamans}</th><th scope="col">{text.roomsCount}</th></tr></thead>
          <tbody>
            {result.hell.map((seat) => (
              <tr key={seat} class={look(seat)}>
                <th scope="row">{seatName(words, seat)}</th>
                <td><b>{result.rooms[seat]}</b><Bar part={(result.rooms[seat] ?? 0) / Math.max(1, rooms)} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {second && !inEvent && <p class="small">{result.second_stays ? text.secondStays(seatName(words, second)) : text.secondFalls(seatName(words, second))}</p>}
    </section>
  );
}

function Bar({ part }: { part: number }) {
  return <span class="bar-of" aria-hidden="true"><i style={{ width: `${Math.round(100 * part)}%` }} /></span>;
}

/** For the host: all seats after the last round. */
export function Standings({ standing, words }: { standing: Standing; words: Words }) {
  const seat = (id: string | null) => (id === null ? <span class="dim">–</span> : seatName(words, id));
  return (
    <section>
      <h3 class="eyebrow">{text.standing}</h3>
      <div class="reckoning">
        <table class="rounds">
          <thead><tr><th scope="col">{text.deities}</th><th scope="col">{text.gave}</th><th scope="col">{text.prayed}</th><th scope="col">{text.pietyAfter}</th></tr></thead>
          <tbody>
            {[...standing.deities].map(([id, { piety, worshipers, element }]) => (
              <tr key={id}>
                <th scope="row">{seat(id)}</th>
                <td>{element ? <><Sign name={element} /><span class="vh">{words.thing("element", element)}</span></> : "–"}</td>
                <td>{worshipers ?? "–"}</td>
                <td><b>{piety}</b></td>
              </tr>
            ))}
          </tbody>
        </table>
        <table class="rounds">
          <thead><tr><th scope="col">{text.shamans}</th><th scope="col">{text.roomsCount}</th><th scope="col">{text.lastPrayer}</th><th scope="col">{text.manaColumn}</th></tr></thead>
          <tbody>
            {[...standing.shamans].map(([id, { rooms, prayer, mana }]) => (
              <tr key={id}>
                <th scope="row">{seat(id)}</th>
                <td><b>{rooms}</b></td>
                <td>{seat(prayer)}</td>
                <td><ManaSigns mana={mana ?? NO_MANA} words={words} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

