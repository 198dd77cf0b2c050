// Making a season: one of the plans with the options of its parts, or one's own as JSON, with what comes of it.

import { RefusedError, type SeasonRequest, type SeriesPreview } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { Choices } from "../form/choices.js";
import { leaveOf, RestAsk, restFor, restOf } from "../form/rest.js";
import { SPANS, TERMS } from "../form/spans.js";
import { useGames, useTitles } from "../home/games.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { follow, goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { InPlayAsk, NumberAsk, type InPlayDraft } from "../tournament/asks.js";
import { NameAsk, StartAsk, STARTS } from "./asks.js";
import { PartsAsk, planWith, thinkingOf, useGamesOf, type Drafts } from "./parts.js";
import { PLANS } from "./plans.js";
import { PreviewOf } from "./preview.js";
import { tell } from "./strings.js";

const making = await textsOf("make");

const KINDS = ["eleven", "five", "own"] as const;
const PACES = ["eager", "deadline"] as const;
const THENS = ["default", "bot"] as const;
const SEEN = ["public", "unlisted", "private"] as const;

/** How long writing rests before the server is asked what comes of it. */
const REST_MS = 400;

export default function MakeSeason() {
  const { client } = useSession();
  const titleOf = useTitles(useGames());
  const [label, setLabel] = useState("");
  const [span, setSpan] = useState(0);
  const [kind, setKind] = useState<number>(KINDS.indexOf(TERMS[SPANS[0]].plan));
  const [drafts, setDrafts] = useState<Drafts>({});
  const [pick, setPick] = useState(minutesToPick(0));
  const [inPlay, setInPlay] = useState(() => absenceFor(0));
  const [rest, setRest] = useState(() => restFor(false));
  const [own, setOwn] = useState("");
  const [pace, setPace] = useState(0);
  const [start, setStart] = useState(0);
  const [seen, setSeen] = useState(0);
  const { isBusy, failure, attempt } = useAttempt();
  const chosen = KINDS[kind]!;
  const base = PLANS[chosen === "own" ? "eleven" : chosen];
  const games = useGamesOf(base);
  const thinking = thinkingOf(base, games, SPANS[span]!);
  const answered = Object.fromEntries(Object.keys(thinking).map((key) => [key, { ...thinking[key], ...drafts[key] }]));
  const plan: SeasonRequest = {
    ...planWith(base, games, answered),
    pick: { ...base.pick!, seconds: Math.round(Number(pick) * 60) },
    absence: { then: inPlay.then === "bot" ? "bot" : "default", grace_seconds: Number(inPlay.grace), excused_phases: Number(inPlay.excused) },
    match: { show_submitted: inPlay.shows || inPlay.then === "bot", rest: restOf(rest) },
    leave_days: leaveOf(rest),
  };
  const written = chosen === "own" ? own : JSON.stringify(plan, null, 1);
  const { season, preview, fault } = usePreview(written);
  const suit = (at: number) => {
    setSpan(at);
    setKind(KINDS.indexOf(TERMS[SPANS[at]!].plan));
    setDrafts({});
    setPick(minutesToPick(at));
    setInPlay(absenceFor(at));
    setRest(restFor(TERMS[SPANS[at]!].rests));
  };
  const choose = (at: number) => {
    setOwn(written);
    setKind(at);
    setDrafts({});
  };
  useTitle(say.title(tell.make));
  const make = async () => {
    if (season === null) return;
    const terms = { pace: PACES[pace]!, start: STARTS[start]!, visibility: SEEN[seen]! };
    goTo({ page: "series", id: (await client.createSeries({ ...season, ...terms, label })).id });
  };
  return (
    <>
      <header class="bar">
        <a class="home" {...follow({ page: "home" })} aria-label={say.home}><Icon name="arrow_left" /></a>
        <div class="title"><h1>{tell.make}</h1></div>
      </header>
      <main class="make-tournament">
        <form class="panel form" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void attempt(make); }}>
          <NameAsk name={label} onWrite={setLabel} />
          <Choices title={making.howLong} text={tell.spanNote} options={SPANS.map((one) => making.spans[one])} chosen={span} blank={false} onChoose={suit} />
          <Choices title={tell.whichPlan} options={KINDS.map((one) => tell.plans[one])} chosen={kind} blank={false} onChoose={choose} />
          {chosen !== "own" && <PartsAsk key={chosen} plan={base} games={games} titleOf={titleOf} drafts={answered} onChange={setDrafts} />}
          {chosen !== "own" && <NumberAsk title={tell.minutesToPick} value={pick} onWrite={setPick} least={1} most={20_160} />}
          {chosen !== "own" && <InPlayAsk draft={inPlay} thens={[...THENS]} onChange={setInPlay} />}
          {chosen !== "own" && <RestAsk draft={rest} onChange={setRest} />}
          {chosen === "own" && (
            <div class="ask">
              <label for="series-plan">{tell.ownPlan}</label>
              <textarea class="field plan-text" id="series-plan" spellcheck={false} rows={16} value={own} onInput={(event) => setOwn(event.currentTarget.value)} />
            </div>
          )}
          <p class="problem" role="alert" hidden={fault === ""}>{fault}</p>
          <Choices title={making.closesWhen} options={PACES.map((one) => making[one])} chosen={pace} blank={false} onChoose={setPace} />
          <StartAsk start={start} onChoose={setStart} />
          <Choices title={making.whoMayWatch} options={SEEN.map((one) => making[one])} chosen={seen} blank={false} onChoose={setSeen} />
          <button class="btn primary" aria-disabled={isBusy || season === null}><Icon name="plus" /> {tell.make}</button>
          <Failure error={failure} />
        </form>
        {preview !== null && <PreviewOf preview={preview} titleOf={titleOf} />}
      </main>
    </>
  );
}

interface Previewed {
  /** Null while it does not fit, or is not known to. */
  season: SeasonRequest | null;
  preview: SeriesPreview | null;
  fault: string;
}

const minutesToPick = (span: number): string => String(TERMS[SPANS[span]!].pickSeconds / 60);

function absenceFor(span: number): InPlayDraft {
  const { graceSeconds, excused } = TERMS[SPANS[span]!];
  return { then: "bot", grace: String(graceSeconds), excused: String(excused), shows: true };
}

/** What the server says of a plan, written as JSON. */
function usePreview(plan: string): Previewed {
  const { client } = useSession();
  const [previewed, setPreviewed] = useState<Previewed>({ season: null, preview: null, fault: "" });
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const refused = (fault: string) => isGone || setPreviewed({ season: null, preview: null, fault });
      let season: SeasonRequest;
      try {
        season = JSON.parse(plan) as SeasonRequest;
      } catch {
        return refused(tell.noJson);
      }
      try {
        const preview = await client.previewSeason(season);
        if (!isGone) setPreviewed({ season, preview, fault: "" });
      } catch (error) {
        if (!(error instanceof RefusedError)) return refused(say.noReply);
        refused([error.pointer, error.detail].filter(Boolean).join(": "));
      }
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, plan]);
  return previewed;
}
