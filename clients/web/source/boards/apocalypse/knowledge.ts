// What a viewer knows in The Apocalypse beyond the fields of the view: plain sets, and nothing that was not told.

import type { ApocalypseCard, ApocalypseView, CardAbility, CardPair, ChatUse } from "moirai-client";

export const CARDS: readonly ApocalypseCard[] = ["pestilence", "war", "death", "famine"];

export const ABILITIES: readonly CardAbility[] = ["communications", "active", "passive", "endgame"];

export const PAIRS: { [pair in CardPair]: readonly [ApocalypseCard, ApocalypseCard] } = {
  pestilence_war: ["pestilence", "war"],
  pestilence_death: ["pestilence", "death"],
  pestilence_famine: ["pestilence", "famine"],
  war_death: ["war", "death"],
  war_famine: ["war", "famine"],
  death_famine: ["death", "famine"],
};

export const PAIR_NAMES = Object.keys(PAIRS) as CardPair[];

export const LAST_ROUND = 6;

export const isPair = (value: string): value is CardPair => Object.hasOwn(PAIRS, value);
export const isCard = (value: string): value is ApocalypseCard => CARDS.includes(value as ApocalypseCard);

/** A view of which any field may be missing: an older server, or a viewer who is told less. */
export type Known = Partial<ApocalypseView>;

export interface Opening {
  /** The round in which the card was played; the chat was open in the next one. */
  round: number;
  /** The own card; null if the opponent opened, whose card is not told. */
  card: ApocalypseCard | null;
}

/** What the viewer knows about its chat with one opponent. */
export interface Chat {
  seat: string;
  openings: Opening[];
  /** Whether a card has opened it for now. */
  isOpen: boolean;
  /** Whether an AB game was announced for now. */
  isGame: boolean;
}

export function seatsOf(view: Known, realm: string): string[] {
  return (view.seats ?? []).filter((seat) => seat.realm === realm).map(({ id }) => id);
}

export const realmOf = (view: Known, seat: string): string => (view.seats ?? []).find(({ id }) => id === seat)?.realm ?? "";

/** The opponents of a seat; none for watchers. */
export function opponentsOf(view: Known, seat: string): string[] {
  const own = realmOf(view, seat);
  return own === "" ? [] : (view.seats ?? []).filter(({ realm }) => realm !== own).map(({ id }) => id);
}

/** The chats of the viewer's seat, by what it did itself and by what was opened for it. */
export function chatsOf(view: Known): Chat[] {
  const round = view.phase ? (view.round ?? 0) : LAST_ROUND + 1;
  return opponentsOf(view, view.viewer ?? "").map((seat) => {
    const openings: Opening[] = [];
    for (let at = 1; at < LAST_ROUND; at++) {
      const card = ownCard(view, at, seat);
      if (card !== null) openings.push({ round: at, card });
      // Where the viewer opened, the opponent may have, too: nobody is told.
      else if (view.opened?.[at + 1]?.includes(seat)) openings.push({ round: at, card: null });
    }
    const told = view.options?.cross_realm_talk === "always" ? view.opened?.[round] : view.can_talk_to;
    return { seat, openings, isOpen: told?.includes(seat) ?? false, isGame: view.ab_games?.[round]?.includes(seat) ?? false };
  });
}

/** The card with which the viewer used Communications on an opponent in a round. */
function ownCard(view: Known, round: number, seat: string): ApocalypseCard | null {
  const cards = view.plays?.[round]?.cards ?? {};
  return CARDS.find((card) => cards[card]?.ability === "communications" && cards[card].targets.includes(seat)) ?? null;
}

/** When the viewer used an ability on a target, if it did. */
export function usedIn(view: Known, ability: CardAbility, target: string): number | null {
  const play = Object.values(view.plays ?? {}).find(({ cards }) =>
    Object.values(cards).some((use) => use.ability === ability && use.targets.includes(target)),
  );
  return play?.round ?? null;
}

/** What the viewer's own cards of the last round will still do when this one closes. */
export function owedNow(view: Known): { card: ApocalypseCard; seats: string[] }[] {
  const cards = view.phase ? (view.plays?.[(view.round ?? 0) - 1]?.cards ?? {}) : {};
  return CARDS.flatMap((card) => {
    const use = cards[card];
    return use?.ability === "communications" && card !== "war" ? [{ card, seats: use.targets }] : [];
  });
}

/** The uses of Communications in a round of a match that was revealed. */
export function revealedUses(view: Known, round: number): ChatUse[] {
  return view.record?.find((one) => one.round === round)?.uses ?? [];
}
