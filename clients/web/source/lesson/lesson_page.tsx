// A lesson: a first match on the real board, step by step, against bots that play a script. `/lesson/GAME`.

import { Client, Words, type GameTexts } from "moirai-client";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { SERVER } from "../base.js";
import { useBoard } from "../boards/index.js";
import { playAgainstBots } from "../home/at_once.js";
import { Failure, failureText, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { Notice } from "../parts/notice.js";
import { follow, goTo, type Place } from "../router.js";
import { useSession } from "../session.js";
import { keep, recall, UNNAMED } from "../storage.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { useTable, type Following } from "../table/following.js";
import { MovePanel } from "../table/move.js";
import { seatName, withTitles } from "../table/people.js";
import { useSealing } from "../table/sealing.js";
import { loadStyles } from "../parts/styles.js";
import { loadTexts } from "../words.js";
import { LESSONS } from "./games/index.js";
import { find, isChosen, type LessonTexts } from "./steps.js";

const [tell, { guest }] = await Promise.all([textsOf("lesson"), textsOf("stranger"), loadStyles("rules")]);

export default function LessonPage({ place }: { place: Place }) {
  const { client, player, enter } = useSession();
  const game = place.page === "lesson" ? place.id : "";
  const [lesson, setLesson] = useState<{ id: string; texts: LessonTexts } | Error | "none" | null>(null);
  const begin = async () => {
    const load = LESSONS[game];
    if (!load) return setLesson("none");
    if (player === null) {
      // A name is asked for with the first move of a match that counts, not here.
      const newcomer = await Client.signUp(SERVER, guest, { patienceSeconds: 5 });
      keep(UNNAMED, true);
      enter(newcomer.token!);
      return;
    }
    const kept = recall<string>(`lesson ${game}`);
    const isRunning = kept !== null && (await client.match(kept).details().catch(() => null))?.status === "running";
    const id = isRunning ? kept : (await client.createMatch({ game, lesson: true })).id;
    keep(`lesson ${game}`, id);
    setLesson({ id, texts: (await load()).lesson });
  };
  useEffect(() => void begin().catch(setLesson), [client, game]);
  const again = () => {
    keep(`lesson ${game}`, null);
    setLesson(null);
    void begin().catch(setLesson);
  };
  if (lesson === null) return <Notice text={say.loading} />;
  if (lesson === "none") return <Notice text={tell.noLesson} />;
  if (lesson instanceof Error) return <Notice text={failureText(lesson)} />;
  return <Table key={lesson.id} id={lesson.id} game={game} texts={lesson.texts} onAgain={again} />;
}

interface TableProps {
  id: string;
  game: string;
  texts: LessonTexts;
  onAgain: () => void;
}

function Table({ id, ...rest }: TableProps) {
  const table = useTable(id);
  if (table.state === "loading") return <Notice text={say.loading} />;
  if (table.state === "refused") return <Notice text={failureText(table.error)} />;
  return table.view.phase === null && table.view.status !== "over" ? <Notice text={say.loading} /> : <Lesson table={table} {...rest} />;
}

function Lesson({ table: given, game, texts, onAgain }: Omit<TableProps, "id"> & { table: Following }) {
  const { client } = useSession();
  const [known, setKnown] = useState<GameTexts | null>(null);
  useEffect(() => void loadTexts(client, game).then(setKnown), [client, game]);
  const { view, events } = given;
  const plain = useMemo(() => new Words(known), [known]);
  const details = useMemo(() => withTitles(given.details, plain), [given.details, plain]);
  const words = useMemo(() => new Words(known, { nameOf: (seat) => seatName(details, seat, view.viewer) }), [known, details, view.viewer]);
  const table = { ...given, details };
  const board = useBoard(game);
  const sealing = useSealing(table);
  const { steps } = texts;
  const phase = view.phase?.number ?? Infinity;
  const [at, setAt] = useState(() => steps.filter((step) => step.phase < phase).length);
  const [isAstray, setAstray] = useState(false);
  const [, lookAgain] = useState({});
  const page = useRef<HTMLDivElement>(null);
  const speech = useRef<HTMLElement>(null);
  const brought = useRef(-1);
  const step = steps[at];
  const sealedUntil = Math.max(steps[at + 1]?.phase ?? 0, (step?.phase ?? 0) + 1);
  useTitle(`${texts.title} · Moirai`);

  useEffect(() => {
    setAstray(false);
    speech.current?.focus({ preventScroll: true });
    if (step?.lit == null) scrollTo(0, 0);
  }, [at]);
  // The board is drawn by others, so what is lit is marked after each drawing, and what is chosen is found there. When what a
  // step asks for is done, the next one comes; a seal is done when the phase of
  // the next step is open: after the moves of others, of which that step tells.
  useLayoutEffect(() => {
    if (step && page.current && (step.lit === "seal" ? phase >= sealedUntil : isChosen(step.lit, words, page.current))) return setAt(at + 1);
    const lit = page.current && step && find(step.lit, words, page.current);
    page.current?.querySelectorAll("[data-lit]").forEach((part) => part !== lit && part.removeAttribute("data-lit"));
    lit?.setAttribute("data-lit", "");
    // Once a step: what is lit can come later than its step, with the board.
    if (!lit || brought.current === at) return;
    brought.current = at;
    lit.scrollIntoView({ block: "nearest" });
  });

  const keepToStep = (event: Event) => {
    const part = event.target as HTMLElement;
    if (!part.closest(".move") || part.closest("[data-lit]")) return;
    event.preventDefault();
    event.stopPropagation();
    setAstray(true);
  };
  const show = () => {
    const lit = step && page.current && find(step.lit, words, page.current);
    (lit?.querySelector<HTMLElement>("input") ?? lit)?.focus();
  };
  const isWaiting = step?.lit === "seal" && (sealing === null ? phase > step.phase : !sealing.isOpen);
  return (
    // What is touched may be known to a part of the move alone, which is then drawn without this page.
    <div class="lesson" ref={page} onClickCapture={keepToStep} onChange={() => lookAgain({})}>
      <header class="bar">
        <a class="home" aria-label={say.home} {...follow({ page: "home" })}><Icon name="arrow_left" /></a>
        <div class="title">
          <h1>{texts.title}</h1>
          <p class="who">{tell.nothingCounts}</p>
        </div>
        <a class="btn quiet" {...follow({ page: "home" })}>{tell.skip}</a>
      </header>
      <main class="lesson-main">
        <section class="speech" ref={speech} tabIndex={-1} aria-label={tell.step(at + 1, steps.length + 1)}>
          <div aria-live="polite">
            <p class="say">{step ? (isWaiting ? tell.wait : step.say) : tell.done}</p>
            <p class="dim">{step?.isResult && <b>{tell.why} </b>}{step ? !isWaiting && step.more : tell.doneNote}</p>
            <p class="problem" role="status">{isAstray && tell.first}</p>
          </div>
          <div class="row">
            <Dots at={at} of={steps.length + 1} />
            {step && step.lit === null && <button class="btn primary" onClick={() => setAt(at + 1)}>{tell.goOn}</button>}
            {step && step.lit !== null && !isWaiting && <button class="btn quiet" onClick={show}>{tell.show}</button>}
            {!step && <Then game={game} onAgain={onAgain} />}
          </div>
        </section>
        {step?.lit && <h2 class="vh">{say.yourMoveTitle}</h2>}
        {step?.lit && <MovePanel table={table} sealing={sealing} game={board} words={words} toLocal={(moment) => client.clock.toLocal(moment)} />}
        <section class="board" id="board" aria-label={say.board} tabIndex={-1}>
          <h2>{say.board}</h2>
          {board && <board.default details={details} view={view} events={events} words={words} move={null} />}
        </section>
      </main>
    </div>
  );
}

function Dots({ at, of }: { at: number; of: number }) {
  return (
    <p class="prog" role="img" aria-label={tell.step(at + 1, of)}>
      {Array.from({ length: of }, (_, place) => <i key={place} class={place < at ? "is-done" : place === at ? "is-now" : ""} />)}
    </p>
  );
}

/** After the lesson: a match that counts, or the rules. */
function Then({ game, onAgain }: { game: string; onAgain: () => void }) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt();
  const play = () => attempt(async () => goTo({ page: "table", id: await playAgainstBots(client, game) }));
  return (
    <>
      <button class="btn primary" disabled={isBusy} onClick={() => void play()}>{tell.botFirst}</button>
      <a class="btn" {...follow({ page: "home" })}>{tell.people}</a>
      <a class="btn" {...follow({ page: "rules", id: game })}>{say.rules}</a>
      <button class="btn quiet" onClick={onAgain}>{tell.again}</button>
      <Failure error={failure} />
    </>
  );
}
