import { limits } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Statement } from "../../store/store.ts";
import {
  type Caller,
  findPerson,
  isFirstVerification,
  type PeopleDeps,
  type Person,
  writeAs,
} from "../person/find-person.ts";
import { type Changes, groupChange, groupConflict, membershipChange } from "./group-changes.ts";

export interface VerifiedGroupInput {
  readonly external_id: string;
  readonly attributes: Changes;
  readonly membership: Changes;
}

/**
 * Adds a person to a group that their identity token or the backend names, which the caller has verified. Creates the group if needed, and
 * merges the attributes of group and membership. Writes nothing if all of it is already stored.
 *
 * @throws ProblemError `person_erased`, `memberships_full`; `body_invalid` if there would be too many attributes.
 */
export async function writeVerifiedGroup(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  input: VerifiedGroupInput,
): Promise<void> {
  const news = async (person: Person): Promise<readonly Statement[]> => {
    const group = await groupChange(deps, app, input.external_id, input.attributes);
    const place = { person_id: person.id, group_id: group.row.id };
    const membership = await membershipChange(deps, app, place, input.membership);
    return [group, membership].flatMap(({ statements, is_news }) => (is_news ? statements : []));
  };
  const person = await findPerson(deps, app, caller);
  const is_known = person.row !== undefined && !isFirstVerification(caller, person);
  if (is_known && (await news(person)).length === 0) return;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    // Unmet: a concurrent call changed the group or membership. Read again.
    if ((await writeAs(deps, app, caller, news)).outcome === "committed") return;
  }
  throw groupConflict();
}
