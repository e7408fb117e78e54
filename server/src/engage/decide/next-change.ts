import type { Ternary } from "@fanfare/contract/lib/three-valued";
import { DAY_MS, MINUTE_MS } from "@fanfare/contract/limits";
import type { WeeklyTime } from "@fanfare/contract/targeting/rule";
import { matchesLeaf } from "@fanfare/contract/targeting/rule-match";
import { isWithin, type Schedule } from "@fanfare/contract/targeting/schedule";
import { ruleLeaves } from "../../people/rules/rule-needs.ts";
import type { PublishedContents } from "./published-content.ts";

/** Look-ahead. A page that stays open longer requests again in the meantime. */
const HORIZON_MS = DAY_MS;
/** Search step. Can miss time ranges that are shorter. */
const STEP_MS = 5 * MINUTE_MS;

/** Everything of an app that depends on local time. */
interface Timed {
  readonly schedules: readonly Schedule[];
  readonly hours: readonly WeeklyTime[];
  /** Result by time zone, valid until `until_ms` and shared by all people of the zone. */
  readonly found: Map<
    string,
    { readonly from_ms: number; readonly until_ms: number; readonly turn: number | undefined }
  >;
}

const known = new WeakMap<PublishedContents, Timed>();
const ZONES_KEPT_MAX = 500;

/**
 * When the response for this person next changes only because time passes, in UTC milliseconds. The page requests again
 * then. Undefined if nothing changes within a day. For schedules in UTC, schedule-signal.ts notifies all pages.
 *
 * @example
 * nextChangeAt(contents, "Europe/Zurich", now_ms); // 09:00 local time, if something is limited to working hours
 */
export function nextChangeAt(contents: PublishedContents, time_zone: string | undefined, now_ms: number) {
  const timed = known.get(contents) ?? timedParts(contents);
  known.set(contents, timed);
  const { schedules, hours, found } = timed;
  if (schedules.length === 0 && hours.length === 0) return undefined;
  const zone = time_zone ?? "";
  const cached = found.get(zone);
  if (cached !== undefined && now_ms >= cached.from_ms && now_ms < cached.until_ms) return cached.turn;
  const minute_ms = now_ms - (now_ms % MINUTE_MS);
  const turns = [
    ...schedules.map((schedule) => nextTimedChange((at_ms) => isWithin(schedule, at_ms, time_zone), minute_ms)),
    ...hours.map((leaf) => nextTimedChange((at_ms) => matchesLeaf(leaf, { now_ms: at_ms, time_zone }), minute_ms)),
  ].filter((turn) => turn !== undefined);
  const turn = turns.length === 0 ? undefined : Math.min(...turns);
  if (found.size >= ZONES_KEPT_MAX) found.clear();
  found.set(zone, { from_ms: minute_ms, until_ms: turn ?? minute_ms + HORIZON_MS / 2, turn });
  return turn;
}

function timedParts({ list, segments }: PublishedContents): Timed {
  const rules = [...list.flatMap(({ edition }) => edition.targeting.audience ?? []), ...segments.values()];
  const hours = new Map(
    rules.flatMap(ruleLeaves).flatMap((leaf) => (leaf.kind === "time" ? [[JSON.stringify(leaf), leaf] as const] : [])),
  );
  const schedules = new Map(
    list.flatMap(({ edition: { schedule } }) =>
      schedule?.zone === "person" ? [[JSON.stringify(schedule), schedule] as const] : [],
    ),
  );
  return { schedules: [...schedules.values()], hours: [...hours.values()], found: new Map() };
}

/** First minute in which the result differs. */
function nextTimedChange(holds: (at_ms: number) => Ternary, now_ms: number): number | undefined {
  const before = holds(now_ms);
  for (let at_ms = now_ms + STEP_MS; at_ms <= now_ms + HORIZON_MS; at_ms += STEP_MS) {
    if (holds(at_ms) === before) continue;
    let same = at_ms - STEP_MS;
    let other = at_ms;
    while (other - same > MINUTE_MS) {
      const middle = same + Math.floor((other - same) / 2 / MINUTE_MS) * MINUTE_MS;
      if (holds(middle) === before) same = middle;
      else other = middle;
    }
    return other;
  }
  return undefined;
}
