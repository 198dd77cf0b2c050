// The parts of a plan, each with the options of its game.

import type { GameReply, Options, SeasonRequest, Words } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { chosenOptions, OptionsAsk } from "../form/options.js";
import type { Draft } from "../form/schema.js";
import { thinkingFor, type Span } from "../form/spans.js";
import { useWords } from "../home/games.js";
import { useSession } from "../session.js";
import { tell } from "./strings.js";

type Episode = SeasonRequest["episodes"][number];

/** An episode, or a kind of death match. */
type Part = Pick<Episode, "game" | "variant" | "options">;

/** What was answered, by the key of a part: `death duel`, `episode 0`. */
export type Drafts = { [part: string]: Draft };

interface Listed {
  key: string;
  part: Part;
}

/** All parts of a plan: the episodes, then the kinds of death matches. */
function partsOf({ episodes, deaths = {} }: SeasonRequest): Listed[] {
  return [...episodes.map((part, at) => ({ key: `episode ${at}`, part })), ...Object.entries(deaths).map(([name, part]) => ({ key: `death ${name}`, part: part as unknown as Part }))];
}

/** The games of a plan, as they come. */
export function useGamesOf(plan: SeasonRequest): ReadonlyMap<string, GameReply> {
  const { client } = useSession();
  const [games, setGames] = useState<ReadonlyMap<string, GameReply>>(new Map());
  const ids = [...new Set(partsOf(plan).map(({ part }) => part.game))];
  useEffect(() => {
    let current = true;
    for (const id of ids) void client.game(id).then((game) => current && setGames((known) => new Map(known).set(id, game)), () => undefined);
    return () => {
      current = false;
    };
  }, [client, ids.join()]);
  return games;
}

/** The answers of all parts to how long phases are, for as long as a season is to last. */
export function thinkingOf(plan: SeasonRequest, games: ReadonlyMap<string, GameReply>, span: Span): Drafts {
  return Object.fromEntries(partsOf(plan).flatMap(({ key, part }) => {
    const game = games.get(part.game);
    return game ? [[key, thinkingFor(span, game)]] : [];
  }));
}

const variantOf = (game: GameReply, part: Part) => game.variants.find(({ variant }) => variant === part.variant) ?? game.variants[0]!;

const isOption = (value: unknown): boolean => typeof value !== "object";

/** What the plan says of the options of a part, besides those that the season decides when the part begins. */
const ownOptions = ({ options = {} }: Part): Options => Object.fromEntries(Object.entries(options).filter(([, value]) => isOption(value))) as Options;

const decidedIn = ({ options = {} }: Part): string[] => Object.keys(options).filter((name) => !isOption(options[name]));

const defaultsOf = (game: GameReply, part: Part): Options => ({ ...variantOf(game, part).options, ...ownOptions(part) });

/** A plan with what was chosen for its parts. */
export function planWith(plan: SeasonRequest, games: ReadonlyMap<string, GameReply>, drafts: Drafts): SeasonRequest {
  const chosen = new Map(partsOf(plan).map(({ key, part }) => {
    const game = games.get(part.game);
    const options = game ? chosenOptions(game, defaultsOf(game, part), drafts[key] ?? {}, decidedIn(part)) : {};
    return [key, Object.keys(drafts[key] ?? {}).length === 0 ? part : { ...part, options: { ...part.options, ...options } }];
  }));
  return {
    ...plan,
    episodes: plan.episodes.map((_, at) => chosen.get(`episode ${at}`) as Episode),
    deaths: Object.fromEntries(Object.keys(plan.deaths ?? {}).map((name) => [name, chosen.get(`death ${name}`) as never])),
  };
}

interface PartsAskProps {
  plan: SeasonRequest;
  games: ReadonlyMap<string, GameReply>;
  titleOf: (game: string) => string;
  drafts: Drafts;
  onChange: (drafts: Drafts) => void;
}

/** What the game of each part can be set to; a part is made when it is opened. */
export function PartsAsk({ plan, games, titleOf, drafts, onChange }: PartsAskProps) {
  const wordsOf = useWords([...games.keys()]);
  return (
    <fieldset class="ask parts-of">
      <legend>{tell.partOptions}</legend>
      {partsOf(plan).map(({ key, part }, at) => {
        const title = at < plan.episodes.length ? tell.partEpisode(at + 1, titleOf(part.game)) : tell.partDeath(titleOf(part.game));
        return <PartAsk key={key} title={title} part={part} game={games.get(part.game)} words={wordsOf(part.game)} draft={drafts[key] ?? {}} onChange={(draft) => onChange({ ...drafts, [key]: draft })} />;
      })}
    </fieldset>
  );
}

interface PartAskProps {
  title: string;
  part: Part;
  game: GameReply | undefined;
  words: Words;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function PartAsk({ title, part, game, words, draft, onChange }: PartAskProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary><span>{title}{game && game.variants.length > 1 && <span class="dim"> {words.thing("variant", variantOf(game, part).variant)}</span>}</span></summary>
      {isOpen && game && <OptionsAsk game={game} defaults={defaultsOf(game, part)} words={words} decided={decidedIn(part)} draft={draft} onChange={onChange} />}
    </details>
  );
}
