import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { type Channel, EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/realtime/channel";
import { consoleChannel, PULSE, parseConsoleChannel, TAIL } from "@fanfare/contract/realtime/console-channel";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { LivePulse, TailBatch, TailedEvent } from "@fanfare/contract/schema/realtime/channel";
import type { Pulse } from "@fanfare/contract/schema/responses/realtime/channel";
import type { Publish } from "../lib/publish.ts";
import type { ChannelObserver } from "./channel-observer.ts";
import type { Channels, OnChannelEvent } from "./channels.ts";
import type { CachedEvent } from "./subscriber.ts";

export interface ConsoleWatchDeps {
  readonly clock: Clock;
  readonly consoleApp: () => AppId | undefined;
  readonly publish: Publish;
  readonly occupiedChannelsOf: Channels["occupiedChannels"];
  readonly transportsOf: (app_id: AppId) => Readonly<Partial<Record<Transport, number>>>;
  readonly openedSinceStart: (app_id: AppId) => number;
}

type View = typeof TAIL | typeof PULSE;

const PERSON = personChannel("");

/**
 * Sends open consoles the events and metrics of the app they show. Does nothing for an app that no console shows.
 *
 * @example
 * const watch = new ConsoleWatch({ clock, consoleApp, publish, occupiedChannelsOf, transportsOf, openedSinceStart });
 * const channels = new Channels({ clock, observer: watch.observe, onEvent: watch.onEvent });
 */
export class ConsoleWatch {
  readonly #deps: ConsoleWatchDeps;
  readonly #watched = new Map<AppId, WatchedApp>();

  constructor(deps: ConsoleWatchDeps) {
    this.#deps = deps;
  }

  /** Detects which views of which app are open, from the channels of the console's own app. */
  readonly observe: ChannelObserver = (app_id, { kind, channel }) => {
    if (kind !== "occupied" && kind !== "vacated") return;
    const view = app_id === this.#deps.consoleApp() ? parseConsoleChannel(channel) : undefined;
    if (view === undefined) return;
    // Cast: an app that doesn't exist has no events.
    const of = view.app_id as AppId;
    if (kind === "occupied") this.#open(of, view.what);
    else this.#close(of, view.what);
  };

  readonly onEvent: OnChannelEvent = (app_id, channel, event, from) => {
    if (this.#watched.size > 0) this.#watched.get(app_id)?.record(channel, event, from);
  };

  liveStatsOf(app_id: AppId): Pulse {
    const { clock, occupiedChannelsOf, transportsOf } = this.#deps;
    let people = 0;
    for (const { channel } of occupiedChannelsOf(app_id)) if (channel.name.startsWith(PERSON)) people++;
    return { at: new Date(clock.now()).toISOString(), connections: transportsOf(app_id), people };
  }

  #open(app_id: AppId, view: View): void {
    const { clock, openedSinceStart } = this.#deps;
    const known = this.#watched.get(app_id);
    const app =
      known ??
      new WatchedApp({
        clock,
        openedSinceStart: () => openedSinceStart(app_id),
        pulse: () => this.liveStatsOf(app_id),
        send: (what, data) => this.#send(what, app_id, data),
      });
    this.#watched.set(app_id, app);
    app.open(view);
  }

  #close(app_id: AppId, view: View): void {
    const app = this.#watched.get(app_id);
    app?.close(view);
    if (app?.is_unwatched === true) this.#watched.delete(app_id);
  }

  #send(view: View, app_id: AppId, data: TailBatch | LivePulse): void {
    const console_app = this.#deps.consoleApp();
    if (console_app !== undefined) this.#deps.publish(console_app, consoleChannel(view, app_id), view, data);
  }
}

interface WatchedAppDeps {
  readonly clock: Clock;
  readonly openedSinceStart: () => number;
  readonly pulse: () => Pulse;
  readonly send: (view: View, data: TailBatch | LivePulse) => void;
}

/** An app that at least one console shows. */
class WatchedApp {
  readonly #deps: WatchedAppDeps;
  readonly #views = new Set<View>();
  #events: TailedEvent[] = [];
  #skipped = 0;
  #next_id = 1;
  #events_since_pulse = 0;
  #opened_before_pulse: number;
  #cancelTail: Cancel | undefined;
  #cancelPulse: Cancel | undefined;

  constructor(deps: WatchedAppDeps) {
    this.#deps = deps;
    this.#opened_before_pulse = deps.openedSinceStart();
  }

  get is_unwatched(): boolean {
    return this.#views.size === 0;
  }

  open(view: View): void {
    this.#views.add(view);
    if (view === PULSE) this.#scheduleBeat();
  }

  close(view: View): void {
    this.#views.delete(view);
    if (view === PULSE) {
      this.#cancelPulse?.();
      return;
    }
    this.#cancelTail?.();
    this.#cancelTail = undefined;
    this.#events = [];
  }

  record(channel: Channel, { event, data }: CachedEvent, from: string | undefined): void {
    this.#events_since_pulse++;
    if (!this.#views.has(TAIL)) return;
    const { clock } = this.#deps;
    this.#cancelTail ??= clock.after(limits.tail_interval_ms, () => this.#flush());
    if (this.#events.length >= limits.tail_events_per_interval_max) {
      this.#skipped++;
      return;
    }
    const is_secret = channel.kind === "encrypted" || channel.kind === "encrypted_cache";
    this.#events.push({
      id: this.#next_id++,
      at: new Date(clock.now()).toISOString(),
      channel: channel.name,
      event,
      data: is_secret ? null : data.slice(0, limits.tail_data_chars_max),
      bytes: Buffer.byteLength(data),
      from: from === undefined ? "server" : "client",
    });
  }

  #flush(): void {
    this.#cancelTail = undefined;
    const batch = { events: this.#events, skipped: this.#skipped };
    this.#events = [];
    this.#skipped = 0;
    this.#deps.send(TAIL, batch);
  }

  #scheduleBeat(): void {
    this.#cancelPulse = this.#deps.clock.after(limits.pulse_interval_ms, () => this.#beat());
  }

  #beat(): void {
    const per_second = SECOND_MS / limits.pulse_interval_ms;
    const opened = this.#deps.openedSinceStart();
    this.#deps.send(PULSE, {
      ...this.#deps.pulse(),
      // A node that is gone takes its connections with it.
      connects_per_s: Math.max(0, opened - this.#opened_before_pulse) * per_second,
      events_per_s: this.#events_since_pulse * per_second,
    });
    this.#opened_before_pulse = opened;
    this.#events_since_pulse = 0;
    this.#scheduleBeat();
  }
}

/** Whether a channel is reserved for the SDK. Its events control open pages. */
export function isInternalChannel(channel: string): boolean {
  return channel === EVERYONE_CHANNEL || channel.startsWith(PERSON);
}
