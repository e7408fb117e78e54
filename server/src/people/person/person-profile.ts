import type { AttributeMismatch } from "@fanfare/contract/schema/responses/people/person";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import { type MembershipRow, membershipsOf } from "../../store/statements/people/person-facts.ts";
import { listsOf, type PersonListing } from "../../store/statements/people/segment-people.ts";
import type { Store } from "../../store/store.ts";
import { parseAttributes } from "../rules/rule-facts.ts";
import { attributeMismatches } from "./attributes.ts";
import { requirePerson } from "./person-by-name.ts";

/** All data about a person except their activity. */
export interface PersonProfile {
  readonly row: PersonRow;
  readonly groups: readonly MembershipRow[];
  readonly mismatches: readonly AttributeMismatch[];
  readonly lists: readonly PersonListing[];
}

/** @throws ProblemError `person_not_found`. */
export async function loadPersonProfile(
  deps: { readonly store: Pick<Store, "db"> },
  app: AppRecord,
  name: string,
): Promise<PersonProfile> {
  const row = await requirePerson(deps, app, name);
  const [groups, mismatches, lists] = await Promise.all([
    membershipsOf(deps.store.db, [row.id]),
    attributeMismatches(deps.store.db, { app_id: app.id, owner: "person" }, parseAttributes(row.attributes)),
    listsOf(deps.store.db, row.id),
  ]);
  return { row, groups, mismatches, lists };
}
