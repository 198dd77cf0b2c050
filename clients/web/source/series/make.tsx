// Making a season: one of the plans, or one's own as JSON, with what comes of it.

import { RefusedError, type SeasonRequest, type SeriesPreview } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { Choices } from "../form/choices.js";
import { useGames, useTitles } from "../home/games.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { follow, goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { PLANS } from "./plans.js";
import { PreviewOf } from "./preview.js";
import { tell } from "./strings.js";

const making = await textsOf("make");

const KINDS = ["eleven", "five", "own"] as const;
const PACES = ["eager", "deadline"] as const;
const STARTS = ["when_done", "by_word"] as const;
const SEEN = ["public", "unlisted", "private"] as const;

/** How long writing rests before the server is asked what comes of it. */
const REST_MS = 400;

export default function MakeSeason() {
  const { client } = useSession();
  const titleOf = useTitles(useGames());
  const [label, setLabel] = useState("");
  const [kind, setKind] = useState(0);
  const [own, setOwn] = useState(() => JSON.stringify(PLANS.eleven, null, 1));
  const [pace, setPace] = useState(0);
  const [start, setStart] = useState(0);
  const [seen, setSeen] = useState(0);
  const { isBusy, failure, attempt } = useAttempt();
  const chosen = KINDS[kind]!;
  const { season, preview, fault } = usePreview(chosen === "own" ? own : PLANS[chosen]);
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
          <div class="ask">
            <label for="series-name">{tell.name}</label>
            <input class="field" id="series-name" dir="auto" autoComplete="off" maxLength={80} required value={label} onInput={(event) => setLabel(event.currentTarget.value)} />
          </div>
          <Choices title={tell.whichPlan} options={KINDS.map((one) => tell.plans[one])} chosen={kind} blank={false} onChoose={setKind} />
          {chosen === "own" && (
            <div class="ask">
              <label for="series-plan">{tell.ownPlan}</label>
              <textarea class="field plan-text" id="series-plan" spellcheck={false} rows={16} value={own} onInput={(event) => setOwn(event.currentTarget.value)} />
            </div>
          )}
          <p class="problem" role="alert" hidden={fault === ""}>{fault}</p>
          <Choices title={making.closesWhen} options={PACES.map((one) => making[one])} chosen={pace} blank={false} onChoose={setPace} />
          <Choices title={tell.nextEpisode} options={STARTS.map((one) => tell.starts[one])} chosen={start} blank={false} onChoose={setStart} />
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

/** What the server says of a plan, which may be written as JSON. */
function usePreview(plan: SeasonRequest | string): Previewed {
  const { client } = useSession();
  const [previewed, setPreviewed] = useState<Previewed>({ season: null, preview: null, fault: "" });
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const refused = (fault: string) => isGone || setPreviewed({ season: null, preview: null, fault });
      let season: SeasonRequest;
      try {
        season = typeof plan === "string" ? (JSON.parse(plan) as SeasonRequest) : plan;
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
    const timer = setTimeout(() => void ask(), typeof plan === "string" ? REST_MS : 0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, plan]);
  return previewed;
}
