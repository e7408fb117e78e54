import { type Attributes, type AttributeValue, attributeOf } from "@fanfare/contract/attribute";
import { type AppId, type MemberId, newId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../accounts/app-directory.ts";
import { auditStatement } from "../accounts/audit.ts";
import { toJson } from "../store/columns.ts";
import {
  countMemberships,
  deleteMembership,
  type GroupRow,
  groupByExternalId,
  insertGroup,
  membershipAttributes,
  putMembership,
  replaceGroupAttributes,
} from "../store/groups.ts";
import { changedAttributes, definitionStatements } from "./attributes.ts";
import type { PeopleDeps } from "./people.ts";
import { searchText } from "./person-keys.ts";
import { existingPerson } from "./person-named.ts";

type Changes = Readonly<Record<string, AttributeValue>>;

/**
 * Makes a group, or adds to what is known of it; null takes an attribute away. Groups come from the customer's back end
 * and from members, never from a page: who belongs to a group enters its channels.
 */
export async function putGroup(
  deps: PeopleDeps,
  app: AppRecord,
  external_id: string,
  changes: Changes,
  member_id: MemberId | null,
): Promise<GroupRow> {
  const { clock, rng, store } = deps;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const known = await groupByExternalId(store.db, app.id, external_id);
    const before = known?.attributes ?? "{}";
    const changed = changedAttributes(before, changes);
    const now_ms = clock.now();
    const after = { attributes: toJson(changed), search_name: nameKey(changed), updated_at: now_ms };
    const id = known?.id ?? newId("grp", clock, rng);
    const query =
      known === undefined
        ? insertGroup(store.db, { id, app_id: app.id, external_id, created_at: now_ms, ...after })
        : replaceGroupAttributes(store.db, id, before, after);
    const audit = auditStatement(deps, {
      member_id,
      action: "group.put",
      resource: { type: "group", id },
      app_id: app.id,
      detail: { external_id, changed: Object.keys(changes) },
    });
    const definitions = await definitionStatements(deps, { app_id: app.id, owner: "group" }, changes, "proved");
    const written = await store.write([{ query, expect: 1 }, ...definitions, audit]);
    if (written.outcome === "committed") {
      return { id, app_id: app.id, external_id, created_at: known?.created_at ?? now_ms, ...after };
    }
  }
  throw new ProblemError(
    "store_unavailable",
    "This group is being changed by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

/** @throws ProblemError `group_not_found`. */
export async function existingGroup(
  deps: Pick<PeopleDeps, "store">,
  app_id: AppId,
  external_id: string,
): Promise<GroupRow> {
  const group =
    external_id.includes("\0") || !external_id.isWellFormed()
      ? undefined
      : await groupByExternalId(deps.store.db, app_id, external_id);
  if (group !== undefined) return group;
  throw new ProblemError(
    "group_not_found",
    "No group in this app has this id. Make it first, with PUT /api/groups/{id}.",
  );
}

/**
 * Puts a person into a group, or adds to what is known of their place in it.
 *
 * @throws ProblemError `person_not_found`, `group_not_found`, `memberships_full`.
 */
export async function join(
  deps: PeopleDeps,
  app: AppRecord,
  who: { readonly name: string; readonly group: string },
  changes: Changes,
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const [person, group] = await Promise.all([
    existingPerson(deps, app, who.name),
    existingGroup(deps, app.id, who.group),
  ]);
  const before = await membershipAttributes(store.db, person.id, group.id);
  if (before === undefined && (await countMemberships(store.db, person.id)) >= limits.identity_groups_max) {
    throw new ProblemError(
      "memberships_full",
      `This person belongs to ${limits.identity_groups_max} groups already. Take them out of one first.`,
    );
  }
  const attributes = toJson(changedAttributes(before ?? "{}", changes));
  const row = { person_id: person.id, group_id: group.id, attributes, created_at: clock.now() };
  const definitions = await definitionStatements(deps, { app_id: app.id, owner: "membership" }, changes, "proved");
  await store.write([
    { query: putMembership(store.db, row), expect: 1 },
    ...definitions,
    auditStatement(deps, {
      member_id,
      action: "membership.put",
      resource: { type: "group", id: group.id },
      app_id: app.id,
      detail: { person_id: person.id, changed: Object.keys(changes) },
    }),
  ]);
}

/**
 * Takes a person out of a group. Who is not in it stays out.
 *
 * @throws ProblemError `person_not_found`, `group_not_found`.
 */
export async function leave(
  deps: PeopleDeps,
  app: AppRecord,
  who: { readonly name: string; readonly group: string },
  member_id: MemberId | null,
): Promise<void> {
  const { store } = deps;
  const [person, group] = await Promise.all([
    existingPerson(deps, app, who.name),
    existingGroup(deps, app.id, who.group),
  ]);
  await store.write([
    { query: deleteMembership(store.db, person.id, group.id), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "membership.end",
      resource: { type: "group", id: group.id },
      app_id: app.id,
      detail: { person_id: person.id },
    }),
  ]);
}

function nameKey(attributes: Attributes): string | null {
  const name = attributeOf(attributes, "name");
  return typeof name === "string" ? searchText(name) : null;
}
