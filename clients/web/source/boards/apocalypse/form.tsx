// My two cards: a pair to touch, an ability for each card, whom they aim at, and whom I betray.

import type { AbChoice, ApocalypseCard, CardAbility, CardPair } from "moirai-client";
import { useId } from "preact/hooks";
import { Problem } from "../../form/form.js";
import { Thing } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import type { MoveFormProps } from "../props.js";
import { Folds } from "../folds.js";
import { Touch } from "../touch.js";
import { ABILITIES, CARDS, chatsOf, isCard, isPair, opponentsOf, PAIR_NAMES, PAIRS, realmOf, seatsOf, usedIn, type Known } from "./knowledge.js";
import { Pair } from "./pairs.js";
import { branchesFor, branchesOf, branchOf, draftOf, planOf, targetsOf, withAbility, type Branch, type Part, type Plan } from "./plan.js";
import { targetName } from "./read.js";
import { Sign } from "./signs.js";
import { tell } from "./strings.js";

/** What the parts of the form share. */
interface Asked {
  known: Known;
  words: Words;
  plan: Plan;
  branches: Branch[];
  change: (plan: Plan) => void;
}

export default function MoveForm({ view, schema, definitions, words, draft, problems, onChange }: MoveFormProps) {
  const known = view.view as Known;
  const branches = branchesOf(schema, definitions);
  const left = PAIR_NAMES.filter((pair) => branchesFor(branches, pair).length > 0);
  const begun = planOf(draft, schema, definitions);
  // The last pair is not a choice.
  const plan = begun.pair === null && left.length === 1 ? { ...begun, pair: left[0]! } : begun;
  const branch = branchOf(branches, plan);
  const change = (plan: Plan) => onChange(draftOf(plan, schema, definitions));
  const asked: Asked = { known, words, plan, branches, change };
  const opened = Object.keys(schema.properties?.["ab"]?.properties ?? {});
  return (
    <div class="form apocalypse">
      <Folds
        parts={{
          pair: { title: <>{tell.choosePair} <span class="small dim">{tell.played(Object.keys(known.plays ?? {}).length)}</span></>, body: <PairAsk {...asked} /> },
          cards: plan.pair !== null && { title: words.thing("pair", plan.pair), body: <CardsAsk {...asked} pair={plan.pair} branch={branch} /> },
          ...Object.fromEntries((branch ?? []).filter(isGuessed).map((part) => [part.card, { title: guessTitle(words, part), body: <Guesses {...asked} part={part} /> }])),
          allies: opened.length > 0 && { title: tell.ally, body: <Allies {...asked} seats={opened} /> },
        }}
      />
      {Object.entries(problems).map(([place, text]) => text && <Problem key={place} text={text} />)}
    </div>
  );
}

/** What each of the two cards does, and to whom. */
function CardsAsk({ pair, branch, ...asked }: Asked & { pair: CardPair; branch: Branch | null }) {
  return (
    <>
      <div class="two-cards">
        {PAIRS[pair].map((card) => <AbilityAsk key={card} {...asked} card={card} />)}
      </div>
      {branch?.filter((part) => !isGuessed(part)).map((part) => <Aim key={`${part.card} ${part.ability}`} {...asked} part={part} branch={branch} />)}
    </>
  );
}

function PairAsk({ known, words, plan, branches, change }: Asked) {
  const name = useId();
  const plays = Object.values(known.plays ?? {});
  const choose = (pair: CardPair) => {
    // What is chosen for a card stays if the new pair has the card, too.
    const kept = <T,>(by: { [card in ApocalypseCard]?: T }) => Object.fromEntries(Object.entries(by).filter(([card]) => PAIRS[pair].includes(card as ApocalypseCard)));
    const next = { ...plan, pair, abilities: kept(plan.abilities), targets: kept(plan.targets) };
    const fits = branchesFor(branches, pair).some((branch) => branch.every(({ card, ability }) => (next.abilities[card] ?? ability) === ability));
    change(fits ? next : { ...next, abilities: {}, targets: {} });
  };
  return (
    <fieldset class="ask">
      <legend>{tell.choosePair} <span class="dim">{tell.played(plays.length)}</span></legend>
      <div class="pairs-grid">
        {PAIR_NAMES.map((pair) => {
          const played = plays.find((play) => play.pair === pair) ?? null;
          const isLeft = branchesFor(branches, pair).length > 0;
          const on = plan.pair === pair;
          return (
            <Touch key={pair} type="radio" name={name} class="pair-card" on={on} refused={isLeft ? undefined : ""} onChange={() => choose(pair)}>
              <Pair pair={pair} played={played} state={on ? tell.chosen : tell.notPlayed} words={words} />
            </Touch>
          );
        })}
      </div>
    </fieldset>
  );
}

function AbilityAsk({ words, plan, branches, change, card }: Asked & { card: ApocalypseCard }) {
  const name = useId();
  const other = PAIRS[plan.pair!].find((one) => one !== card)!;
  const own = branchesFor(branches, plan.pair!);
  const head = <><Sign card={card} /> <Thing words={words} kind="card" id={card} /></>;
  if (own.length === 1) {
    const ability = own[0]!.find((part) => part.card === card)!.ability;
    return (
      <div class="given">
        <h3>{head}</h3>
        <p class="small"><b>{words.thing("ability", ability)}:</b> {tell.effects[card][ability]}. {ability === "communications" && <span class="dim">{tell.opens}</span>}</p>
      </div>
    );
  }
  const reasonOf = (ability: CardAbility): string | undefined => {
    const parts = own.flatMap((branch) => branch.filter((part) => part.card === card && part.ability === ability));
    if (parts.length === 0) return ability === "endgame" ? tell.onlyAtTheEnd : tell.noneLeft(1);
    if (withAbility(branches, plan, card, ability) !== null) return undefined;
    return ability === "passive" && card === "death" ? tell.otherTwice(words.thing("card", other)) : tell.noneLeft(2);
  };
  return (
    <fieldset class="ask">
      <legend>{head} <span class="vh">{tell.whichAbility}</span></legend>
      <div class="abilities">
        {ABILITIES.map((ability) => {
          const refused = reasonOf(ability);
          const swaps = refused === undefined && plan.abilities[other] === ability && plan.abilities[card] !== ability;
          return (
            <Touch key={ability} type="radio" name={name} class="ability" on={plan.abilities[card] === ability} refused={refused} onChange={() => change(withAbility(branches, plan, card, ability)!)}>
              <b>{words.thing("ability", ability)}</b>
              <span class="tiny">{tell.effects[card][ability]}</span>
              {swaps && <small>{tell.swaps(words.thing("card", other))}</small>}
            </Touch>
          );
        })}
      </div>
    </fieldset>
  );
}

const isGuessed = ({ guesses }: Part): boolean => guesses !== "none";

function guessTitle(words: Words, { card, guesses }: Part): string {
  return (guesses === "all" ? tell.guessAll : tell.guessWhom)(words.thing("card", card));
}

/** The targets of one card. */
function Aim(props: Asked & { part: Part; branch: Branch }) {
  const { known, words, plan, part, change } = props;
  const card = words.thing("card", part.card);
  const targets = targetsOf(plan, part);
  const set = (targets: string[]) => change({ ...plan, targets: { ...plan.targets, [part.card]: targets } });
  if (part.picks) {
    const { count } = part.picks;
    return (
      <TargetAsk {...props} title={tell.twoOf(card)} values={valuesOf(known, part, 0)} legal={part.picks.legal} chosen={targets} most={count}
        onChoose={(target, on) => set(on ? [...targets, target] : targets.filter((one) => one !== target))} />
    );
  }
  return (
    <>
      {part.slots.map((legal, at) => (
        <TargetAsk {...props} key={at} title={titleOf(known, words, part, at, card)} values={valuesOf(known, part, at)} legal={legal} chosen={targets.slice(at, at + 1)} most={1}
          onChoose={(target) => set(targets.map((before, slot) => (slot === at ? target : before)))} />
      ))}
    </>
  );
}

function titleOf(known: Known, words: Words, part: Part, at: number, card: string): string {
  const sample = part.slots[at]?.[0] ?? "";
  if (part.slots.length > 1) return tell.one.seat(card, words.thing("realm", realmOf(known, sample)));
  if (part.ability === "communications") return tell.one.opponent(card);
  return part.card === "pestilence" ? tell.one.pair(card) : part.card === "war" ? tell.one.card(card) : part.card === "death" ? tell.one.mate(card) : tell.one.realm(card);
}

/** All values of the kind, also those that are used up. */
function valuesOf(known: Known, part: Part, at: number): readonly string[] {
  const own = known.viewer ?? "";
  const sample = (part.picks?.legal ?? part.slots[at])?.[0] ?? "";
  if (isPair(sample)) return PAIR_NAMES;
  if (isCard(sample)) return CARDS;
  if (part.ability === "communications") return opponentsOf(known, own);
  if (realmOf(known, sample)) return seatsOf(known, realmOf(known, sample)).filter((seat) => seat !== own);
  return part.picks?.legal ?? part.slots[at] ?? [];
}

interface TargetProps extends Asked {
  part: Part;
  branch: Branch;
  title: string;
  values: readonly string[];
  legal: readonly string[];
  chosen: readonly string[];
  most: number;
  onChoose: (target: string, on: boolean) => void;
}

function TargetAsk({ known, words, plan, part, branch, title, values, legal, chosen, most, onChoose }: TargetProps) {
  const name = useId();
  const other = branch.find((one) => one.card !== part.card)!;
  // Nobody can be the target of both cards.
  const taken = targetsOf(plan, other);
  const reasonOf = (target: string): string | undefined => {
    if (!legal.includes(target)) {
      const round = usedIn(known, part.ability, target);
      return round === null ? "" : part.ability === "communications" ? tell.inRound(round) : tell.selectedIn(round);
    }
    if (taken.includes(target)) return tell.aimed(words.thing("card", other.card));
    return chosen.length >= most && most > 1 && !chosen.includes(target) ? "" : undefined;
  };
  return (
    <fieldset class="ask">
      <legend>{title}</legend>
      <div class="row touches">
        {values.map((target) => (
          <Touch key={target} type={most > 1 ? "checkbox" : "radio"} name={name} class="target" on={chosen.includes(target)} refused={chosen.includes(target) ? undefined : reasonOf(target)} onChange={(on) => onChoose(target, on)}>
            <span class="named">
              {(isPair(target) ? PAIRS[target] : isCard(target) ? [target] : []).map((card) => <Sign key={card} card={card} />)}
              <bdi>{targetName(words, target)}</bdi>
            </span>
            {part.card === "famine" && part.ability === "active" && target === realmOf(known, known.viewer ?? "") && <small>{tell.hitsSelf}</small>}
          </Touch>
        ))}
      </div>
    </fieldset>
  );
}

function Guesses({ words, plan, part, change }: Asked & { part: Part }) {
  const name = useId();
  const title = guessTitle(words, part);
  const guesses = plan.guesses[part.card] ?? {};
  const guess = (seat: string, pair: string) => {
    const { [seat]: _, ...others } = guesses;
    const next = isPair(pair) ? { ...(part.guesses === "one" ? {} : others), [seat]: pair } : others;
    change({ ...plan, guesses: { ...plan.guesses, [part.card]: next } });
  };
  if (part.guesses === "all") {
    return (
      <div class="guesses">
        <h3>{title}</h3>
        {part.others.map((seat) => <GuessAsk key={seat} words={words} title={targetName(words, seat)} pair={guesses[seat]} onGuess={(pair) => guess(seat, pair)} />)}
      </div>
    );
  }
  const whom = plan.guessed;
  const turn = (seat: string) => {
    const before = whom === null ? undefined : guesses[whom];
    change({ ...plan, guessed: seat, guesses: { ...plan.guesses, [part.card]: before ? { [seat]: before } : {} } });
  };
  return (
    <>
      <fieldset class="ask">
        <legend>{title}</legend>
        <div class="row touches">
          {part.others.map((seat) => (
            <Touch key={seat} type="radio" name={name} class="target" on={seat === whom} onChange={() => turn(seat)}><bdi>{targetName(words, seat)}</bdi></Touch>
          ))}
        </div>
      </fieldset>
      {whom !== null && <GuessAsk words={words} title={tell.guessPair(targetName(words, whom))} pair={guesses[whom]} onGuess={(pair) => guess(whom, pair)} />}
    </>
  );
}

function GuessAsk({ words, title, pair, onGuess }: { words: Words; title: string; pair: string | undefined; onGuess: (pair: string) => void }) {
  const id = useId();
  return (
    <div class="ask guess">
      <label for={id}><bdi>{title}</bdi></label>
      <select class="field" id={id} value={pair ?? ""} onChange={(event) => onGuess(event.currentTarget.value)}>
        <option value="" disabled>{tell.guess}</option>
        {PAIR_NAMES.map((one) => <option key={one} value={one}>{words.thing("pair", one)}</option>)}
      </select>
    </div>
  );
}

function Allies({ known, words, plan, change, seats }: Asked & { seats: string[] }) {
  const isAnnounced = known.options?.announce_ab_games ?? false;
  return (
    <div class="allies">
      <h3>{tell.ally}</h3>
      <p class="tiny dim">{tell.allyNote} {isAnnounced ? tell.allyAnnounced : tell.allyUnknown}</p>
      {seats.map((seat) => <AllyAsk key={seat} known={known} words={words} seat={seat} chosen={plan.ab[seat] ?? "ally"} onChoose={(choice) => change({ ...plan, ab: { ...plan.ab, [seat]: choice } })} />)}
    </div>
  );
}

function AllyAsk({ known, words, seat, chosen, onChoose }: { known: Known; words: Words; seat: string; chosen: AbChoice; onChoose: (choice: AbChoice) => void }) {
  const name = useId();
  const chat = chatsOf(known).find((one) => one.seat === seat);
  const last = chat?.openings.find(({ round }) => round === (known.round ?? 0) - 1);
  const why = last?.card ? tell.iOpened(words.thing("card", last.card), last.round) : last ? `${tell.theyOpened(last.round)}, ${tell.cardHidden}` : "";
  return (
    <fieldset class="ask">
      <legend><bdi>{targetName(words, seat)}</bdi> <span class="tiny dim">{why}{known.options?.announce_ab_games && `, ${chat?.isGame ? tell.theGame : tell.noGame}`}</span></legend>
      <div class="row touches">
        {(["ally", "betray"] as const).map((choice) => (
          <Touch key={choice} type="radio" name={name} class="target" on={chosen === choice} onChange={() => onChoose(choice)}>{words.thing("choice", choice)}</Touch>
        ))}
      </div>
    </fieldset>
  );
}
