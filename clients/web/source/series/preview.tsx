// How a season goes: heaven and hell before each episode, and why.

import type { SeriesPreview, SeriesView } from "moirai-client";
import { tell } from "./strings.js";

interface PlannedEpisode {
  game: string;
  heaven: number;
  hell: number;
  /** What changes who is where. */
  then: string;
}

/** To whoever looks at a season: its plan. */
export function Preview({ view, titleOf }: { view: SeriesView; titleOf: (game: string) => string }) {
  const { episodes } = view.settings;
  const matches = episodes.length + episodes.filter(({ death }) => death !== null).length;
  return (
    <details class="panel" open={view.status === "open"}>
      <summary>{tell.preview} <span class="dim">{tell.matches(matches)}</span></summary>
      <PlanTable done={view.episodes.length} titleOf={titleOf} episodes={episodes.map(({ match, heaven, hell }, at) => ({ game: match.game, heaven, hell, then: thenText(view, at) }))} />
    </details>
  );
}

/** What an episode does to the sizes of the realms: "heaven as the game decides (5); of 11, 5 in heaven and 1 leaves: 5 in hell". */
function thenText({ settings: { episodes } }: SeriesView, at: number): string {
  const { heaven, hell, heaven_next: rule, finalists, death } = episodes[at]!;
  const next = episodes[at + 1];
  if (next === undefined) return tell.then.final;
  if (finalists !== null || rule === null) return tell.then.finalists;
  const first = tell.then[rule](next.heaven);
  return death === null ? first : `${first}; ${tell.then.leaves(heaven + hell, next.heaven)}`;
}

/** To whoever makes one: what the server says of it. */
export function PreviewOf({ preview, titleOf }: { preview: SeriesPreview; titleOf: (game: string) => string }) {
  const episodes = preview.episodes.map(({ main, heaven, hell, lines }) => ({ game: main.game, heaven, hell, then: lines.map((line) => lineText(line, heaven + hell)).join("; ") }));
  return (
    <section class="panel" aria-labelledby="preview-title">
      <h2 id="preview-title">{tell.preview} <span class="dim">{tell.matches(preview.matches)}</span></h2>
      <PlanTable done={0} titleOf={titleOf} episodes={episodes} />
    </section>
  );
}

function lineText({ step, count, heaven }: SeriesPreview["episodes"][number]["lines"][number], before: number): string {
  return step === "death_match" ? tell.then.leaves(before, heaven) : step === "final" || step === "finalists" ? tell.then[step] : tell.then[step](count);
}

function PlanTable({ episodes, done, titleOf }: { episodes: readonly PlannedEpisode[]; done: number; titleOf: (game: string) => string }) {
  return (
    <>
      <p class="small dim">{tell.previewNote}</p>
      <table class="plan">
        <thead><tr><th scope="col">{tell.column.episode}</th><th scope="col">{tell.column.heaven}</th><th scope="col">{tell.column.hell}</th></tr></thead>
        {episodes.map(({ game, heaven, hell, then }, at) => (
          <tbody key={at} class={at < done ? "done" : ""}>
            <tr><th scope="row">{at + 1}. {titleOf(game)}</th><td>{heaven}</td><td>{hell}</td></tr>
            <tr><td colSpan={3} class="small dim">{then}</td></tr>
          </tbody>
        ))}
      </table>
    </>
  );
}
