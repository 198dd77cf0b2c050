// People who come by a link, play, watch, look back and play again; reports what they were told.

import { Client, RefusedError, Tournament, type MatchListing } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string }>();
const ada = await Client.signUp(given.server, "Ada");
const lobby = ada.lobby();

// A private match, and a link to it.
const hidden = await ada.createMatch({ game: "wizards_duel", visibility: "private", seats: { a: {} } });
const used = await hidden.invite({ seat: "b" });
const other = await hidden.invite();
const stranger = new Client(given.server, null);
const shown = await stranger.invitation(used.token);
if (shown.type !== "match") throw new Error(`a link to a ${shown.type}`);
const bo = await Client.signUp(given.server, "Bo");
const joined = await bo.acceptInvitation(used.token);
await hidden.withdrawInvitation(other.invitation_id);
// Made at the same moment of a clock that stands still, so in any order.
const listed = (await hidden.invitations()).map(({ used, withdrawn_at }) => [used, withdrawn_at !== null]).sort();

// A private tournament, and a link to it.
const cup = await ada.createTournament({
  label: "Cup",
  system: "swiss",
  match: { game: "wizards_duel" },
  visibility: "private",
});
await cup.act({ type: "open" });
const cy = await Client.signUp(given.server, "Cy");
const entered = await cy.acceptInvitation((await cup.invite({ uses: 2 })).token);
const counted = (await cup.invitations()).map(({ used, uses }) => [used, uses]);

// A public one, which a stranger watches, and the list of which follows.
const open = await ada.createMatch({
  game: "wizards_duel",
  label: "The long table",
  seats: { a: {} },
  open_log: true,
});
const waiting = await bo.matches({ free: true, text: "LONG table", game: "wizards_duel" });
const inLobby = async (wanted: (match: MatchListing) => boolean) => {
  for (;;) {
    const { value } = await lobby.next();
    if ((value as MatchListing[]).some(wanted)) return true;
  }
};
const free = await inLobby(({ match_id, free_seats }) => match_id === open.id && free_seats === 1);
await bo.match(open.id).takeFreeSeat();
await open.start();
const running = await inLobby(({ match_id, status }) => match_id === open.id && status === "running");
const awaiting = (await bo.matches({ awaiting_me: true })).matches.map(({ match_id }) => match_id === open.id);
const watching = stranger.match(open.id).follow();
const seen = (await watching.next()).value!.viewer;
watching.close();

// The end, and again.
const closed = await stranger
  .match(open.id)
  .view(undefined, { as: "a" })
  .catch((error: RefusedError) => error.code);
await open.act({ type: "void", reason: "Enough." });
const lines = await Promise.all([
  open.view(undefined, { lines: "de" }).then((view) => view.lines),
  open.events(0, { lines: "de" }).then(({ events }) => events.flatMap((event) => event.lines ?? [])),
  open
    .follow({ lines: "de" })
    .next()
    .then(({ value }) => value!.lines),
]);
const back = await stranger.match(open.id).view(2, { as: "a" });
const [again, same] = await Promise.all([open.rematch(), bo.match(open.id).rematch()]);
const news = (await bo.events()).events.flatMap(({ facts }) => facts.map(({ type }) => type));
lobby.close();

say({
  shown: [shown.seat, shown.match.visibility, joined.id === hidden.id],
  entered: [entered instanceof Tournament, entered.id === cup.id, counted],
  listed,
  waiting: waiting.matches.map(({ label }) => label),
  lobby: [free, running],
  awaiting,
  seen,
  closed,
  back: [back.viewer, back.cursor],
  lines: lines.map((told) => told !== undefined && told.length > 0),
  again: again.id === same.id && again.id !== open.id,
  news,
});
process.exit(0);
