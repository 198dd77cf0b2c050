// Talk: a tab for each channel, with what is new, and who reads along.

import type { ChannelReply, MessageReply } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { keep, recall } from "../storage.js";
import { listed, say } from "../strings/index.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { useHidden } from "./hidden.js";
import { channelName, seatName } from "./people.js";
import { ReportButton } from "./report_button.js";

const LONGEST = 2000;

/** With more tabs, what is new may be out of sight: a button leads there. */
const MOST_SEEN = 3;

type Read = { [channel: string]: number };

export interface Talking {
  channels: ChannelReply[];
  unread: (channel: string) => number;
  total: number;
  /** Seats whose messages the reader does not want to see. */
  hidden: ReadonlySet<string>;
  markRead: (channel: string) => void;
}

/** Which messages are new: those after the last that was seen on this device. */
export function useTalking({ match, details, view, talks }: Following): Talking {
  const place = `read ${match.id} ${view.viewer}`;
  const [read, setRead] = useState<Read>(() => recall<Read>(place) ?? {});
  const channels = [...view.channels].sort((one, two) => order(one) - order(two));
  const hidden = useHidden(details.seats);
  const messages = (channel: string) => talks.get(channel)?.messages ?? [];
  const unread = (channel: string) =>
    messages(channel).filter(({ cursor, sender }) => cursor > (read[channel] ?? 0) && sender !== view.viewer && !hidden.has(sender)).length;
  return {
    channels,
    unread,
    hidden,
    total: channels.reduce((sum, { channel }) => sum + unread(channel), 0),
    markRead: (channel) => {
      const last = messages(channel).at(-1)?.cursor ?? 0;
      if (last <= (read[channel] ?? 0)) return;
      const now = { ...read, [channel]: last };
      setRead(now);
      keep(place, now);
    },
  };
}

/** Open talks first, those of many before those of two, the host last. */
function order({ channel, open }: ChannelReply): number {
  return (open ? 0 : 10) + (channel.startsWith("host:") ? 5 : channel.startsWith("pair:") ? 2 : 0);
}

interface TalkProps {
  table: Following;
  talking: Talking;
  toLocal: (moment: string) => Date;
}

export function TalkPanel({ table, talking, toLocal }: TalkProps) {
  const { talks } = table;
  const [chosen, setChosen] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const channel = talking.channels.find((one) => one.channel === chosen) ?? talking.channels[0];
  const messages = channel ? (talks.get(channel.channel)?.messages ?? []) : [];

  // What is on the screen is read.
  useEffect(() => {
    if (!channel || !panel.current) return undefined;
    const watch = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting && !document.hidden) talking.markRead(channel.channel);
    });
    watch.observe(panel.current);
    return () => watch.disconnect();
  }, [channel?.channel, messages.length]);

  if (!channel) return null;
  return (
    <section class="talk" id="talk" aria-label={say.talk} tabIndex={-1}>
      <Tabs table={table} talking={talking} chosen={channel} choose={setChosen} />
      <div role="tabpanel" id="said" aria-labelledby={`tab-${channel.channel}`}>
        <Messages key={channel.channel} messages={messages} table={table} hidden={talking.hidden} toLocal={toLocal} />
        <span ref={panel} />
        <Writing key={`write ${channel.channel}`} channel={channel} table={table} />
      </div>
    </section>
  );
}

interface TabsProps {
  table: Following;
  talking: Talking;
  chosen: ChannelReply;
  choose: (channel: string) => void;
}

/** One row of tabs, which scrolls. Arrow keys go from tab to tab; only what is chosen becomes read. */
function Tabs({ table: { details, view }, talking, chosen, choose }: TabsProps) {
  const { channels, unread } = talking;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not scrollIntoView, which would scroll the page as well.
    const tab = row.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (tab) row.current!.scrollLeft = tab.offsetLeft - (row.current!.clientWidth - tab.offsetWidth) / 2;
  }, [chosen.channel, channels.length]);
  const move = (event: KeyboardEvent) => {
    const tabs = [...row.current!.querySelectorAll("button")];
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tabs.at(to % tabs.length)?.focus();
  };
  const others = channels.filter((one) => one !== chosen && unread(one.channel) > 0);
  return (
    <div class="talks-row">
      <div class="talks" role="tablist" aria-label={say.talk} ref={row} onKeyDown={move}>
        {channels.map((one) => {
          const count = unread(one.channel);
          const isChosen = one === chosen;
          return (
            <button key={one.channel} type="button" role="tab" id={`tab-${one.channel}`} aria-selected={isChosen} aria-controls={isChosen ? "said" : undefined} tabIndex={isChosen ? 0 : -1} onClick={() => choose(one.channel)}>
              <bdi>{channelName(details, one.channel, view.viewer)}</bdi>
              {count > 0 && <Unread count={count} />}
            </button>
          );
        })}
      </div>
      {channels.length > MOST_SEEN && others.length > 0 && (
        <button type="button" class="btn quiet" onClick={() => choose(others[0]!.channel)}>
          {say.unread(others.reduce((sum, { channel }) => sum + unread(channel), 0))}
          <Icon name="arrow_right" />
        </button>
      )}
    </div>
  );
}

/** How many messages are new. */
export function Unread({ count }: { count: number }) {
  return (
    <span class="unread">
      <span aria-hidden="true">{count}</span>
      <span class="vh">{say.unread(count)}</span>
    </span>
  );
}

function Messages({ messages, table, hidden, toLocal }: { messages: readonly MessageReply[]; table: Following; hidden: ReadonlySet<string>; toLocal: (moment: string) => Date }) {
  const { details, view } = table;
  const list = useRef<HTMLOListElement>(null);
  const Said = useLoaded(() => import("./sign.js"), messages.some(({ sign, about }) => sign || about));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.length, Said]);
  const saidIn = ({ sign, about, text }: MessageReply) => (
    <>
      {(sign || about) && Said && <Said sign={sign} reported={about ? (seatName(details, about.seat, view.viewer) ?? about.seat) : ""} />}
      {!sign && <p dir="auto">{text}</p>}
    </>
  );
  return (
    <ol class="messages" ref={list} aria-live="polite" tabIndex={0} aria-label={say.talk}>
      {messages.length === 0 && <li class="dim small none">{say.noMessages}</li>}
      {messages.map((message) => (
        <li class={`msg ${message.sender === view.viewer ? "me" : ""}`} key={message.cursor}>
          <b>
            <bdi>{message.sender === "host" ? say.host : (seatName(details, message.sender, view.viewer) ?? message.sender)}</bdi>
          </b>
          <time>{momentText(toLocal(message.at))}</time>
          {message.text === "" && !message.sign ? <p class="dim">{say.messageWithheld}</p> : hidden.has(message.sender) ? <details><summary class="dim">{say.messageHidden}</summary>{saidIn(message)}</details> : saidIn(message)}
          <ReportButton table={table} seat={message.sender} cursor={message.cursor} />
        </li>
      ))}
    </ol>
  );
}

function Writing({ channel, table }: { channel: ChannelReply; table: Following }) {
  const { match, details, view, refresh } = table;
  const place = `saying ${match.id} ${view.viewer} ${channel.channel}`;
  const [text, setText] = useState(() => recall<string>(place) ?? "");
  const write = (text: string) => {
    setText(text);
    keep(place, text || null);
  };
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const toHost = channel.channel.startsWith("host:");
  const isMember = channel.members.includes(view.viewer) || (view.viewer === "host" && toHost);
  const reason = !isMember
    ? say.notMember
    : !channel.open
      ? say.channelShut
      : view.muted.includes(view.viewer) && !toHost
        ? say.youAreMuted
        : null;
  const others = channel.members.filter((seat) => seat !== view.viewer);
  const name = channelName(details, channel.channel, view.viewer);
  const Reactions = useLoaded(() => import("./reactions.js"), channel.reactions && reason === null);
  const send = async (event: Event) => {
    event.preventDefault();
    const message = text.trim().replace(/\s+/g, " ");
    if (message && (await attempt(() => match.say(channel.channel, message)))) write("");
  };
  return (
    <>
      {Reactions && channel.reactions && reason === null && <Reactions channel={channel.channel} table={table} />}
      {reason === null ? (
        <form class="saybox" onSubmit={(event) => void send(event)}>
          <input class="field" aria-label={say.sayTo(name)} placeholder={say.sayTo(name)} maxLength={LONGEST} value={text} autoComplete="off" dir="auto" onInput={(event) => write(event.currentTarget.value)} />
          <button class="btn" aria-label={say.send} aria-disabled={isBusy || text.trim() === ""}>
            <Icon name="arrow_right" />
          </button>
        </form>
      ) : (
        <p class="dim small none">{reason}</p>
      )}
      <Failure error={failure} />
      <p class="ledge">
        <Icon name="eye" />
        <span>
          {channel.channel === "table"
            ? say.readersTable
            : say.readers(listed(others.map((seat) => (seat === "host" ? say.host : (seatName(details, seat, view.viewer) ?? seat)))), others.length)}
        </span>
      </p>
    </>
  );
}
