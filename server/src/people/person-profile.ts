import type { AttributeMismatch } from "@fanfare/contract/schema/person";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { PersonRow } from "../store/people.ts";
import { type MembershipRow, membershipsOf } from "../store/person-facts.ts";
import type { Store } from "../store/store.ts";
import { mismatchesIn } from "./attributes.ts";
import { existingPerson } from "./person-named.ts";
import { attributesIn } from "./rule-facts.ts";

/** All that is known of a person apart from what they did. */
export interface PersonProfile {
  readonly row: PersonRow;
  readonly groups: readonly MembershipRow[];
  /** Values that are not of the type of their attribute. */
  readonly mismatches: readonly AttributeMismatch[];
}

/** @throws ProblemError `person_not_found`. */
export async function profileOf(
  deps: { readonly store: Pick<Store, "db"> },
  app: AppRecord,
  name: string,
): Promise<PersonProfile> {
  const row = await existingPerson(deps, app, name);
  const [groups, mismatches] = await Promise.all([
    membershipsOf(deps.store.db, [row.id]),
    mismatchesIn(deps.store.db, { app_id: app.id, owner: "person" }, attributesIn(row.attributes)),
  ]);
  return { row, groups, mismatches };
}
