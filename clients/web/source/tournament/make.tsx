// Making a tournament: how it is paired, of which game, and when its rounds begin.

import type { GameReply, Pace, TournamentRequest, Visibility } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { useGames, useTitles, useWords } from "../home/games.js";
import { Choices } from "../form/choices.js";
import { chosenOptions, OptionsAsk } from "../form/options.js";
import { leaveOf, RestAsk, restFor, restOf } from "../form/rest.js";
import type { Draft } from "../form/schema.js";
import { SPANS, TERMS, thinkingFor, timesFor } from "../form/spans.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { follow, goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { AboutAsk, codesFor, CountingAsk, countingDraft, countingOf, DirectorsAsk, InPlayAsk, MOST_ROUNDS, NumberAsk, STARTS, TieBreaksAsk, TimesAsk, thensFor, type InPlayDraft, type Named } from "./asks.js";
import { tell } from "./strings.js";

const making = await textsOf("make");

type System = TournamentRequest["system"];

const OF_TWO: System[] = ["swiss", "round_robin", "single_elimination", "double_elimination", "groups", "own", "arena"];
const PACES: Pace[] = ["eager", "deadline"];
const SEEN: Visibility[] = ["public", "unlisted", "private"];
const LATE = ["zero_bye", "half_bye"] as const;

const EXPELLED = [false, true] as const;

const TEAMS = [null, "fixed", "in_turn"] as const;

/** Which systems suit a game with so many seats; teams of two play at tables of two. */
const systemsFor = (seats: number, inTeams: boolean): System[] => (inTeams ? OF_TWO.filter((system) => system !== "arena") : seats === 2 ? OF_TWO : ["heats", "own"]);

/** Whether two teams of two play. */
const isOfTeams = ({ seats }: GameReply["variants"][number]) => seats.length === 4 && seats.every(({ team }) => team !== null);

export default function MakeTournament() {
  const { client } = useSession();
  const games = useGames();
  const titleOf = useTitles(games);
  const ids = [...games.keys()].sort((one, two) => Number(two === "wizards_duel") - Number(one === "wizards_duel"));
  const [label, setLabel] = useState("");
  const [description, setDescription] = useState("");
  const [at, setAt] = useState(0);
  const [game, setGame] = useState<GameReply | null>(null);
  const [variant, setVariant] = useState(0);
  const [span, setSpan] = useState(0);
  const [options, setOptions] = useState<Draft>({});
  const [pace, setPace] = useState(0);
  const [paired, setPaired] = useState(0);
  const [team, setTeam] = useState(0);
  const [rounds, setRounds] = useState("5");
  const [minutes, setMinutes] = useState("90");
  const [groups, setGroups] = useState("4");
  const [advance, setAdvance] = useState("2");
  const [places, setPlaces] = useState("64");
  const [start, setStart] = useState(0);
  const [review, setReview] = useState("0");
  const [corrections, setCorrections] = useState("0");
  const [ready, setReady] = useState("0");
  const [rest, setRest] = useState(() => restFor(false));
  const [times, setTimes] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState<InPlayDraft>({ then: "default", grace: "60", excused: "1", shows: false });
  const [late, setLate] = useState(0);
  const [counting, setCounting] = useState(countingDraft({}));
  const [tieBreaks, setTieBreaks] = useState<readonly string[]>([]);
  const [directors, setDirectors] = useState<readonly Named[]>([]);
  const [rated, setRated] = useState(0);
  const [seen, setSeen] = useState(0);
  const { isBusy, failure, attempt } = useAttempt();
  /** Set all that follows from how long it is to last. */
  const suit = (chosen: number, game: GameReply, variant: number) => {
    const terms = TERMS[SPANS[chosen]!];
    const count = game.variants[variant]!.seats.length === 2 ? terms.rounds : terms.longRounds;
    setSpan(chosen);
    setOptions(thinkingFor(SPANS[chosen]!, game));
    setRounds(String(count));
    setTimes(timesFor(SPANS[chosen]!, count, new Date()));
    setStart(STARTS.indexOf("when_done"));
    setReview(String(terms.reviewMinutes));
    setReady(String(terms.readyMinutes));
    setRest(restFor(terms.rests));
    setDraft({ then: "bot", grace: String(terms.graceSeconds), excused: String(terms.excused), shows: true });
  };
  /** Choose how it is paired; in an arena nobody waits long for who is away. */
  const pairBy = (chosen: number, system: System | undefined) => {
    setPaired(chosen);
    if (system !== "arena") return;
    setReady("1");
    setReview("0");
    setDraft({ then: "forfeit", grace: "30", excused: "0", shows: true });
  };
  const id = ids[at];
  useTitle(say.title(tell.make));
  useEffect(() => {
    if (!id) return undefined;
    let current = true;
    void client.game(id).then((reply) => current && (setGame(reply), setVariant(0), setPaired(0), suit(span, reply, 0)), () => undefined);
    return () => {
      current = false;
    };
  }, [client, id]);
  const words = useWords(id ? [id] : [])(id ?? "");
  const kind = game?.variants[variant];
  const defaults = { ...kind?.options, ...game?.casual };
  const teams = kind && isOfTeams(kind) ? TEAMS[team]! : null;
  const systems = systemsFor(kind?.seats.length ?? 2, teams !== null);
  const system = systems[paired] ?? systems[0]!;
  const asksRounds = system === "swiss" || system === "heats" || system === "own";
  const isArena = system === "arena";
  const mostTimes = isArena ? 1 : asksRounds ? Number(rounds) : MOST_ROUNDS;
  const timed = times.slice(0, mostTimes);
  const isTwo = kind?.seats.length === 2 || teams !== null;
  const thens = thensFor(isTwo, teams !== null);
  const inPlay = thens.includes(draft.then) ? draft : { ...draft, then: "default" as const };
  const codes = codesFor(system);
  const hasGroups = system === "groups";
  const chosen = tieBreaks.filter((code) => codes.includes(code));
  const make = async () => {
    const body: TournamentRequest = {
      label: label.trim(),
      description: description.trim(),
      system,
      match: {
        game: game!.game,
        variant: kind!.variant,
        options: { ...game!.casual, ...chosenOptions(game!, defaults, options) },
        pace: PACES[pace]!,
        show_submitted: inPlay.shows || inPlay.then !== "default",
        rest: restOf(rest),
      },
      rounds: asksRounds ? Number(rounds) : 0,
      ...(hasGroups && { groups: { count: Number(groups), advance: Number(advance) } }),
      leave_days: leaveOf(rest),
      max_entrants: Number(places),
      teams,
      late: asksRounds ? LATE[late]! : LATE[0],
      ...countingOf(counting, system, isTwo),
      ...(isArena && { arena: { minutes: Number(minutes) } }),
      tie_breaks: chosen.length > 0 ? chosen : null,
      directors: directors.map(({ playerId }) => playerId),
      schedule: { start: isArena ? "by_word" : STARTS[start]!, review_seconds: Math.round(Number(review) * 60), times: timed.map((time) => new Date(time).toISOString()) },
      absence: {
        ready_seconds: Math.round(Number(ready) * 60),
        in_play: { then: inPlay.then, grace_seconds: Number(inPlay.grace), excused_phases: Number(inPlay.excused) },
      },
      corrections_seconds: Math.round(Number(corrections) * 3600),
      rate_expelled: EXPELLED[rated]!,
      visibility: SEEN[seen]!,
    };
    goTo({ page: "tournament", id: (await client.call("createTournament", { body })).tournament_id });
  };
  return (
    <>
      <header class="bar">
        <a class="home" {...follow({ page: "home" })} aria-label={say.home}><Icon name="arrow_left" /></a>
        <div class="title"><h1>{tell.make}</h1></div>
      </header>
      <main class="make-tournament">
        {game === null || !kind ? <p role="status">{say.loading}</p> : (
          <form class="panel form" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void attempt(make); }}>
            <AboutAsk label={label} description={description} onLabel={setLabel} onDescription={setDescription} />
            <Choices title={making.game} options={ids.map(titleOf)} chosen={at} blank={false} onChoose={setAt} />
            {game.variants.length > 1 && <Choices title={making.variant} options={game.variants.map(({ title }) => title)} chosen={variant} blank={false} onChoose={(chosen) => { setVariant(chosen); setPaired(0); suit(span, game, chosen); }} />}
            <Choices title={making.howLong} text={making.spanNote} options={SPANS.map((one) => making.spans[one])} chosen={span} blank={false} onChoose={(chosen) => suit(chosen, game, variant)} />
            {isOfTeams(kind) && <Choices title={making.whoEnters} options={TEAMS.map((one) => making.teams[one ?? "none"])} chosen={team} blank={false} onChoose={(chosen) => { setTeam(chosen); setPaired(0); }} />}
            {systems.length > 1 && <Choices title={making.pairedBy} options={systems.map((one) => tell.system[one])} chosen={paired} blank={false} onChoose={(chosen) => pairBy(chosen, systems[chosen])} />}
            {asksRounds && <NumberAsk title={tell.howManyRounds} value={rounds} onWrite={setRounds} least={1} most={MOST_ROUNDS} />}
            {isArena && <NumberAsk title={making.arenaMinutes} value={minutes} onWrite={setMinutes} least={10} most={720} />}
            {hasGroups && <NumberAsk title={making.howManyGroups} value={groups} onWrite={setGroups} least={2} most={26} />}
            {hasGroups && <NumberAsk title={making.howManyAdvance} value={advance} onWrite={setAdvance} least={1} most={8} />}
            <NumberAsk title={tell.seats} value={places} onWrite={setPlaces} least={2} most={1000} />
            {asksRounds && <Choices title={making.whoIsLate} options={LATE.map((one) => making.late[one])} chosen={late} blank={false} onChoose={setLate} />}
            <CountingAsk draft={counting} system={system} isTwo={isTwo} onChange={setCounting} />
            {codes.length > 0 && <TieBreaksAsk codes={codes} picked={chosen} onPick={setTieBreaks} />}
            <Choices title={making.closesWhen} options={PACES.map((one) => making[one])} chosen={pace} blank={false} onChoose={setPace} />
            <details>
              <summary>{making.matchSettings}</summary>
              <OptionsAsk game={game} defaults={defaults} words={words} draft={options} onChange={setOptions} />
            </details>
            {!isArena && <Choices title={tell.nextRoundStarts} options={[tell.byWord, tell.whenDone]} chosen={start} blank={false} onChoose={setStart} />}
            <TimesAsk times={timed} most={mostTimes} onChange={setTimes} />
            <NumberAsk title={tell.review} value={review} onWrite={setReview} least={0} most={10_080} />
            <NumberAsk title={tell.readyMinutes} value={ready} onWrite={setReady} least={0} most={1440} />
            <NumberAsk title={tell.corrections} value={corrections} onWrite={setCorrections} least={0} most={720} />
            <InPlayAsk draft={inPlay} thens={thens} onChange={setDraft} />
            <RestAsk draft={rest} onChange={setRest} />
            <Choices title={making.whoMayWatch} options={SEEN.map((one) => making[one])} chosen={seen} blank={false} onChoose={setSeen} />
            {SEEN[seen] === "public" && <Choices title={making.expelled} options={[making.notRated, making.rated]} chosen={rated} blank={false} onChoose={setRated} />}
            <DirectorsAsk named={directors} onName={setDirectors} />
            <button class="btn primary" aria-disabled={isBusy}><Icon name="plus" /> {tell.make}</button>
            <Failure error={failure} />
          </form>
        )}
      </main>
    </>
  );
}
