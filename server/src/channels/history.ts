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

  constructor(deps: {
    readonly clock: Pick<Clock, "now">;
    readonly rng: Pick<Rng, "bytes">;
    readonly bytes_max?: number;
  }) {
    this.#clock = deps.clock;
    this.#rng = deps.rng;
    this.#bytes_max = deps.bytes_max ?? limits.history_bytes_max;
  }

  append(app_id: string, channel: string, event: CachedEvent, rule: BoundedHistoryRule): string {
    const log = this.#logOf(app_id, channel);
    const offset = ++log.last;
    const bytes = ENTRY_BYTES + Buffer.byteLength(event.event) + Buffer.byteLength(event.data);
    log.entries.push({ offset, event, at_ms: this.#clock.now(), bytes });
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
    const app: AppHistory = this.#apps.get(app_id) ?? { logs: new Map(), bytes: 0 };
    this.#apps.set(app_id, app);
    const known = app.logs.get(channel);
    if (known !== undefined) {
      app.logs.delete(channel);
      app.logs.set(channel, known);
      return known;
    }
    const epoch = Buffer.from(this.#rng.bytes(EPOCH_BYTES)).toString("base64url");
    const log: Log = { app, epoch, last: 0, entries: [], bytes: 0 };
    this.#grow(log, LOG_BYTES);
    app.logs.set(channel, log);
    return log;
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
      return;
    }
  }

  #largestApp(): AppHistory {
    return [...this.#apps.values()].reduce((largest, app) => (app.bytes > largest.bytes ? app : largest));
  }
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
