// Making a match: the game, who plays, and all settings with their words.

import { Words, type GameReply, type GameSummary, type GameTexts, type MatchRequest, type Pace, type Visibility } from "moirai-client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Choices } from "../form/choices.js";
import { chosenOptions, OptionsAsk } from "../form/options.js";
import { leaveOf, RestAsk, restFor, restOf } from "../form/rest.js";
import type { Draft } from "../form/schema.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { GameIcon, Icon } from "../parts/icons.js";
import { goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { LEVELS, USUAL } from "../table/levels.js";
import { entropy } from "../table/seats.js";
import { loadTexts } from "../words.js";
import { RoleAsk, rolesOf, seatOf } from "./roles.js";

const asks = await textsOf("make");

const LONGEST_LABEL = 80;

const WHO = ["bots", "people", "host"] as const;
const PACES: Pace[] = ["eager", "deadline"];
const SEEN: Visibility[] = ["public", "unlisted", "private"];

interface MakeProps {
  games: GameSummary[];
  titleOf: (game: string) => string;
  onMade: () => void;
}

export default function Make({ games, titleOf, onMade }: MakeProps) {
  const { client } = useSession();
  const [chosen, setChosen] = useState("");
  const [game, setGame] = useState<GameReply | null>(null);
  const [texts, setTexts] = useState<GameTexts | null>(null);
  const [variant, setVariant] = useState(0);
  const [who, setWho] = useState<number>(0);
  const [level, setLevel] = useState(LEVELS.indexOf(USUAL));
  const [pace, setPace] = useState(0);
  const [seen, setSeen] = useState(0);
  const [showsSubmitted, setShowsSubmitted] = useState(false);
  const [label, setLabel] = useState("");
  const [rest, setRest] = useState(() => restFor(false));
  const [options, setOptions] = useState<Draft>({});
  const [wanted, setRole] = useState("");
  const { isBusy, failure, attempt } = useAttempt(onMade);
  const id = chosen || games[0]?.game || "";

  useEffect(() => {
    if (!id) return undefined;
    let current = true;
    setVariant(0);
    setOptions({});
    void client.game(id).then((reply) => current && setGame(reply), () => undefined);
    void loadTexts(client, id).then((words) => current && setTexts(words));
    return () => {
      current = false;
    };
  }, [client, id]);

  const words = useMemo(() => new Words(texts), [texts]);
  const kind = game?.game === id ? game.variants[variant] : undefined;
  const defaults = { ...kind?.options, ...game?.casual };

  const roles = rolesOf(id, kind?.seats ?? []);
  const role = roles.includes(wanted) ? wanted : roles[0];

  const make = async () => {
    if (!game || !kind) return;
    const request: MatchRequest = {
      game: id,
      variant: kind.variant,
      options: { ...game.casual, ...chosenOptions(game, defaults, options) },
      pace: PACES[pace]!,
      visibility: SEEN[seen]!,
      autostart: WHO[who] !== "host",
      show_submitted: showsSubmitted,
      label: label.trim() || null,
      rest: restOf(rest),
      leave_days: leaveOf(rest),
    };
    const match = await client.createMatch(request);
    // Which seats there are depends on the settings; and only `takeSeat` can send the player's own part of the draws.
    const { seats } = await match.details();
    const own = seatOf(seats, role);
    if (WHO[who] !== "host" && own) await match.takeSeat(own, { entropy: entropy() });
    if (WHO[who] === "bots") for (const seat of seats) if (seat.id !== own) await match.takeSeat(seat.id, { bot: true, level: LEVELS[level]! });
    goTo({ page: "table", id: match.id });
  };

  return (
    <section class="panel make" id="make" tabIndex={-1} aria-labelledby="make-title">
      <h2 id="make-title">{say.secMake}</h2>
      <fieldset>
        <legend class="tiny dim">{asks.game}</legend>
        <div class="games">
          {games.map((one) => (
            <label class="gm" key={one.game} data-on={one.game === id}>
              <input class="vh" type="radio" name="game" checked={one.game === id} onChange={() => setChosen(one.game)} />
              <GameIcon game={one.game} />
              <b>{titleOf(one.game)}</b>
            </label>
          ))}
        </div>
      </fieldset>
      {kind && game && (
        <>
          <p class="small dim">{words.text("game", id) ?? games.find((one) => one.game === id)?.summary}</p>
          <Choices title={asks.variant} options={game.variants.map((one) => (texts ? words.thing("variant", one.variant) : one.title))} chosen={variant} blank={false} onChoose={(at) => { setVariant(at); setOptions({}); }} />
          <p class="small dim">{words.text("variant", kind.variant) ?? kind.summary} {asks.seatsCount(kind.seats.length)}</p>
          <Choices title={asks.opponents} options={[asks.withBots, asks.withPeople, asks.asHost]} chosen={who} blank={false} onChoose={setWho} />
          {role !== undefined && WHO[who] !== "host" && <RoleAsk roles={roles} chosen={role} words={words} onChoose={setRole} />}
          {WHO[who] === "bots" && <Choices title={asks.level} text={words.text("level", LEVELS[level]!) ?? undefined} options={LEVELS.map((one) => words.thing("level", one))} chosen={level} blank={false} onChoose={setLevel} />}
          <Choices title={asks.closesWhen} options={PACES.map((one) => asks[one])} chosen={pace} blank={false} onChoose={setPace} />
          <Choices title={asks.whoMayWatch} options={SEEN.map((one) => asks[one])} chosen={seen} blank={false} onChoose={setSeen} />
          <details>
            <summary>{asks.allSettings}</summary>
            <div class="ask">
              <label for="label">{asks.label}</label>
              <input class="field" id="label" dir="auto" maxLength={LONGEST_LABEL} autoComplete="off" value={label} onInput={(event) => setLabel(event.currentTarget.value)} />
            </div>
            <label class="switch"><input type="checkbox" checked={showsSubmitted} onChange={(event) => setShowsSubmitted(event.currentTarget.checked)} /> {asks.showSubmitted}</label>
            <OptionsAsk game={game} defaults={defaults} words={words} draft={options} onChange={setOptions} />
            <RestAsk draft={rest} onChange={setRest} />
          </details>
          <button class="btn primary" disabled={isBusy} onClick={() => void attempt(make)}>
            <Icon name="plus" /> {WHO[who] === "bots" ? asks.playNow : asks.openTable}
          </button>
          <Failure error={failure} />
        </>
      )}
    </section>
  );
}
