import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { HistoryRule } from "@fanfare/contract/realtime/app-settings";
import type { CachedEvent, PositionedEvent, ResumeResult } from "./subscriber.ts";

/** History rule with size limits in bytes: of its channel, and of all channels of its app. */
export interface BoundedHistoryRule extends HistoryRule {
  readonly bytes_max?: number;
  readonly app_bytes_max?: number;
}

/** Returns `events_max` events from the end of the range, or from its start if only `after` is given. */
export interface HistoryRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly events_max: number;
}

/** `complete`: the page contains the whole range. */
export interface HistoryPage {
  readonly events: readonly PositionedEvent[];
  readonly complete: boolean;
}

interface Entry {
  readonly offset: number;
  readonly event: CachedEvent;
  readonly at_ms: number;
  readonly bytes: number;
}

/** Offsets count within one epoch. Dropping the log or restarting the process starts a new one. */
interface Log {
  readonly app: AppHistory;
  readonly epoch: string;
  last: number;
  entries: Entry[];
  bytes: number;
}

interface AppHistory {
  readonly app_id: string;
  /** By channel, in order of last use. */
  readonly logs: Map<string, Log>;
  bytes: number;
}

/** Approximate overhead in bytes of an entry and of an empty log, in addition to their text. */
const ENTRY_BYTES = 64;
const LOG_BYTES = 256;
const EPOCH_BYTES = 6;
const POSITION = /^([A-Za-z0-9_-]{1,40}):(\d{1,15})$/;

/**
 * Last events of channels with a history rule, bounded in number, age, and bytes. Memory is bounded per channel, by
 * dropping the oldest events, and per app and in total, by dropping the least recently used channels. In total, the app
 * that uses most loses them, so that no app can evict another's. A subscriber whose position was dropped gets a gap.
 *
 * @example
 * const history = new History({ clock, rng });
 * history.append(app.id, "orders", { event: "created", data: "{}" }, rule); // "k3f9…:1"
 */
export class History {
  readonly #clock: Pick<Clock, "now">;
  readonly #rng: Pick<Rng, "bytes">;
  readonly #bytes_max: number;
  readonly #apps = new Map<string, AppHistory>();
  #bytes = 0;
  /** With several nodes: the epoch of every log, and the last offsets of dropped logs, which continue there. */
  #shared: { epoch: string; readonly dropped: Map<string, number> } | undefined;

  constructor(deps: {
    readonly clock: Pick<Clock, "now">;
    readonly rng: Pick<Rng, "bytes">;
    readonly bytes_max?: number;
  }) {
    this.#clock = deps.clock;
    this.#rng = deps.rng;
    this.#bytes_max = deps.bytes_max ?? limits.history_bytes_max;
  }

  /** Drops everything. From now on, all logs count under this epoch, as on the other nodes. */
  begin(epoch: string): void {
    this.#apps.clear();
    this.#bytes = 0;
    this.#shared = { epoch, dropped: new Map() };
  }

  /** @param at_ms Time of the event. */
  append(
    app_id: string,
    channel: string,
    event: CachedEvent,
    rule: BoundedHistoryRule,
    at_ms = this.#clock.now(),
  ): string {
    const log = this.#logOf(app_id, channel);
    const offset = ++log.last;
    const bytes = bytesOf(event);
    log.entries.push({ offset, event, at_ms, bytes });
    this.#grow(log, bytes);
    this.#trim(log, rule);
    this.#dropUnused(log.app, rule);
    return `${log.epoch}:${offset}`;
  }

  /** Events after `since`. Without it, only the current position. */
  resume(app_id: string, channel: string, since: string | undefined, rule: BoundedHistoryRule): ResumeResult {
    const log = this.#logOf(app_id, channel);
    this.#trim(log, rule);
    this.#dropUnused(log.app, rule);
    const { epoch, last, entries } = log;
    const position = `${epoch}:${last}`;
    if (since === undefined) return { outcome: "complete", from: since, position, missed: [] };
    const [, given_epoch, given_offset] = POSITION.exec(since) ?? [];
    const offset = Number(given_offset);
    const oldest = entries[0]?.offset ?? last + 1;
    if (given_epoch !== epoch || offset > last || offset + 1 < oldest) {
      return { outcome: "gap", position, from: since.slice(0, POSITION_CHARS_MAX) };
    }
    const missed = toPositionedEvents(epoch, entries.slice(offset + 1 - oldest));
    return { outcome: "complete", from: since, position, missed };
  }

  /** Stored events strictly between two positions, in order. */
  read(
    app_id: string,
    channel: string,
    { after, before, events_max }: HistoryRange,
    rule: BoundedHistoryRule,
  ): HistoryPage {
    const log = this.#logOf(app_id, channel);
    this.#trim(log, rule);
    const { epoch, last, entries } = log;
    const from = parseOffset(epoch, after) ?? 0;
    const until = parseOffset(epoch, before) ?? last + 1;
    const within = entries.filter(({ offset }) => offset > from && offset < until);
    const page = after !== undefined && before === undefined ? within.slice(0, events_max) : within.slice(-events_max);
    // A position from another epoch isn't in this log, so its predecessors are unknown.
    const is_known = [after, before].every((each) => each === undefined || parseOffset(epoch, each) !== undefined);
    return {
      events: toPositionedEvents(epoch, page),
      complete: is_known && page.length === Math.max(0, until - from - 1),
    };
  }

  #logOf(app_id: string, channel: string): Log {
    const app = this.#appOf(app_id);
    const known = app.logs.get(channel);
    if (known !== undefined) {
      app.logs.delete(channel);
      app.logs.set(channel, known);
      return known;
    }
    const key = keyOf(app_id, channel);
    const last = this.#shared?.dropped.get(key) ?? 0;
    this.#shared?.dropped.delete(key);
    return this.#addLog(app, channel, this.#shared?.epoch ?? this.#randomText(), last);
  }

  #appOf(app_id: string): AppHistory {
    const app = this.#apps.get(app_id) ?? { app_id, logs: new Map(), bytes: 0 };
    this.#apps.set(app_id, app);
    return app;
  }

  #addLog(app: AppHistory, channel: string, epoch: string, last: number): Log {
    const log: Log = { app, epoch, last, entries: [], bytes: 0 };
    this.#grow(log, LOG_BYTES);
    app.logs.set(channel, log);
    return log;
  }

  #randomText(): string {
    return Buffer.from(this.#rng.bytes(EPOCH_BYTES)).toString("base64url");
  }

  #grow(log: Log, bytes: number): void {
    log.bytes += bytes;
    log.app.bytes += bytes;
    this.#bytes += bytes;
  }

  #trim(log: Log, rule: BoundedHistoryRule): void {
    const oldest_ms = this.#clock.now() - rule.ttl_s * SECOND_MS;
    const bytes_max = rule.bytes_max ?? limits.history_bytes_per_channel_max;
    while (log.entries.length > rule.events_max || log.bytes > bytes_max) this.#dropOldest(log);
    while ((log.entries[0]?.at_ms ?? oldest_ms) < oldest_ms) this.#dropOldest(log);
  }

  #dropOldest(log: Log): void {
    const oldest = log.entries.shift();
    if (oldest !== undefined) this.#grow(log, -oldest.bytes);
  }

  #dropUnused(app: AppHistory, { app_bytes_max = limits.history_bytes_per_app_max }: BoundedHistoryRule): void {
    while (app.bytes > app_bytes_max) this.#dropLeastRecent(app);
    while (this.#bytes > this.#bytes_max) this.#dropLeastRecent(this.#largestApp());
  }

  #dropLeastRecent(app: AppHistory): void {
    for (const [channel, log] of app.logs) {
      app.logs.delete(channel);
      this.#grow(log, -log.bytes);
      this.#rememberPosition(keyOf(app.app_id, channel), log);
      return;
    }
  }

  /** A log that begins again under the same epoch must not give its offsets to other events. */
  #rememberPosition(key: string, { epoch, last }: Log): void {
    if (this.#shared === undefined) return;
    if (epoch === this.#shared.epoch) this.#shared.dropped.set(key, last);
    if (this.#shared.dropped.size <= limits.history_positions_kept_max) return;
    this.#shared.dropped.clear();
    // Other nodes may keep their positions. A client that moves there gets a gap.
    this.#shared.epoch = this.#randomText();
  }

  #largestApp(): AppHistory {
    return [...this.#apps.values()].reduce((largest, app) => (app.bytes > largest.bytes ? app : largest));
  }

  /** All logs, for a node that joins. */
  export(): HistoryExport {
    const dropped = Array.from(this.#shared?.dropped ?? [], ([key, last]) => ({
      ...{ key, epoch: this.#shared?.epoch ?? "", last },
      entries: [],
    }));
    const logs = [...this.#apps.values()].flatMap((app) =>
      Array.from(app.logs, ([channel, { epoch, last, entries }]) => ({
        ...{ key: keyOf(app.app_id, channel), epoch, last },
        entries: entries.map(({ offset, event, at_ms }) => ({ offset, ...event, at_ms })),
      })),
    );
    return [...dropped, ...logs];
  }

  /** Adds logs of another node. Call after {@link begin}. Later reads and writes apply the limits. */
  import(logs: HistoryExport): void {
    for (const { key, epoch, last, entries } of logs) {
      const [app_id = "", channel = ""] = key.split(":");
      const log = this.#addLog(this.#appOf(app_id), channel, epoch, last);
      for (const { offset, event, data, at_ms } of entries) {
        const bytes = bytesOf({ event, data });
        log.entries.push({ offset, event: { event, data }, at_ms, bytes });
        this.#grow(log, bytes);
      }
    }
  }
}

export type HistoryExport = readonly {
  readonly key: string;
  readonly epoch: string;
  readonly last: number;
  readonly entries: readonly (CachedEvent & { readonly offset: number; readonly at_ms: number })[];
}[];

/** App IDs and channel names contain no `:`, so keys are unique. */
function keyOf(app_id: string, channel: string): string {
  return `${app_id}:${channel}`;
}

function bytesOf({ event, data }: CachedEvent): number {
  return ENTRY_BYTES + Buffer.byteLength(event) + Buffer.byteLength(data);
}

const POSITION_CHARS_MAX = 60;

function toPositionedEvents(epoch: string, entries: readonly Entry[]): readonly PositionedEvent[] {
  return entries.map(({ offset, event }) => ({ ...event, position: `${epoch}:${offset}` }));
}

/** Offset of a position. Undefined for a position from another epoch. */
function parseOffset(epoch: string, position: string | undefined): number | undefined {
  const [, given, offset] = POSITION.exec(position ?? "") ?? [];
  return given === epoch ? Number(offset) : undefined;
}

/**
 * Returns the previous position, or undefined for a malformed one.
 *
 * @example
 * positionBefore("k3f9:7"); // "k3f9:6"
 */
export function positionBefore(position: string): string | undefined {
  const [, epoch, offset] = POSITION.exec(position) ?? [];
  return epoch === undefined ? undefined : `${epoch}:${Number(offset) - 1}`;
}
