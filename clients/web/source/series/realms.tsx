// Heaven and hell over the episodes: who was where, what came of it, and who left.

import type { DecisionReply, EpisodeReply, SeriesView } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { useModule } from "../parts/loaded.js";
import { More } from "../parts/more.js";
import { follow } from "../router.js";
import { listed } from "../strings/index.js";
import { momentText } from "../time.js";
import { useSession } from "../session.js";
import type { Following } from "./following.js";
import { namesThen } from "./names.js";
import { notesOf } from "./notes.js";
import { tell } from "./strings.js";

interface RealmsProps {
  view: SeriesView;
  nameOf: (entrant: string) => string;
  titleOf: (game: string) => string;
}

const REALMS = ["heaven", "hell"] as const;

interface EpisodesProps extends Omit<RealmsProps, "view"> {
  season: Following;
}

/** All episodes that have begun, the last one first. */
export function Episodes({ season, ...props }: EpisodesProps) {
  const { view } = season;
  const notes = useModule(() => import("../parts/note.js"), view.viewer === "host" && view.episodes.length > 0);
  if (view.episodes.length === 0) return null;
  return (
    <section aria-labelledby="episodes-title">
      <h2 id="episodes-title">{tell.episodes}</h2>
      {view.episodes.toReversed().map((episode) => <Episode key={episode.episode} {...{ season, episode, notes }} {...props} />)}
    </section>
  );
}

interface EpisodeProps extends EpisodesProps {
  episode: EpisodeReply;
  /** How notes are shown and written, for directors. */
  notes: typeof import("../parts/note.js") | null | undefined;
}

function Episode({ season, episode, notes, nameOf, titleOf }: EpisodeProps) {
  const { view } = season;
  const terms = view.settings.episodes[episode.episode - 1]!;
  const nameThen = namesThen(view, episode.main.players);
  const isPlain = episode.heaven.length === 0 || terms.seats !== null;
  const links = (name: "main" | "death", title: string) => (
    <>
      <a class="btn" {...follow({ page: "table", id: episode[name]!.match_id })} aria-label={`${tell.episode(episode.episode)}: ${title}`}>{title}</a>
      {notes && <Notes {...{ season, episode, notes, name, title }} />}
    </>
  );
  return (
    <article class="panel episode" aria-labelledby={`episode-${episode.episode}`}>
      <header class="row">
        <h3 id={`episode-${episode.episode}`}>{tell.episode(episode.episode)}: {titleOf(terms.match.game)}</h3>
        {links("main", isPlain ? tell.finalMatch : tell.mainMatch)}
      </header>
      <div class="realms">
        {REALMS.map((realm) => <Realm key={realm} realm={realm} members={episode[realm]} Heading="h4" me={view.viewer} nameOf={nameThen} settings={view.settings} episode={episode} />)}
      </div>
      {episode.decisions.map((decision) => <DecisionLine key={decision.decision} decision={decision} nameOf={namesThen(view, { ...episode.main.players, [decision.entrant]: decision.players })} />)}
      {episode.death !== null && (
        <div class="row death">
          <span>{deathText(episode, namesThen(view, episode.death.players))}</span>
          {links("death", tell.deathMatch)}
        </div>
      )}
      {episode.death === null && episode.left.length > 0 && <p>{tell.leftTogether(listed(episode.left.map(nameOf)), episode.left.length > 1)}</p>}
    </article>
  );
}

interface NotesProps extends Pick<EpisodeProps, "season" | "episode"> {
  notes: typeof import("../parts/note.js");
  name: "main" | "death";
  title: string;
}

/** The note of directors on a match; until the end they can write another. */
function Notes({ season: { view, refresh }, episode, notes: { NoteLine, WriteNote, noteTitle }, name, title }: NotesProps) {
  const { client } = useSession();
  const { note } = episode[name]!;
  const write = (text: string) => client.series(view.settings.series_id).act({ type: "note_match", episode: episode.episode, match: name, text });
  return (
    <>
      {view.status !== "over" && view.status !== "cancelled" && (
        <More label={noteTitle} title={`${noteTitle}: ${tell.episode(episode.episode)}, ${title}`}>
          {() => <WriteNote key={note} about="match" note={note} write={write} onDone={refresh} />}
        </More>
      )}
      {note !== "" && <NoteLine note={note} />}
    </>
  );
}

interface RealmProps {
  realm: "heaven" | "hell";
  members: readonly string[];
  /** The level of its heading. */
  Heading: "h3" | "h4";
  me: string;
  nameOf: (entrant: string) => string;
  settings: SeriesView["settings"];
  /** The episode that was played, if there is one. */
  episode?: EpisodeReply;
}

function Realm({ realm, members, Heading, me, nameOf, settings, episode }: RealmProps) {
  return (
    <section class={`side-of ${realm}`}>
      <Heading><Icon name={realm === "heaven" ? "sun" : "flame"} /> {tell.realm[realm]} <span class="dim">{members.length}</span></Heading>
      <ul>
        {members.map((entrant) => {
          const notes = episode ? notesOf(entrant, episode, settings) : [];
          return (
            <li key={entrant} class={`${entrant === me ? "mine" : ""} ${episode?.left.includes(entrant) ? "gone" : ""}`}>
              <bdi>{nameOf(entrant)}</bdi>
              {notes.length > 0 && <span class="tiny dim">{notes.join(", ")}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function DecisionLine({ decision, nameOf }: { decision: DecisionReply; nameOf: (entrant: string) => string }) {
  const { client } = useSession();
  const who = nameOf(decision.entrant);
  if (decision.because === null) {
    const until = decision.until === null ? tell.paused : tell.until(momentText(client.clock.toLocal(decision.until)));
    return <p class="dim">{tell.asked[decision.about](who)} {until}</p>;
  }
  if (decision.choice === null) return null;
  return <p>{tell.chose[decision.about](who, nameOf(decision.choice))} <span class="small dim">{tell.because[decision.because]}</span></p>;
}

function deathText(episode: EpisodeReply, nameOf: (entrant: string) => string): string {
  const players = listed(Object.values(episode.death!.seats).map(nameOf));
  const { loser } = episode.death!;
  return loser === null ? tell.deathPlays(players) : tell.deathDone(players, nameOf(loser));
}

/** Who is where before the next episode. */
export function Now({ view, nameOf }: RealmsProps) {
  if (view.heaven.length + view.hell.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="now-title">
      <h2 id="now-title">{tell.nextRealms(view.episodes.length + 1)}</h2>
      <div class="realms">
        {REALMS.map((realm) => <Realm key={realm} realm={realm} members={view[realm]} Heading="h3" me={view.viewer} nameOf={nameOf} settings={view.settings} />)}
      </div>
    </section>
  );
}

/** Who left, when and why; the last one first. */
export function Gone({ view, nameOf }: RealmsProps) {
  const gone = view.entrants.filter(({ left_in: left }) => left !== null).sort((one, other) => other.left_in! - one.left_in!);
  if (gone.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="gone-title">
      <h2 id="gone-title">{tell.gone}</h2>
      <ul class="gone-list">
        {gone.map((one) => <li key={one.entrant}><bdi>{nameOf(one.entrant)}</bdi> <span class="small dim">{tell.episode(one.left_in!)}, {tell.leftBecause[one.left_because!]}</span></li>)}
      </ul>
    </section>
  );
}

/** The places of a season that is over. */
export function Places({ view, nameOf }: RealmsProps) {
  if (view.places.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="places-title">
      <h2 id="places-title">{tell.places}</h2>
      <ol class="gone-list">
        {view.places.map(([place, entrant]) => <li key={entrant}><b>{place}.</b> <bdi>{nameOf(entrant)}</bdi></li>)}
      </ol>
    </section>
  );
}
