// Signs of one stroke weight. They are beside words, never in place of them for a screen reader.

const PATHS = {
  apocalypse: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 3v18M4 7.5l16 9M20 7.5l-16 9",
  arrow_left: "M20 12H5M11 6l-6 6 6 6",
  arrow_right: "M4 12h15M13 6l6 6-6 6",
  book: "M5 5h5.500a2 2 0 0 1 1.500 1a2 2 0 0 1 1.500-1H19v14h-5.500a2 2 0 0 0-1.500 1a2 2 0 0 0-1.500-1H5zM12 6v13",
  check: "M5 12.5l4.5 4.500L19 7.500",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v4l3 2",
  copy: "M9 8h10v12H9zM15 8V4H5v12h4",
  cross: "M6 6l12 12M18 6L6 18",
  divine_intervention: "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
  draft: "M7 4h9l3 3v13H7zM15 4v4h4M4 8v13h10",
  eye: "M2.500 12c4-6.500 15-6.500 19 0c-4 6.500-15 6.500-19 0zM12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5",
  eye_closed: "M2.500 10c4 6.500 15 6.500 19 0M5 13l-2 3M9 14.500l-1 3.500M15 14.500l1 3.500M19 13l2 3",
  flag: "M6 21V4h12l-3 4.500 3 4.500H6",
  flame: "M12 21c-4 0-6-2.700-6-6c0-4 4-6 4-11c4 2 8 6 8 11c0 3.300-2 6-6 6M12 21c-1.700 0-3-1.300-3-3s1.500-2 2-4c2 1 4 2 4 4s-1.300 3-3 3",
  game: "M5 5h14v14H5zM9 9h.01M15 9h.01M9 15h.01M15 15h.01",
  grid: "M4 4h16v16H4zM12 4v16M4 12h16",
  hero_of_the_arena: "M19 4l-9.500 9.500M19 4v4l-8 8M19 4h-4l-8 8M6 12l6 6M8 16l-4 4",
  history: "M4 12a8 8 0 1 0 3-6.200M4 4v4h4M12 8v4l3 2",
  key: "M8 10a4 4 0 1 0 0 8a4 4 0 0 0 0-8M11 11.500L19 4M16 7l3 3",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  plus: "M12 5v14M5 12h14",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2",
  rematch: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  seal: "M12 4a5 5 0 1 0 0 10a5 5 0 0 0 0-10M9 13.500L8 21l4-2 4 2-1-7.500",
  sliders: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  threads_of_fate: "M5 4v16M19 4v16M5 7l14 4M5 12l14 5M5 18l14-11",
  users: "M9 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M3 20c0-4 2.500-6 6-6s6 2 6 6M16 5.500a3 3 0 0 1 0 5.500M17.500 14.500c2.500.7 3.500 2.800 3.500 5.500",
  wizards_duel: "M13 2.500L5 14h6l-1 7.500L19 10h-6.500z",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return <Stroke path={PATHS[name]} />;
}

/** A sign by its path: for boards, which have signs of their own. */
export function Stroke({ path, class: look = "" }: { path: string; class?: string }) {
  return (
    <svg class={look ? `i ${look}` : "i"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The sign of a game; one for all games that have none. */
export function GameIcon({ game }: { game: string }) {
  return <Icon name={game in PATHS ? (game as IconName) : "game"} />;
}

/** The three Fates: the spindle, the thread and the shears. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 48 24" aria-hidden="true">
      <circle cx="8" cy="12" r="5.500" />
      <path d="M8 6.500C20 6.500 14 18 26 15M26 8.500l14 9M26 15.500l14-9" />
      <circle cx="43" cy="5.500" r="2.800" />
      <circle cx="43" cy="18.500" r="2.800" />
    </svg>
  );
}
