import type { PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { testableProps } from "@fanfare/contract/targeting/property-tests";
import type { EventFact, EventHistory } from "@fanfare/contract/targeting/rule-facts";
import { z } from "zod";
import { fromJson } from "../../store/columns.ts";
import { firstEvent, type LatestEventRow, latestEvents } from "../../store/statements/people/event-history.ts";
import type { Store } from "../../store/store.ts";

export const NO_EVENTS: EventHistory = { latest: [], first_ms: undefined };

/** Loads people's events of these names. */
export async function loadHistories(
  db: Store["db"],
  person_ids: readonly PersonId[],
  names: readonly string[],
): Promise<(person_id: PersonId, name: string) => EventHistory> {
  if (person_ids.length === 0 || names.length === 0) return () => NO_EVENTS;
  const rows = await latestEvents(db, person_ids, names, limits.rule_events_read_max);
  const lists = Map.groupBy(rows, ({ person_id, name }) => `${person_id} ${name}`);
  // Only longer histories have an earlier first event.
  const full = [...lists.values()].filter((list) => list.length >= limits.rule_events_read_max);
  const firsts = new Map<string, number>(
    (await Promise.all(full.flatMap(([row]) => (row === undefined ? [] : [firstEvent(db, row)])))).flatMap((row) =>
      row === undefined ? [] : [[`${row.person_id} ${row.name}`, row.received_at] as const],
    ),
  );
  const histories = new Map(
    [...lists].map(([key, list]): [string, EventHistory] => [
      key,
      { latest: list.map(eventFact), first_ms: firsts.get(key) ?? list.at(-1)?.received_at },
    ]),
  );
  return (person_id, name) => histories.get(`${person_id} ${name}`) ?? NO_EVENTS;
}

function eventFact({ id, received_at, happened_at, props }: LatestEventRow): EventFact {
  return {
    id,
    at_ms: received_at,
    happened_ms: happened_at,
    props: testableProps(fromJson(props, (value) => propsSchema.parse(value))),
  };
}

/** The history as it was before these events. */
export function withoutEvents({ latest, first_ms }: EventHistory, ids: ReadonlySet<string>): EventHistory {
  const earlier = latest.filter(({ id }) => !ids.has(id));
  // Only longer histories go back beyond the latest events.
  const is_whole = latest.length < limits.rule_events_read_max;
  return { latest: earlier, first_ms: is_whole ? earlier.at(-1)?.at_ms : first_ms };
}

const propsSchema = z.record(z.string(), z.unknown());
