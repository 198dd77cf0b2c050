// Two players play matches to their end, all at once, each with a bot of the package; another stream is read along.
// A line is written for each move, and the last line is what was seen of each match.

import { Bot, Client, type Match, type MatchRequest, type Move, type ViewerEvent, type ViewReply } from "moirai-client";
import { verifyLog } from "moirai-client/verifier";
import { say, task } from "./program.js";

const ENDS = ["match_ended", "match_adjudicated", "match_voided"];

class Mover extends Bot {
  override choose(view: ViewReply): Move | Promise<Move> {
    say({ moves: view.match_id });
    const { view: game, phase, viewer } = view;
    if (game.game !== "wizards_duel" || phase?.name !== "cast" || viewer !== "a") return super.choose(view);
    const { possible = [] } = game.hands[viewer] ?? {};
    const free = possible.filter((spell) => spell !== game.pending[viewer]?.banned);
    return { type: "cast", spell: free.sort().at(-1) ?? "0" };
  }
}

async function play(ada: Client, bo: Client, terms: MatchRequest) {
  const { variants } = await ada.game(terms.game);
  const seats = variants.find(({ variant }) => variant === terms.variant)?.seats.map(({ id }) => id) ?? [];
  const bots = Object.fromEntries(seats.slice(1, -1).map((seat) => [seat, { bot: true }]));
  const others = { [seats.at(0) ?? ""]: {}, [seats.at(-1) ?? ""]: { player_id: (await bo.me()).player_id } };
  const match = await ada.createMatch({
    ...terms,
    seats: { ...bots, ...others },
    pace: "eager",
    autostart: true,
    open_log: true,
  });
  await bo.match(match.id).takeFreeSeat();
  const players = await Promise.all([ada, bo].map((client) => seen(client, match.id)));
  const log = await match.log();
  const verdicts = players.map(({ kept }) => verifyLog(log, kept));
  return { match_id: match.id, players, verdicts };
}

async function seen(client: Client, matchId: string) {
  const bot = new Mover(client);
  const match = client.match(matchId);
  const [view, told] = await Promise.all([bot.run(matchId), read(match)]);
  return { outcome: view.outcome, kept: bot.kept!.toJSON(), ...told };
}

async function read(match: Match) {
  const states: string[] = [];
  const events: ViewerEvent[] = [];
  for await (const event of match.follow({ onState: ({ type }) => states.push(type) })) {
    events.push(event);
    if (event.facts.some(({ type }) => ENDS.includes(type))) break;
  }
  return { states, events };
}

const { server, matches, sockets } = task<{ server: string; matches: MatchRequest[]; sockets: boolean }>();
const options = { platform: sockets ? {} : { WebSocket: undefined } };
const [ada, bo] = await Promise.all(["Ada", "Bo"].map((name) => Client.signUp(server, name, options)));
const played = await Promise.all(matches.map((terms) => play(ada!, bo!, terms)));
say({ matches: played, tokens: [ada?.token, bo?.token] });
