import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { Db } from "../../schema/schema.ts";
import type { PersonRow } from "./people.ts";

/** Returns those of the people that belong to this app. Omits merged people. */
export function peopleOfIds(db: Db, app_id: AppId, ids: readonly PersonId[]): Promise<PersonRow[]> {
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", [...ids])
    .where("app_id", "=", app_id)
    .where("merged_into", "is", null)
    .execute();
}
