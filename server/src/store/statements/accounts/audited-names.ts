import { describeLiveUpdate, type LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import { fromJson } from "../../columns.ts";
import type { JsonText } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

interface Named {
  readonly id: string;
  readonly name: string | null;
}

type NamesOf = (db: Db, ids: readonly string[]) => Promise<readonly Named[]>;

/** Reads names by resource type, of deleted resources too. Types without an entry have no name of their own. */
const NAMES: Readonly<Record<string, NamesOf>> = {
  app: named("apps"),
  cap_group: named("cap_groups"),
  /** A channel's ID is its name. */
  channel: async (_db, ids) => ids.map((id) => ({ id, name: id })),
  content: named("contents"),
  dashboard: named("dashboards"),
  goal: named("goals"),
  member: named("members"),
  role: named("custom_roles"),
  segment: named("segments"),
  template: named("templates"),
  theme: named("themes"),
  token: named("api_tokens"),
  tracker: named("trackers"),
  async group(db, ids) {
    const rows = await db
      .selectFrom("groups")
      .select(["id", "external_id", "attributes"])
      .where("id", "in", ids as never)
      .execute();
    return rows.map(({ id, external_id, attributes }) => ({ id, name: nameIn(attributes) ?? external_id }));
  },
  invite: (db, ids) =>
    db
      .selectFrom("account_links")
      .select(["id", "email as name"])
      .where("id", "in", ids as never)
      .execute(),
  async live_update(db, ids) {
    const rows = await db
      .selectFrom("live_updates")
      .select(["id", "body"])
      .where("id", "in", ids as never)
      .execute();
    const scheduled = await db
      .selectFrom("scheduled_live_updates")
      .select(["id", "input"])
      .where("id", "in", ids as never)
      .execute();
    // Casts: validated before they were stored.
    const bodies = [
      ...rows.map(({ id, body }) => ({ id, body: fromJson(body, (value) => value as LiveUpdateBody) })),
      ...scheduled.map(({ id, input }) => ({ id, body: fromJson(input, (value) => value as LiveUpdateInput).body })),
    ];
    return bodies.map(({ id, body }) => ({ id, name: describeLiveUpdate(body) }));
  },
  people_import: (db, ids) =>
    db
      .selectFrom("people_imports")
      .select(["id", "file_name as name"])
      .where("id", "in", ids as never)
      .execute(),
  async person(db, ids) {
    const rows = await db
      .selectFrom("people")
      .select(["id", "external_id", "anonymous_id", "attributes"])
      .where("id", "in", ids as never)
      .execute();
    return rows.map(({ id, attributes, ...person }) => ({
      id,
      name: nameIn(attributes) ?? person.external_id ?? person.anonymous_id,
    }));
  },
  webhook: (db, ids) =>
    db
      .selectFrom("webhooks")
      .select(["id", "url as name"])
      .where("id", "in", ids as never)
      .execute(),
  destination: (db, ids) =>
    db
      .selectFrom("webhooks")
      .select(["id", "name"])
      .where("id", "in", ids as never)
      .execute(),
};

/** Returns the current names of resources by type and ID. Omits resources that no longer exist. */
export async function auditedNames(
  db: Db,
  resources: readonly { readonly type: string; readonly id: string }[],
): Promise<(type: string, id: string) => string | undefined> {
  const types = [...new Set(resources.map(({ type }) => type))];
  const found = await Promise.all(
    types.map(async (type) => {
      const ids = new Set(resources.filter((each) => each.type === type).map(({ id }) => id));
      const rows = (await NAMES[type]?.(db, [...ids])) ?? [];
      return [type, new Map(rows.map(({ id, name }) => [id, name ?? undefined]))] as const;
    }),
  );
  const names = new Map(found);
  return (type, id) => names.get(type)?.get(id);
}

function named(
  table:
    | "apps"
    | "cap_groups"
    | "custom_roles"
    | "contents"
    | "dashboards"
    | "goals"
    | "members"
    | "segments"
    | "templates"
    | "themes"
    | "trackers"
    | "api_tokens",
): NamesOf {
  return (db, ids) =>
    db
      .selectFrom(table)
      .select(["id", "name"])
      // Cast: the audit log stores IDs as text. Text that isn't an ID has no matches.
      .where("id", "in", ids as never)
      .execute();
}

function nameIn(attributes: JsonText): string | undefined {
  const { name } = fromJson(attributes, (value) => value as { readonly name?: unknown });
  return typeof name === "string" && name.trim() !== "" ? name : undefined;
}
