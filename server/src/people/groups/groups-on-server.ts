import type { AppId } from "@fanfare/contract/lib/ids";
import { groupNamesOf } from "../../store/statements/people/groups.ts";
import { personByExternalId } from "../../store/statements/people/people.ts";
import type { Store } from "../../store/store.ts";

/** External IDs of the groups that the backend or an earlier identity token added a person to. */
export type GroupsOnServer = (app_id: AppId, external_id: string) => Promise<readonly string[]>;

export function createGroupsOnServer({ store: { db } }: { readonly store: Pick<Store, "db"> }): GroupsOnServer {
  return async (app_id, external_id) => {
    const person = await personByExternalId(db, app_id, external_id);
    return person === undefined ? [] : groupNamesOf(db, person.id);
  };
}
