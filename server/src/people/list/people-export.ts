import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { KnownAs } from "@fanfare/contract/schema/people/person";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import { nextPeople } from "../../store/statements/people/people-list.ts";
import type { Store } from "../../store/store.ts";
import { findPersonByName } from "../person/person-by-name.ts";
import { searchText } from "../person/person-keys.ts";
import { filterMatchingPeople, type ResolvedRule } from "../rules/matching-people.ts";

export interface PeopleExportFilter {
  readonly q: string;
  readonly identity: KnownAs | undefined;
  readonly rule: ResolvedRule | undefined;
}

/**
 * Yields everyone who matches the filters, in batches for a file. Not limited to the best search results, or to people
 * with a value in the sort column. Any batch can be empty.
 */
export async function* peopleInBatches(
  deps: { readonly store: Pick<Store, "db">; readonly now_ms: number },
  app_id: AppId,
  { q, identity, rule }: PeopleExportFilter,
): AsyncGenerator<readonly PersonRow[], void> {
  const typed = q.trim();
  const filter = {
    known: identity,
    text: typed === "" ? undefined : { typed, lower: searchText(typed) },
  };
  let last: PersonRow | undefined;
  do {
    const rows = await nextPeople(deps.store.db, app_id, filter, last?.id, limits.export_rows_per_read);
    last = rows.at(-1);
    if (last !== undefined) yield rule === undefined ? rows : await filterMatchingPeople(deps, rows, rule);
  } while (last !== undefined);
}

/** Yields the named people that the app has, each once, for a file. */
export async function* namedPeopleInBatches(
  deps: { readonly store: Pick<Store, "db"> },
  app: Pick<AppRecord, "id">,
  names: readonly string[],
): AsyncGenerator<readonly PersonRow[], void> {
  const rows = await Promise.all([...new Set(names)].map((name) => findPersonByName(deps, app, name)));
  yield rows.filter((row) => row !== undefined);
}
