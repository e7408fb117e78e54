import type { GroupId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { GroupFact } from "@fanfare/contract/targeting/rule-facts";
import { groupEvents } from "../../store/statements/analytics/group-event-days.ts";
import type { Store } from "../../store/store.ts";
import { countKey, type RuleNeeds } from "./rule-needs.ts";

type GroupEvents = Pick<GroupFact, "event_count" | "event_times">;

/** Loads what conditions need about the events of these groups. A group without an ID has none. */
export async function loadGroupEvents(
  db: Store["db"],
  group_ids: readonly GroupId[],
  { group_events, group_times }: Pick<RuleNeeds, "group_events" | "group_times">,
  now_ms: number,
): Promise<(group_id: GroupId | undefined) => GroupEvents> {
  if (group_events.length === 0 && group_times.length === 0) return () => ({});
  const wanted = group_events.map(({ name, within_days }) => ({
    name,
    since: within_days === undefined ? 0 : now_ms - within_days * DAY_MS,
  }));
  const rows = group_ids.length === 0 ? [] : await groupEvents(db, [...new Set(group_ids)], wanted, group_times);
  const by_group = new Map(rows.map((row) => [row.group_id, row]));
  const place = new Map(group_events.map(({ name, within_days }, index) => [countKey(name, within_days), index]));
  return (group_id) => {
    const row = group_id && by_group.get(group_id);
    return {
      event_count(name, within_days) {
        const index = place.get(countKey(name, within_days));
        return index === undefined ? undefined : (row?.counts[index] ?? 0);
      },
      event_times: (name) => (group_times.includes(name) ? (row?.times[group_times.indexOf(name)] ?? null) : undefined),
    };
  };
}
