import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/channel";
import type { Cancel, Clock } from "@fanfare/contract/clock";
import { consoleChannel, consoleChannelOf, PULSE, TAIL } from "@fanfare/contract/console-channel";
import type { AppId } from "@fanfare/contract/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { LivePulse, Pulse, Tailed, TailedEvent } from "@fanfare/contract/schema/channel";
import type { Transport } from "@fanfare/contract/transport";
import type { Publish } from "../publish.ts";
import type { Channels, OnEvent } from "./channels.ts";
import type { ChannelObserver } from "./observer.ts";

/** What consoles that look at an app are told of it; nothing is done for an app that nobody looks at. */
export interface ConsoleWatch {
  readonly onEvent: OnEvent;
  /** Notices by the channels of the console's own app who looks at what. */
  readonly observe: ChannelObserver;
  pulseOf(app_id: AppId): Pulse;
}

export interface ConsoleWatchDeps {
  readonly clock: Clock;
  /** The console's own app. */
  readonly consoleApp: () => AppId | undefined;
  readonly publish: Publish;
  readonly roomsOf: Channels["rooms"];
  readonly transportsOf: (app_id: AppId) => Readonly<Partial<Record<Transport, number>>>;
  /** How many connections have come to the app since the start. */
  readonly cameTo: (app_id: AppId) => number;
}

/** One app while somebody looks. */
interface Watched {
  events: TailedEvent[];
  skipped: number;
  next_id: number;
  /** Events since the last pulse. */
  heard: number;
  came: number;
  readonly looks: Set<typeof TAIL | typeof PULSE>;
  cancelTail: Cancel | undefined;
  cancelPulse: Cancel;
}

const PERSON = personChannel("");

/**
 * @example
 * const watch = createConsoleWatch({ clock, consoleApp, publish, roomsOf, transportsOf, cameTo });
 * const channels = createChannels({ clock, observer: watch.observe, onEvent: watch.onEvent });
 */
export function createConsoleWatch(deps: ConsoleWatchDeps): ConsoleWatch {
  const { clock } = deps;
  const watched = new Map<AppId, Watched>();

  const tell = (what: typeof TAIL | typeof PULSE, app_id: AppId, data: Tailed | LivePulse): void => {
    const console_app = deps.consoleApp();
    if (console_app !== undefined) deps.publish(console_app, consoleChannel(what, app_id), what, data);
  };

  const flush = (app_id: AppId, app: Watched): void => {
    app.cancelTail = undefined;
    const { events, skipped } = app;
    app.events = [];
    app.skipped = 0;
    tell(TAIL, app_id, { events, skipped });
  };

  const pulseOf = (app_id: AppId): Pulse => {
    let people = 0;
    for (const { channel } of deps.roomsOf(app_id)) if (channel.name.startsWith(PERSON)) people++;
    return { at: new Date(clock.now()).toISOString(), connections: deps.transportsOf(app_id), people };
  };

  const beat = (app_id: AppId, app: Watched): void => {
    const per_second = SECOND_MS / limits.pulse_interval_ms;
    const came = deps.cameTo(app_id);
    tell(PULSE, app_id, {
      ...pulseOf(app_id),
      connects_per_s: (came - app.came) * per_second,
      events_per_s: app.heard * per_second,
    });
    app.came = came;
    app.heard = 0;
    app.cancelPulse = clock.after(limits.pulse_interval_ms, () => beat(app_id, app));
  };

  const begin = (app_id: AppId, what: typeof TAIL | typeof PULSE): void => {
    const app = watched.get(app_id) ?? {
      ...{ events: [], skipped: 0, next_id: 1, heard: 0, came: deps.cameTo(app_id) },
      ...{ looks: new Set(), cancelTail: undefined, cancelPulse: () => undefined },
    };
    watched.set(app_id, app);
    app.looks.add(what);
    if (what === PULSE) app.cancelPulse = clock.after(limits.pulse_interval_ms, () => beat(app_id, app));
  };

  const end = (app_id: AppId, what: typeof TAIL | typeof PULSE): void => {
    const app = watched.get(app_id);
    if (app === undefined) return;
    app.looks.delete(what);
    if (what === PULSE) app.cancelPulse();
    else {
      app.cancelTail?.();
      app.cancelTail = undefined;
      app.events = [];
    }
    if (app.looks.size === 0) watched.delete(app_id);
  };

  return {
    pulseOf,
    observe(app_id, { kind, channel }) {
      if (kind !== "occupied" && kind !== "vacated") return;
      const looked_at = app_id === deps.consoleApp() ? consoleChannelOf(channel) : undefined;
      if (looked_at === undefined) return;
      // The id of an app that does not exist is never spoken of.
      const of = looked_at.app_id as AppId;
      if (kind === "occupied") begin(of, looked_at.what);
      else end(of, looked_at.what);
    },
    onEvent(app_id, channel, { event, data }, from) {
      if (watched.size === 0) return;
      const app = watched.get(app_id);
      if (app === undefined) return;
      app.heard++;
      if (!app.looks.has(TAIL)) return;
      app.cancelTail ??= clock.after(limits.tail_interval_ms, () => flush(app_id, app));
      if (app.events.length >= limits.tail_events_per_interval_max) {
        app.skipped++;
        return;
      }
      const is_secret = channel.kind === "encrypted" || channel.kind === "encrypted_cache";
      app.events.push({
        id: app.next_id++,
        at: new Date(clock.now()).toISOString(),
        channel: channel.name,
        event,
        data: is_secret ? null : data.slice(0, limits.tail_data_chars_max),
        bytes: Buffer.byteLength(data),
        from: from === undefined ? "server" : "client",
      });
    },
  };
}

/** Whether a channel is the SDK's own: what is said there steers open pages. */
export function isFanfaresOwn(channel: string): boolean {
  return channel === EVERYONE_CHANNEL || channel.startsWith(PERSON);
}
