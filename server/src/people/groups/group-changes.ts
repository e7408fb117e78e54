import { type GroupId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type Attributes, type AttributeValue, getAttribute } from "@fanfare/contract/people/attribute";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toJson } from "../../store/columns.ts";
import {
  countMemberships,
  type GroupRow,
  groupByExternalId,
  insertGroup,
  insertMembership,
  membershipAttributes,
  replaceGroupAttributes,
  replaceMembershipAttributes,
} from "../../store/statements/people/groups.ts";
import type { Statement } from "../../store/store.ts";
import { definitionStatements, mergeAttributes } from "../person/attributes.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { searchText } from "../person/person-keys.ts";

/** Attribute changes of a group or membership. Null removes an attribute. */
export type Changes = Readonly<Record<string, AttributeValue>>;

/** Statements that store a change. Unmet after a concurrent change: read again. */
interface Change {
  readonly statements: readonly Statement[];
  /** False if everything is already stored. */
  readonly is_news: boolean;
}

/**
 * Creates a group or merges its attributes. `known`: the group that the change is based on.
 *
 * @throws ProblemError `body_invalid` if there would be too many attributes.
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
  const changed = mergeAttributes(before, changes);
  const now_ms = clock.now();
  const after = { attributes: toJson(changed), search_name: nameKey(changed), updated_at: now_ms };
  const id = known?.id ?? newId("grp", clock, rng);
  const row = { id, app_id: app.id, external_id, created_at: known?.created_at ?? now_ms, ...after };
  const query = known === undefined ? insertGroup(store.db, row) : replaceGroupAttributes(store.db, id, before, after);
  const definitions = await definitionStatements(deps, { app_id: app.id, owner: "group" }, changes, "verified");
  return {
    ...{ row, known },
    statements: [{ query, expect: 1 }, ...definitions],
    is_news: known === undefined || after.attributes !== before,
  };
}

/**
 * Adds a person to a group, or merges the membership's attributes.
 *
 * @throws ProblemError `memberships_full`; `body_invalid` if there would be too many attributes.
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
      `This person already belongs to ${limits.identity_groups_max} groups. Remove the person from a group first.`,
    );
  }
  const attributes = toJson(mergeAttributes(before ?? "{}", changes));
  const query =
    before === undefined
      ? insertMembership(db, { ...place, attributes, created_at: deps.clock.now() })
      : replaceMembershipAttributes(db, place, before, attributes);
  const definitions = await definitionStatements(deps, { app_id: app.id, owner: "membership" }, changes, "verified");
  return { statements: [{ query, expect: 1 }, ...definitions], is_news: attributes !== before };
}

/** Error after `person_write_attempts_max` attempts. */
export function groupConflict(): ProblemError {
  return new ProblemError(
    "store_unavailable",
    "Too many calls are changing this group, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

function nameKey(attributes: Attributes): string | null {
  const name = getAttribute(attributes, "name");
  return typeof name === "string" ? searchText(name) : null;
}
