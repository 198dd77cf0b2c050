// The rounds of a duel, one under the other, with both spells face to face.

import type { JsonValue, RoundRecord, WizardsDuelView } from "moirai-client";
import { Icon } from "../../parts/icons.js";
import { Thing, Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import type { Who } from "../people.js";
import { asideKey, compare, HIDDEN, printed, type Aside, type Duelist } from "./knowledge.js";
import { numeral, Sign } from "./signs.js";
import { t } from "./strings.js";

export interface LadderProps {
  view: WizardsDuelView;
  duel: number;
  replay: number;
  rounds: readonly RoundRecord[];
  asides: Map<string, Aside>;
  near: Duelist;
  far: Duelist;
  who: (seat: Duelist) => Who;
  words: Words;
}

export function Rungs(props: LadderProps) {
  const { duel, replay, rounds, asides } = props;
  return (
    <>
      {rounds.map((record) => {
        const key = asideKey(duel, replay, record);
        return <Rung key={key} {...props} record={record} aside={asides.get(key)} />;
      })}
    </>
  );
}

interface RungProps extends LadderProps {
  record: RoundRecord;
  aside: Aside | undefined;
}

function Rung(props: RungProps) {
  const { record, near, far, who } = props;
  const gain = record.winner ? (record.gain?.[record.winner] ?? 0) : 0;
  const winner = record.instant ?? record.winner;
  return (
    <li class={`rung ${record.undone ? "undone" : ""}`}>
      <span class="no">
        <span class="vh">{t.round(record.round)}</span>
        <span aria-hidden="true">{record.round}</span>
      </span>
      <Cast {...props} seat={near} />
      <span class={`won ${winner === near ? "near" : ""}`}>
        {winner === near && <Icon name="arrow_left" />}
        <span aria-hidden="true">{record.instant ? t.duelWon : record.winner ? `+${gain}` : "–"}</span>
        <span class="vh">{record.instant ? t.wonAtOnce(who(record.instant)) : record.winner ? t.gained(who(record.winner), gain) : t.nobodyScores}</span>
        {winner === far && <Icon name="arrow_right" />}
      </span>
      <Cast {...props} seat={far} />
      <p class="why">
        {record.attempt > 1 && <span class="chip">{t.attempt(record.attempt)}</span>}
        {record.undone && <span class="chip">{t.undone}</span>} {notes(props).join(" ")}
      </p>
    </li>
  );
}

function Cast({ record, seat, aside, words, view, who }: RungProps & { seat: Duelist }) {
  const spell = record.spells?.[seat];
  const look = `cast ${(record.instant ?? record.winner) === seat ? "winner" : ""} ${seat === view.viewer ? "mine" : ""}`;
  if (!spell) return <span class={`${look} dim`}>–</span>;
  if (spell === HIDDEN) {
    return (
      <span class={look}>
        <Veiled title={t.hiddenBy} />
      </span>
    );
  }
  const isOwn = aside?.fogged.includes(seat);
  return (
    <span class={look}>
      <Thing words={words} kind="spell" id={spell} note={isOwn ? t.onlyMine(who(seat)) : undefined}>
        <Sign of={spell} />
        <b>{numeral(spell)}</b>
        <span>{words.thing("spell", spell)}</span>
        {isOwn && <Icon name="eye_closed" />}
      </Thing>
    </span>
  );
}

/** What is told about a round beside its spells, in sentences. */
function notes({ record, near, far, view, aside, who, words }: RungProps): string[] {
  const [one, other] = [printed(record.spells?.[near]), printed(record.spells?.[far])];
  const told: string[] = [];
  if (record.undone) told.push(t.undoneText);
  for (const seat of record.absent ?? []) told.push(t.missed(who(seat)));
  if (record.restarted) told.push(t.restarted);
  else if (record.absent?.length && record.spells?.[near]) told.push(record.absent.length > 1 ? t.randomBoth : t.randomCast);
  if (record.instant) told.push(t.wonAtOnce(who(record.instant)));
  const comparison = compare(record);
  if (comparison && one !== null && other !== null) told.push(t.compared[comparison](one, other));
  if ([record.spells?.[near], record.spells?.[far]].includes(HIDDEN)) {
    told.push(t.hiddenResult, view.over ? "" : t.opens[view.options.hidden_reveal] ?? "");
  }
  const explained = aside?.explained;
  if (explained) {
    told.push(t.strengths(...([near, far].map((seat) => String(explained.strengths?.[seat] ?? t.noStrength)) as [string, string])));
    for (const seat of explained.cancelled ?? []) told.push(t.cancelledOf(who(seat as Duelist)));
  }
  for (const seat of [near, far]) {
    const spell = record.restored?.[seat];
    if (spell) told.push(spell === HIDDEN ? t.tookBackHidden(who(seat)) : t.tookBack(who(seat), words.thing("spell", spell)));
    const named = record.charmed?.[seat];
    if (named !== undefined) told.push(named ? t.forbade(who(seat), words.thing("spell", named)) : t.forbadeNothing(who(seat)));
  }
  return told.filter(Boolean);
}

interface OpenRungProps extends Pick<LadderProps, "near" | "far" | "view" | "words"> {
  /** What the viewer has chosen or sealed. */
  shown: JsonValue | undefined;
  /** Whether the viewer can choose now. */
  choosing: boolean;
}

/** The round that is open: my own choice, as long as it is secret. */
export function OpenRung({ view, near, words, shown, choosing }: OpenRungProps) {
  const spell = (shown as { spell?: string } | undefined)?.spell;
  const modifier = view.pending[near]?.modifier;
  return (
    <li class="rung" data-choosing={choosing || undefined}>
      <span class="no">
        <span class="vh">{t.round(view.round)}</span>
        <span aria-hidden="true">{view.round}</span>
      </span>
      {spell ? (
        <span class="cast choosing">
          <Sign of={spell} />
          <b>{numeral(spell)}</b>
          <span>{words.thing("spell", spell)}</span>
          {modifier && printed(spell) !== null ? <b class="bonus">{signed(modifier)}</b> : null}
        </span>
      ) : (
        <span class="cast choosing">{choosing ? <span class="dim">{t.notYet}</span> : <Veiled title={t.secret} />}</span>
      )}
      <span class="won dim">{t.now}</span>
      <span class="cast">
        <Veiled title={t.secret} />
      </span>
    </li>
  );
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);
