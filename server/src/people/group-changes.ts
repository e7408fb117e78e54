import { type Attributes, type AttributeValue, attributeOf } from "@fanfare/contract/attribute";
import { type GroupId, newId, type PersonId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../accounts/app-directory.ts";
import { toJson } from "../store/columns.ts";
import {
  countMemberships,
  type GroupRow,
  groupByExternalId,
  insertGroup,
  insertMembership,
  membershipAttributes,
  replaceGroupAttributes,
  replaceMembershipAttributes,
} from "../store/groups.ts";
import type { Statement } from "../store/store.ts";
import { changedAttributes, definitionStatements } from "./attributes.ts";
import type { PeopleDeps } from "./people.ts";
import { searchText } from "./person-keys.ts";

/** What is told of a group, or of somebody's place in one: null takes an attribute away. */
export type Changes = Readonly<Record<string, AttributeValue>>;

/** What stores a change. The batch is unmet when somebody else was faster: read again. */
interface Change {
  readonly statements: readonly Statement[];
  /** False when all of it is stored already. */
  readonly is_news: boolean;
}

/**
 * Makes a group, or adds to what is known of it. `known`: the group that the change was made from.
 *
 * @throws ProblemError `body_invalid` when the attributes would become too many.
 */
export async function groupChange(
  deps: PeopleDeps,
  app: AppRecord,
  external_id: string,
  changes: Changes,
): Promise<Change & { readonly row: GroupRow; readonly known: GroupRow | undefined }> {
  const { clock, rng, store } = deps;
  const known = await groupByExternalId(store.db, app.id, external_id);
  const before = known?.attributes ?? "{}";
  const changed = changedAttributes(before, changes);
  const now_ms = clock.now();
  const after = { attributes: toJson(changed), search_name: nameKey(changed), updated_at: now_ms };
  const id = known?.id ?? newId("grp", clock, rng);
  const row = { id, app_id: app.id, external_id, created_at: known?.created_at ?? now_ms, ...after };
  const query = known === undefined ? insertGroup(store.db, row) : replaceGroupAttributes(store.db, id, before, after);
  const definitions = await definitionStatements(deps, { app_id: app.id, owner: "group" }, changes, "proved");
  return {
    ...{ row, known },
    statements: [{ query, expect: 1 }, ...definitions],
    is_news: known === undefined || after.attributes !== before,
  };
}

/**
 * Puts a person into a group, or adds to what is known of their place in it.
 *
 * @throws ProblemError `memberships_full`; `body_invalid` when the attributes would become too many.
 */
export async function membershipChange(
  deps: PeopleDeps,
  app: AppRecord,
  place: { readonly person_id: PersonId; readonly group_id: GroupId },
  changes: Changes,
): Promise<Change> {
  const { db } = deps.store;
  const before = await membershipAttributes(db, place.person_id, place.group_id);
  if (before === undefined && (await countMemberships(db, place.person_id)) >= limits.identity_groups_max) {
    throw new ProblemError(
      "memberships_full",
      `This person belongs to ${limits.identity_groups_max} groups already. Take them out of one first.`,
    );
  }
  const attributes = toJson(changedAttributes(before ?? "{}", changes));
  const query =
    before === undefined
      ? insertMembership(db, { ...place, attributes, created_at: deps.clock.now() })
      : replaceMembershipAttributes(db, place, before, attributes);
  const definitions = await definitionStatements(deps, { app_id: app.id, owner: "membership" }, changes, "proved");
  return { statements: [{ query, expect: 1 }, ...definitions], is_news: attributes !== before };
}

/** What is said after as many attempts as `person_write_attempts_max`. */
export function groupBusy(): ProblemError {
  return new ProblemError(
    "store_unavailable",
    "This group is being changed by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

function nameKey(attributes: Attributes): string | null {
  const name = attributeOf(attributes, "name");
  return typeof name === "string" ? searchText(name) : null;
}
