import type { HistoryRule } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { Cached } from "./subscriber.ts";

/** An event of a channel with history; its position is `epoch:offset`, and offsets count from 1 without holes. */
export interface Positioned extends Cached {
  readonly position: string;
}

/**
 * What a subscriber that was away gets: everything since its position, in order; or the news that some of it is gone, with
 * the range. `position` is where the channel is now.
 */
export type Resumed =
  | {
      readonly outcome: "complete";
      readonly from: string | undefined;
      readonly position: string;
      readonly missed: readonly Positioned[];
    }
  | { readonly outcome: "gap"; readonly from: string; readonly position: string };

/** What an app keeps of its channels of a name; `bytes_max` of each of them. */
export interface KeepingRule extends HistoryRule {
  readonly bytes_max?: number;
}

/** The last events of channels whose app has a rule for them, bounded in number, age and bytes. */
export interface History {
  /** Keeps an event; answers its position. */
  append(app_id: string, channel: string, event: Cached, rule: KeepingRule): string;
  /** What happened since `since`; without it, only where the channel is. */
  resume(app_id: string, channel: string, since: string | undefined, rule: KeepingRule): Resumed;
  /** What is kept between two positions, in order, none of them included. */
  read(app_id: string, channel: string, range: HistoryRange, rule: KeepingRule): HistoryPage;
}

/** `events_max` from the end of the range; from its beginning where only `after` is given. */
export interface HistoryRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly events_max: number;
}

/** `complete`: the whole range is here, nothing of it is gone or left out. */
export interface HistoryPage {
  readonly events: readonly Positioned[];
  readonly complete: boolean;
}

interface Entry {
  readonly offset: number;
  readonly event: Cached;
  readonly at_ms: number;
  readonly bytes: number;
}

/** Offsets mean something within one epoch only: a log that was forgotten, or a process that ended, begins another. */
interface Log {
  readonly epoch: string;
  last: number;
  entries: Entry[];
  bytes: number;
}

/** What an entry and an empty log take beside their texts, roughly. */
const ENTRY_BYTES = 64;
const LOG_BYTES = 256;
const EPOCH_BYTES = 6;
const POSITION = /^([A-Za-z0-9_-]{1,40}):(\d{1,15})$/;

/**
 * Memory is bounded for each channel and in all: of a channel the oldest events go first, of all channels those that were
 * written or asked for longest ago. Who was at a position that is gone is told so.
 *
 * @example
 * const history = createHistory({ clock, rng });
 * history.append(app.id, "orders", { event: "created", data: "{}" }, rule); // "k3f9…:1"
 */
export function createHistory(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly bytes_max?: number;
}): History {
  const { clock, rng, bytes_max = limits.history_bytes_max } = deps;
  const logs = new Map<string, Log>();
  let bytes = 0;

  const grow = (log: Log, more: number): void => {
    log.bytes += more;
    bytes += more;
  };
  const dropOldest = (log: Log): void => {
    const oldest = log.entries.shift();
    if (oldest !== undefined) grow(log, -oldest.bytes);
  };
  const trim = (log: Log, rule: KeepingRule): void => {
    const oldest_ms = clock.now() - rule.ttl_s * SECOND_MS;
    while (log.entries.length > rule.events_max || log.bytes > (rule.bytes_max ?? limits.history_bytes_per_channel_max))
      dropOldest(log);
    while ((log.entries[0]?.at_ms ?? oldest_ms) < oldest_ms) dropOldest(log);
  };
  const logOf = (app_id: string, channel: string): Log => {
    // `:` occurs in no app id and in no channel name, so no two channels share a key.
    const key = `${app_id}:${channel}`;
    const known = logs.get(key);
    if (known !== undefined) {
      // Moved to the end: the map's order is the order of use.
      logs.delete(key);
      logs.set(key, known);
      return known;
    }
    const epoch = Buffer.from(rng.bytes(EPOCH_BYTES)).toString("base64url");
    const log: Log = { epoch, last: 0, entries: [], bytes: 0 };
    grow(log, LOG_BYTES);
    logs.set(key, log);
    return log;
  };
  const forgetUnused = (): void => {
    for (const [key, log] of logs) {
      if (bytes <= bytes_max) return;
      logs.delete(key);
      bytes -= log.bytes;
    }
  };

  return {
    append(app_id, channel, event, rule) {
      const log = logOf(app_id, channel);
      const offset = ++log.last;
      const size = ENTRY_BYTES + Buffer.byteLength(event.event) + Buffer.byteLength(event.data);
      log.entries.push({ offset, event, at_ms: clock.now(), bytes: size });
      grow(log, size);
      trim(log, rule);
      forgetUnused();
      return `${log.epoch}:${offset}`;
    },
    resume(app_id, channel, since, rule) {
      const log = logOf(app_id, channel);
      trim(log, rule);
      forgetUnused();
      const { epoch, last, entries } = log;
      const position = `${epoch}:${last}`;
      if (since === undefined) return { outcome: "complete", from: since, position, missed: [] };
      const [, given_epoch, given_offset] = POSITION.exec(since) ?? [];
      const offset = Number(given_offset);
      const oldest = entries[0]?.offset ?? last + 1;
      if (given_epoch !== epoch || offset > last || offset + 1 < oldest) {
        return { outcome: "gap", position, from: since.slice(0, POSITION_CHARS_MAX) };
      }
      return {
        outcome: "complete",
        from: since,
        position,
        missed: positioned(epoch, entries.slice(offset + 1 - oldest)),
      };
    },
    read(app_id, channel, { after, before, events_max }, rule) {
      const log = logOf(app_id, channel);
      trim(log, rule);
      const { epoch, last, entries } = log;
      const from = offsetIn(epoch, after) ?? 0;
      const until = offsetIn(epoch, before) ?? last + 1;
      const within = entries.filter(({ offset }) => offset > from && offset < until);
      const page =
        after !== undefined && before === undefined ? within.slice(0, events_max) : within.slice(-events_max);
      // A position of another epoch is no place in this log: what was before it is not known.
      const known = [after, before].every((each) => each === undefined || offsetIn(epoch, each) !== undefined);
      return { events: positioned(epoch, page), complete: known && page.length === Math.max(0, until - from - 1) };
    },
  };
}

const POSITION_CHARS_MAX = 60;

function positioned(epoch: string, entries: readonly Entry[]): readonly Positioned[] {
  return entries.map(({ offset, event }) => ({ ...event, position: `${epoch}:${offset}` }));
}

/** The place of a position in a log; undefined when it is of another. */
function offsetIn(epoch: string, position: string | undefined): number | undefined {
  const [, given, offset] = POSITION.exec(position ?? "") ?? [];
  return given === epoch ? Number(offset) : undefined;
}

/**
 * The position before this one; undefined for what is none.
 *
 * @example
 * positionBefore("k3f9:7"); // "k3f9:6"
 */
export function positionBefore(position: string): string | undefined {
  const [, epoch, offset] = POSITION.exec(position) ?? [];
  return epoch === undefined ? undefined : `${epoch}:${Number(offset) - 1}`;
}
