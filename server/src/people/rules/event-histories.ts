import type { PersonId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Attributes } from "@fanfare/contract/people/attribute";
import { testableProps } from "@fanfare/contract/targeting/property-tests";
import type { EventFact, EventHistory } from "@fanfare/contract/targeting/rule-facts";
import { fromJson } from "../../store/columns.ts";
import { firstEvent, type LatestEventRow, latestEvents } from "../../store/statements/people/event-history.ts";
import type { Store } from "../../store/store.ts";
import type { HistoryNeed } from "./rule-needs.ts";

export const NO_EVENTS: EventHistory = { latest: [], first_ms: undefined };

/** Loads people's events of these names. */
export async function loadHistories(
  db: Store["db"],
  person_ids: readonly PersonId[],
  needs: readonly HistoryNeed[],
  now_ms: number,
): Promise<(person_id: PersonId, name: string) => EventHistory> {
  if (person_ids.length === 0 || needs.length === 0) return () => NO_EVENTS;
  const wanted = needs.map(({ name, rows_max, within_days }) => ({
    ...{ name, rows_max },
    since: within_days === undefined ? 0 : now_ms - within_days * DAY_MS,
  }));
  const rows_max = new Map(needs.map((need) => [need.name, need.rows_max]));
  const rows = await latestEvents(db, person_ids, wanted);
  const lists = Map.groupBy(rows, ({ person_id, name }) => `${person_id} ${name}`);
  // Only longer histories have an earlier first event.
  const full = [...lists.values()].filter(([row, ...more]) => more.length + 1 === rows_max.get(row?.name ?? ""));
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

/** Most conditions decide after a few events, so properties are parsed when they're tested. */
function eventFact({ id, received_at, happened_at, props }: LatestEventRow): EventFact {
  let parsed: Attributes | undefined;
  return {
    ...{ id, at_ms: received_at, happened_ms: happened_at },
    get props() {
      // Cast: events are stored only if their properties are an object.
      parsed ??= testableProps(fromJson(props, (value) => value as Readonly<Record<string, unknown>>));
      return parsed;
    },
  };
}

/** The history as it was before these events. */
export function withoutEvents(
  { latest, first_ms }: EventHistory,
  ids: ReadonlySet<string>,
  rows_max: number,
): EventHistory {
  const earlier = latest.filter(({ id }) => !ids.has(id));
  // Only longer histories go back beyond the latest events.
  const is_whole = latest.length < rows_max;
  return { latest: earlier, first_ms: is_whole ? earlier.at(-1)?.at_ms : first_ms };
}
