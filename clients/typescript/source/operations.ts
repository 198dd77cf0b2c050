// The calls of the API. Written by generate_types.py from openapi/openapi.json.

import type {
  AcceptRequest,
  AccountReply,
  ApiReply,
  AuditPage,
  BulkActionReply,
  BulkActionRequest,
  BulkReply,
  BulkRequest,
  ChangePlayerRequest,
  DecisionRequest,
  DeliveryList,
  DeliveryReply,
  DirectorAction,
  EndAccessAction,
  EntrantRequest,
  EventInvitationList,
  EventInvitationRequest,
  EventPage,
  ForgetPlayerRequest,
  ForgetRequest,
  ForgettingReply,
  GameList,
  GameReply,
  GameTexts,
  Health,
  HostAction,
  InvitationList,
  InvitationRequest,
  JoinedReply,
  MatchDetails,
  MatchList,
  MatchReply,
  MatchRequest,
  MatchStatus,
  MeReply,
  MessagePage,
  MessageReply,
  MessageRequest,
  NewCalendarReply,
  NewEventInvitationReply,
  NewInvitationReply,
  NewPlayerReply,
  NewTokenReply,
  NewTokenRequest,
  NewWebhookReply,
  OpenedInvitationReply,
  OwnEventPage,
  PackDetails,
  PackList,
  PackReply,
  PackRequest,
  PlayerRequest,
  PushSubscriptionList,
  PushSubscriptionReply,
  PushSubscriptionRequest,
  RatingList,
  RatingsReply,
  ReceiptReply,
  ReinstateAction,
  RemindersReply,
  RemindersRequest,
  RemoveAdministratorAction,
  RotatedReply,
  RoundReply,
  SeasonRequest,
  SeriesAction,
  SeriesEventPage,
  SeriesList,
  SeriesListing,
  SeriesPreview,
  SeriesRequest,
  SeriesView,
  StandingsReply,
  SubmissionRequest,
  SuspendAction,
  TakeSeatRequest,
  TicketReply,
  TokenList,
  TournamentEventPage,
  TournamentList,
  TournamentListing,
  TournamentRequest,
  TournamentView,
  ViewReply,
  WebhookList,
  WebhookRequest,
  WithdrawNameAction,
  WithdrawTokenAction,
  WithdrawTokensAction,
} from "./schemas.js";

/** What each call takes: parameters of its path and its query by name, and its `body`; and what it replies. */
export interface Operations {
  /** The version of the API. */
  getApi: { input: {}; reply: ApiReply };
  /** The games of this server. */
  listGames: { input: {}; reply: GameList };
  /** A game, its rules and schemas. */
  getGame: { input: { game: string; language?: string | undefined }; reply: GameReply };
  /** The words of a game, in one language. */
  getGameTexts: { input: { game: string; language?: string | undefined }; reply: GameTexts };
  /** Create a player. */
  createPlayer: { input: { body: PlayerRequest }; reply: NewPlayerReply };
  /** The player of this token. */
  getMe: { input: {}; reply: MeReply };
  /** Change the name of the player. */
  updateMe: { input: { body: ChangePlayerRequest }; reply: MeReply };
  /** Be forgotten. */
  forgetMe: { input: { body: ForgetRequest }; reply: ForgettingReply };
  /** Sign out everywhere, and remove newer ways in. */
  endAccess: { input: {}; reply: undefined };
  /** Create a ticket for one WebSocket. */
  createTicket: { input: {}; reply: TicketReply };
  /** The caller's own stream: what happens to the caller in matches and tournaments. */
  listMyEvents: { input: { after?: number | undefined; limit?: number | undefined; wait?: number | undefined }; reply: OwnEventPage };
  /** The caller's push subscriptions. */
  listPushSubscriptions: { input: {}; reply: PushSubscriptionList };
  /** Subscribe a browser to Web Push. */
  putPushSubscription: { input: { body: PushSubscriptionRequest }; reply: PushSubscriptionReply };
  /** Delete a push subscription. */
  deletePushSubscription: { input: { subscription_id: string }; reply: undefined };
  /** What the caller is told of. */
  getReminders: { input: {}; reply: RemindersReply };
  /** Choose what the caller is told of. */
  putReminders: { input: { body: RemindersRequest }; reply: RemindersReply };
  /** Make a secret address for the caller's calendar. */
  createCalendar: { input: {}; reply: NewCalendarReply };
  /** Delete the address of the caller's calendar. */
  deleteCalendar: { input: {}; reply: undefined };
  /** A player's calendar. */
  getCalendar: { input: { secret: string; language?: string | undefined }; reply: string };
  /** Create a token. */
  createToken: { input: { body: NewTokenRequest }; reply: NewTokenReply };
  /** The player's tokens. */
  listTokens: { input: {}; reply: TokenList };
  /** Withdraw all other tokens. */
  withdrawTokens: { input: {}; reply: undefined };
  /** Renew a token. */
  renewToken: { input: { token_id: string }; reply: NewTokenReply };
  /** Withdraw a token. */
  withdrawToken: { input: { token_id: string }; reply: undefined };
  /** A player with its tokens. */
  getAccount: { input: { player_id: string }; reply: AccountReply };
  /** Forget a player. */
  forgetPlayer: { input: { player_id: string; body: ForgetPlayerRequest }; reply: ForgettingReply };
  /** Suspend a player, withdraw a name or tokens, end access. */
  actOnPlayer: { input: { player_id: string; body: SuspendAction | ReinstateAction | WithdrawNameAction | WithdrawTokenAction | WithdrawTokensAction | EndAccessAction | RemoveAdministratorAction }; reply: AccountReply };
  /** What administrators have done. */
  listAudit: { input: { player?: string | undefined; before?: string | undefined; limit?: number | undefined }; reply: AuditPage };
  /** Create a webhook. */
  createWebhook: { input: { body: WebhookRequest }; reply: NewWebhookReply };
  /** The caller's webhooks, newest first. */
  listWebhooks: { input: {}; reply: WebhookList };
  /** Delete a webhook. */
  deleteWebhook: { input: { webhook_id: string }; reply: undefined };
  /** Give a webhook a new secret. */
  rotateWebhookSecret: { input: { webhook_id: string }; reply: RotatedReply };
  /** Send a webhook a message that says nothing. */
  pingWebhook: { input: { webhook_id: string }; reply: DeliveryReply };
  /** The messages to a webhook, the last one first. */
  listWebhookDeliveries: { input: { webhook_id: string; before?: number | undefined; limit?: number | undefined }; reply: DeliveryList };
  /** Send a message to a webhook again. */
  replayWebhookDelivery: { input: { webhook_id: string; n: number }; reply: DeliveryReply };
  /** Create a match, as its host. */
  createMatch: { input: { body: MatchRequest }; reply: MatchReply };
  /** Matches that the caller can see. */
  listMatches: { input: { game?: string | undefined; status?: MatchStatus | undefined; mine?: boolean | undefined; free?: boolean | undefined; awaiting_me?: boolean | undefined; text?: string | undefined; player?: string | undefined; due_before?: string | undefined; tournament?: string | undefined; round?: number | undefined; series?: string | undefined; before?: string | undefined; limit?: number | undefined }; reply: MatchList };
  /** Create many matches. */
  createMatches: { input: { body: BulkRequest }; reply: BulkReply };
  /** A match with its settings. */
  getMatch: { input: { match_id: string }; reply: MatchDetails };
  /** Take a seat, reserve it for another player, or give it to a bot. */
  takeSeat: { input: { match_id: string; seat: string; body?: TakeSeatRequest | undefined }; reply: MatchReply };
  /** Leave a seat before the start, or decline a reserved one. */
  leaveSeat: { input: { match_id: string; seat: string }; reply: MatchReply };
  /** Start the match, as the host. */
  startMatch: { input: { match_id: string }; reply: MatchReply };
  /** Pause, resume, extend, close, replace, mute, unmute, set the door, give and take roles, adjudicate, void. */
  actAsHost: { input: { match_id: string; body: HostAction }; reply: MatchReply };
  /** Take one action on many matches, as their host. */
  actOnMatches: { input: { body: BulkActionRequest }; reply: BulkActionReply };
  /** Play again with the same people. */
  rematch: { input: { match_id: string }; reply: MatchReply };
  /** Create an invitation to a match, as its host. */
  createInvitation: { input: { match_id: string; body?: InvitationRequest | undefined }; reply: NewInvitationReply };
  /** The invitations to a match, for its host. */
  listInvitations: { input: { match_id: string }; reply: InvitationList };
  /** Withdraw an invitation, as the host. */
  withdrawInvitation: { input: { match_id: string; invitation_id: string }; reply: undefined };
  /** Create an invitation to a tournament, as its director. */
  createTournamentInvitation: { input: { tournament_id: string; body?: EventInvitationRequest | undefined }; reply: NewEventInvitationReply };
  /** The invitations to a tournament, for its directors. */
  listTournamentInvitations: { input: { tournament_id: string }; reply: EventInvitationList };
  /** Withdraw an invitation to a tournament, as its director. */
  withdrawTournamentInvitation: { input: { tournament_id: string; invitation_id: string }; reply: undefined };
  /** Create an invitation to a series, as its director. */
  createSeriesInvitation: { input: { series_id: string; body?: EventInvitationRequest | undefined }; reply: NewEventInvitationReply };
  /** The invitations to a series, for its directors. */
  listSeriesInvitations: { input: { series_id: string }; reply: EventInvitationList };
  /** Withdraw an invitation to a series, as its director. */
  withdrawSeriesInvitation: { input: { series_id: string; invitation_id: string }; reply: undefined };
  /** What an invitation is for. */
  getInvitation: { input: { token: string }; reply: OpenedInvitationReply };
  /** Accept an invitation: take a seat in the match, or enter the event. */
  acceptInvitation: { input: { token: string; body?: AcceptRequest | undefined }; reply: JoinedReply };
  /** Everything the caller knows. */
  getView: { input: { match_id: string; at?: number | undefined; as?: string | undefined; lines?: string | undefined }; reply: ViewReply };
  /** Submit a move for the open phase. */
  submit: { input: { match_id: string; dry_run?: boolean | undefined; body: SubmissionRequest }; reply: ReceiptReply | undefined };
  /** Withdraw the submission. */
  withdraw: { input: { match_id: string; phase: number }; reply: ReceiptReply };
  /** The caller's stream: a page, a long poll, or server-sent events. */
  listEvents: { input: { match_id: string; after?: number | undefined; limit?: number | undefined; wait?: number | undefined; lines?: string | undefined }; reply: EventPage };
  /** The whole log as NDJSON. */
  getLog: { input: { match_id: string }; reply: string };
  /** The messages of a channel. */
  listMessages: { input: { match_id: string; channel: string; after?: number | undefined; before?: number | undefined; limit?: number | undefined }; reply: MessagePage };
  /** Send a message in a channel. */
  sendMessage: { input: { match_id: string; channel: string; body: MessageRequest }; reply: MessageReply };
  /** Create a tournament, as its director. */
  createTournament: { input: { body: TournamentRequest }; reply: TournamentListing };
  /** Tournaments that the caller may know of, newest first. */
  listTournaments: { input: { status?: "draft" | "open" | "check_in" | "running" | "paused" | "over" | "cancelled" | undefined; mine?: boolean | undefined; before?: string | undefined; limit?: number | undefined }; reply: TournamentList };
  /** A tournament, as lists show it. */
  getTournament: { input: { tournament_id: string }; reply: TournamentListing };
  /** Enter a tournament, or as a director somebody else. */
  enterTournament: { input: { tournament_id: string; player_id: string; body: EntrantRequest }; reply: TournamentListing };
  /** Withdraw from a tournament, or as a director somebody else. */
  withdrawEntrant: { input: { tournament_id: string; player_id: string }; reply: TournamentListing };
  /** Say that the caller is here. */
  checkIn: { input: { tournament_id: string }; reply: TournamentListing };
  /** Say that the caller is ready at a table of the open round. */
  sayReady: { input: { tournament_id: string; number: number }; reply: TournamentListing };
  /** Open, pair, publish, start rounds, correct results, forfeit, pause, finish, and more. */
  actAsDirector: { input: { tournament_id: string; body: DirectorAction }; reply: TournamentListing };
  /** What the caller knows of a tournament, now or after an earlier event. */
  getTournamentView: { input: { tournament_id: string; at?: number | undefined; lines?: string | undefined }; reply: TournamentView };
  /** A round that the caller knows of, and why each table is as it is, as JSON or CSV. */
  getRound: { input: { tournament_id: string; number: number; language?: string | undefined }; reply: RoundReply };
  /** The standings after a round, as JSON or CSV. */
  getStandings: { input: { tournament_id: string; round?: number | undefined; explain?: string | undefined; language?: string | undefined }; reply: StandingsReply };
  /** The caller's stream of a tournament: a page, a long poll, or server-sent events. */
  listTournamentEvents: { input: { tournament_id: string; after?: number | undefined; limit?: number | undefined; wait?: number | undefined; lines?: string | undefined }; reply: TournamentEventPage };
  /** The whole log of a tournament as NDJSON. */
  getTournamentLog: { input: { tournament_id: string }; reply: string };
  /** The ratings of a player. */
  getPlayerRatings: { input: { player_id: string }; reply: RatingsReply };
  /** The players who are rated in a game, the best first. */
  listRatings: { input: { game: string; before?: string | undefined; limit?: number | undefined }; reply: RatingList };
  /** How many players are where before each episode of a season. */
  previewSeries: { input: { body: SeasonRequest }; reply: SeriesPreview };
  /** Create a series, as its director. */
  createSeries: { input: { body: SeriesRequest }; reply: SeriesListing };
  /** Series that the caller may know of, newest first. */
  listSeries: { input: { status?: "open" | "running" | "stopped" | "paused" | "over" | "cancelled" | undefined; mine?: boolean | undefined; before?: string | undefined; limit?: number | undefined }; reply: SeriesList };
  /** A series, as lists show it. */
  getSeries: { input: { series_id: string }; reply: SeriesListing };
  /** Take a free place in a series, or as a director give it to somebody else. */
  enterSeries: { input: { series_id: string; player_id: string }; reply: SeriesListing };
  /** Leave a series, or as a director take somebody else out of it. */
  leaveSeries: { input: { series_id: string; player_id: string }; reply: SeriesListing };
  /** Make or change a decision for which the caller is asked. */
  decideInSeries: { input: { series_id: string; number: number; body: DecisionRequest }; reply: SeriesListing };
  /** Start, pause, extend, replay, decide, replace, disqualify, set places, give or take roles, cancel. */
  actOnSeries: { input: { series_id: string; body: SeriesAction }; reply: SeriesListing };
  /** What the caller knows of a series, now or after an earlier event. */
  getSeriesView: { input: { series_id: string; at?: number | undefined; lines?: string | undefined }; reply: SeriesView };
  /** The caller's stream of a series: a page, a long poll, or server-sent events. */
  listSeriesEvents: { input: { series_id: string; after?: number | undefined; limit?: number | undefined; wait?: number | undefined; lines?: string | undefined }; reply: SeriesEventPage };
  /** The whole log of a series as NDJSON. */
  getSeriesLog: { input: { series_id: string }; reply: string };
  /** Register a pack for your matches. */
  registerPack: { input: { body: PackRequest }; reply: PackReply };
  /** The caller's packs, newest first. */
  listPacks: { input: {}; reply: PackList };
  /** A pack of the caller. */
  getPack: { input: { pack: string }; reply: PackDetails };
  /** Delete a pack. */
  deletePack: { input: { pack: string }; reply: undefined };
  /** Whether the process is alive. */
  getHealth: { input: {}; reply: Health };
  /** Whether the process is ready to serve. */
  getReadiness: { input: {}; reply: Health };
}

export type OperationId = keyof Operations;

/** Method and path of each call, and whether it takes an `Idempotency-Key`. */
export const OPERATIONS: { readonly [id in OperationId]: readonly [string, string, boolean?] } = {
  getApi: ["GET", "/v1"],
  listGames: ["GET", "/v1/games"],
  getGame: ["GET", "/v1/games/{game}"],
  getGameTexts: ["GET", "/v1/games/{game}/texts"],
  createPlayer: ["POST", "/v1/players"],
  getMe: ["GET", "/v1/me"],
  updateMe: ["PATCH", "/v1/me"],
  forgetMe: ["DELETE", "/v1/me"],
  endAccess: ["POST", "/v1/me/end-access"],
  createTicket: ["POST", "/v1/tickets"],
  listMyEvents: ["GET", "/v1/me/events"],
  listPushSubscriptions: ["GET", "/v1/me/push-subscriptions"],
  putPushSubscription: ["PUT", "/v1/me/push-subscriptions"],
  deletePushSubscription: ["DELETE", "/v1/me/push-subscriptions/{subscription_id}"],
  getReminders: ["GET", "/v1/me/reminders"],
  putReminders: ["PUT", "/v1/me/reminders"],
  createCalendar: ["POST", "/v1/me/calendar"],
  deleteCalendar: ["DELETE", "/v1/me/calendar"],
  getCalendar: ["GET", "/v1/calendars/{secret}.ics"],
  createToken: ["POST", "/v1/me/tokens"],
  listTokens: ["GET", "/v1/me/tokens"],
  withdrawTokens: ["DELETE", "/v1/me/tokens"],
  renewToken: ["POST", "/v1/me/tokens/{token_id}/renewal"],
  withdrawToken: ["DELETE", "/v1/me/tokens/{token_id}"],
  getAccount: ["GET", "/v1/administration/players/{player_id}"],
  forgetPlayer: ["DELETE", "/v1/administration/players/{player_id}"],
  actOnPlayer: ["POST", "/v1/administration/players/{player_id}/actions"],
  listAudit: ["GET", "/v1/administration/audit"],
  createWebhook: ["POST", "/v1/webhooks"],
  listWebhooks: ["GET", "/v1/webhooks"],
  deleteWebhook: ["DELETE", "/v1/webhooks/{webhook_id}"],
  rotateWebhookSecret: ["POST", "/v1/webhooks/{webhook_id}/rotate"],
  pingWebhook: ["POST", "/v1/webhooks/{webhook_id}/ping"],
  listWebhookDeliveries: ["GET", "/v1/webhooks/{webhook_id}/deliveries"],
  replayWebhookDelivery: ["POST", "/v1/webhooks/{webhook_id}/deliveries/{n}/replay"],
  createMatch: ["POST", "/v1/matches", true],
  listMatches: ["GET", "/v1/matches"],
  createMatches: ["POST", "/v1/matches/bulk", true],
  getMatch: ["GET", "/v1/matches/{match_id}"],
  takeSeat: ["PUT", "/v1/matches/{match_id}/seats/{seat}"],
  leaveSeat: ["DELETE", "/v1/matches/{match_id}/seats/{seat}"],
  startMatch: ["POST", "/v1/matches/{match_id}/start", true],
  actAsHost: ["POST", "/v1/matches/{match_id}/actions", true],
  actOnMatches: ["POST", "/v1/matches/actions", true],
  rematch: ["POST", "/v1/matches/{match_id}/rematch"],
  createInvitation: ["POST", "/v1/matches/{match_id}/invitations"],
  listInvitations: ["GET", "/v1/matches/{match_id}/invitations"],
  withdrawInvitation: ["DELETE", "/v1/matches/{match_id}/invitations/{invitation_id}"],
  createTournamentInvitation: ["POST", "/v1/tournaments/{tournament_id}/invitations"],
  listTournamentInvitations: ["GET", "/v1/tournaments/{tournament_id}/invitations"],
  withdrawTournamentInvitation: ["DELETE", "/v1/tournaments/{tournament_id}/invitations/{invitation_id}"],
  createSeriesInvitation: ["POST", "/v1/series/{series_id}/invitations"],
  listSeriesInvitations: ["GET", "/v1/series/{series_id}/invitations"],
  withdrawSeriesInvitation: ["DELETE", "/v1/series/{series_id}/invitations/{invitation_id}"],
  getInvitation: ["GET", "/v1/invitations/{token}"],
  acceptInvitation: ["POST", "/v1/invitations/{token}/accept"],
  getView: ["GET", "/v1/matches/{match_id}/view"],
  submit: ["PUT", "/v1/matches/{match_id}/submission"],
  withdraw: ["DELETE", "/v1/matches/{match_id}/submission"],
  listEvents: ["GET", "/v1/matches/{match_id}/events"],
  getLog: ["GET", "/v1/matches/{match_id}/log"],
  listMessages: ["GET", "/v1/matches/{match_id}/channels/{channel}/messages"],
  sendMessage: ["POST", "/v1/matches/{match_id}/channels/{channel}/messages", true],
  createTournament: ["POST", "/v1/tournaments", true],
  listTournaments: ["GET", "/v1/tournaments"],
  getTournament: ["GET", "/v1/tournaments/{tournament_id}"],
  enterTournament: ["PUT", "/v1/tournaments/{tournament_id}/entrants/{player_id}"],
  withdrawEntrant: ["DELETE", "/v1/tournaments/{tournament_id}/entrants/{player_id}"],
  checkIn: ["PUT", "/v1/tournaments/{tournament_id}/check_in"],
  sayReady: ["PUT", "/v1/tournaments/{tournament_id}/tables/{number}/ready"],
  actAsDirector: ["POST", "/v1/tournaments/{tournament_id}/actions", true],
  getTournamentView: ["GET", "/v1/tournaments/{tournament_id}/view"],
  getRound: ["GET", "/v1/tournaments/{tournament_id}/rounds/{number}"],
  getStandings: ["GET", "/v1/tournaments/{tournament_id}/standings"],
  listTournamentEvents: ["GET", "/v1/tournaments/{tournament_id}/events"],
  getTournamentLog: ["GET", "/v1/tournaments/{tournament_id}/log"],
  getPlayerRatings: ["GET", "/v1/players/{player_id}/ratings"],
  listRatings: ["GET", "/v1/games/{game}/ratings"],
  previewSeries: ["POST", "/v1/series/preview"],
  createSeries: ["POST", "/v1/series", true],
  listSeries: ["GET", "/v1/series"],
  getSeries: ["GET", "/v1/series/{series_id}"],
  enterSeries: ["PUT", "/v1/series/{series_id}/players/{player_id}"],
  leaveSeries: ["DELETE", "/v1/series/{series_id}/players/{player_id}"],
  decideInSeries: ["PUT", "/v1/series/{series_id}/decisions/{number}"],
  actOnSeries: ["POST", "/v1/series/{series_id}/actions", true],
  getSeriesView: ["GET", "/v1/series/{series_id}/view"],
  listSeriesEvents: ["GET", "/v1/series/{series_id}/events"],
  getSeriesLog: ["GET", "/v1/series/{series_id}/log"],
  registerPack: ["POST", "/v1/packs"],
  listPacks: ["GET", "/v1/packs"],
  getPack: ["GET", "/v1/packs/{pack}"],
  deletePack: ["DELETE", "/v1/packs/{pack}"],
  getHealth: ["GET", "/healthz"],
  getReadiness: ["GET", "/readyz"],
};
