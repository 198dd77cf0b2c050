// The rules of a game for people: aim, a round in pictures, what each thing does, what is secret, how it ends.
// It stands on a page of its own, or beside the board; its place decides how wide it is.

import type { GameReply, MatchDetails } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BASE } from "../base.js";
import { Icon } from "../parts/icons.js";
import { language, listed, say } from "../strings/index.js";
import { lengthText } from "../time.js";
import type { Words } from "../words.js";
import { BOOKS, type Book } from "./books.js";
import { Drawing } from "./pictures/drawn.js";
import { tell } from "./strings.js";
import type { AnyOptions, Given, Group, Line, Thing } from "./told.js";

export interface RulesProps {
  game: GameReply;
  words: Words;
  options: AnyOptions;
  /** The match that the options are of; null: those of a variant. */
  match: MatchDetails | null;
  /** More for the column beside the rules. */
  children?: ComponentChildren;
}

export default function RulesBook({ game, words, options, match, children }: RulesProps) {
  const [book, setBook] = useState<Book | null | undefined>();
  useEffect(() => {
    const load = BOOKS[game.game];
    if (load) void load().then(setBook, () => setBook(null));
    else setBook(null);
  }, [game.game]);
  if (book === undefined) return <p class="dim" role="status">{say.loading}</p>;
  if (book === null) return <p>{BOOKS[game.game] ? say.noReply : tell.noPage} <Exact game={game.game} /></p>;
  const { told, pictures } = book;
  const g = given(options, words, match, book.data);
  const hasOwnPack = options["pack"] !== undefined && options["pack"] !== null;
  const secrets = told.secrets(g);
  const nobody = match?.open_log ? [...secrets.none, tell.openLog] : secrets.none;
  const boxes = [["own", "key", secrets.own], ["some", "talk", secrets.some], ["all", "eye", secrets.all], ["none", "eye_closed", nobody]] as const;
  return (
    <div class="book"><div class="pages">
      <div class="chapters">
        <section class="aim" id="rules-aim">
          <div>
            <p class="eyebrow">{tell.aim}</p>
            <p class="big">{told.aim(g)}</p>
            <p class="dim">{told.more(g)}</p>
          </div>
          <Drawing wide title={told.picture(g)}>{pictures.aim}</Drawing>
        </section>
        <nav class="jumps" aria-label={say.rules}>
          {(["round", "secrets", "end", "asked"] as const).map((part) => <a key={part} href={`#rules-${part}`}>{tell[part]}</a>)}
        </nav>
        <section id="rules-round">
          <h2>{tell.round}</h2>
          <ol class="rounds-of">
            {told.round(g).map(([title, text], at) => (
              <li key={at}>
                <div class="pic">{pictures.round[at]}</div>
                <p><b>{title}</b>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <div class="groups" id="rules-things">
          {hasOwnPack && <p class="own-pack">{tell.ownPack}</p>}
          {told.things(g).map((group) => <Things key={group.title} group={group} signOf={pictures.signOf} />)}
        </div>
        <section id="rules-secrets">
          <h2>{tell.secrets}</h2>
          <div class="four">
            {boxes.filter(([, , lines]) => lines.length > 0).map(([who, icon, lines]) => (
              <section class={`secret ${who === "none" ? "veil" : ""}`} key={who}>
                <h3><Icon name={icon} /> {tell[who]}</h3>
                <ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul>
              </section>
            ))}
          </div>
        </section>
        <section id="rules-end">
          <h2>{tell.end}</h2>
          <Lines lines={told.end(g)} />
        </section>
        <section id="rules-asked">
          <h2>{tell.asked}</h2>
          <Lines lines={told.asked(g)} />
        </section>
      </div>
      <aside class="beside">
        <div class="panel this">
          <h2>{match ? tell.thisMatch : tell.thisVariant}</h2>
          <p>{words.thing("variant", String(options["variant"]))}</p>
          {children}
          <Exact game={game.game} />
          <p class="tiny dim">{tell.decides}</p>
          <dl>{told.match(g).map(([term, value]) => <div key={term}><dt>{term}</dt><dd>{value}</dd></div>)}</dl>
          {match && match.rules_version < game.rules_version && <p class="small">{tell.rulesVersion}</p>}
        </div>
      </aside>
    </div></div>
  );
}

/** What texts are made from. */
function given(options: AnyOptions, words: Words, match: MatchDetails | null, data: object): Given<AnyOptions> {
  return {
    o: options,
    name: (kind, id) => words.thing(kind, id),
    text: (kind, id) => words.text(kind, id) ?? "",
    seat: (seat) => words.seat(seat) ?? words.thing("seat", seat),
    long: lengthText,
    listed,
    isEager: match?.pace === "eager",
    data,
  };
}

function Exact({ game }: { game: string }) {
  return <a class="btn" href={`${BASE}/docs/rules/${game}`} hreflang={language}>{tell.exact}</a>;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return <dl class="lines-of">{lines.map(([lead, text]) => <div key={lead}><dt>{lead}</dt><dd>{text}</dd></div>)}</dl>;
}

function Things({ group, signOf }: { group: Group; signOf: (key: string) => ComponentChildren }) {
  const list = <div class={group.isFolded ? "things small-things" : "things"}>{group.things.map((thing) => <Card key={thing.title} thing={thing} sign={thing.sign === undefined ? null : signOf(thing.sign)} />)}</div>;
  return (
    <section>
      <h2>{group.title}</h2>
      {group.note && <p class="note">{group.note}</p>}
      {group.isFolded ? <details><summary>{tell.show(group.things.length)}</summary>{list}</details> : list}
    </section>
  );
}

function Card({ thing, sign }: { thing: Thing; sign: ComponentChildren }) {
  return (
    <article class="thing-card">
      <div class="hd">
        {sign && <span class="round-sign">{sign}</span>}
        <h3>{thing.title}</h3>
        {thing.tag !== undefined && <span class="tag">{thing.tag}</span>}
      </div>
      {thing.does && <p>{thing.does}</p>}
      {thing.rows && <dl class="rows">{thing.rows.map(([term, text]) => <div key={term}><dt>{term}</dt><dd>{text}</dd></div>)}</dl>}
      {thing.example && <p class="ex"><span class="vh">{tell.example} </span>{thing.example}</p>}
    </article>
  );
}
