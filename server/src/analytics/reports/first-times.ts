import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { ListDeps } from "../../people/list/people-count.ts";
import { filterMatchingPeople, type ResolvedRule } from "../../people/rules/matching-people.ts";
import type { Occurrence } from "../../store/statements/analytics/event-funnel.ts";
import { peopleOfIds } from "../../store/statements/people/segment-funnel.ts";

export type ReportDeps = Pick<ListDeps, "store" | "now_ms">;

/** Reads one page of occurrences, latest first. */
type ReadPage = (page: {
  readonly before: Occurrence | undefined;
  readonly rows_max: number;
}) => Promise<readonly (Occurrence & { readonly person_id: PersonId })[]>;

export interface FirstTimes {
  readonly firsts: ReadonlyMap<PersonId, Occurrence>;
  readonly whole: boolean;
}

/** First occurrence per person, of the latest `report_entries_max`. Other requests run between the pages. */
export async function readFirstTimes(readPage: ReadPage): Promise<FirstTimes> {
  const firsts = new Map<PersonId, Occurrence>();
  const rows_max = limits.report_entries_per_read;
  let before: Occurrence | undefined;
  for (let read = 0; read < limits.report_entries_max; read += rows_max) {
    if (read > 0) await Bun.sleep(0);
    const rows = await readPage({ before, rows_max });
    // Latest first: the last one that is set for a person is their first.
    for (const { person_id, at, id } of rows) firsts.set(person_id, { at, id });
    before = rows.at(-1);
    if (rows.length < rows_max) return { firsts, whole: true };
  }
  return { firsts, whole: false };
}

interface Scan {
  readonly app_id: AppId;
  readonly rule: ResolvedRule | undefined;
}

/** Hands out the people who match the rule, in parts. Other requests run in between. */
export async function* matchingParts(
  deps: ReportDeps,
  ids: readonly PersonId[],
  { app_id, rule }: Scan,
): AsyncGenerator<readonly PersonId[]> {
  for (let start = 0; start < ids.length; start += limits.people_scan_step) {
    if (start > 0) await Bun.sleep(0);
    const part = ids.slice(start, start + limits.people_scan_step);
    if (rule === undefined) {
      yield part;
      continue;
    }
    const people = await filterMatchingPeople(deps, await peopleOfIds(deps.store.db, app_id, part), rule);
    yield people.map(({ id }) => id);
  }
}
