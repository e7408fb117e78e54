import type { AppId } from "@fanfare/contract/lib/ids";
import type { AttributeType } from "@fanfare/contract/people/attribute";
import type { AttributeOwner } from "@fanfare/contract/targeting/rule";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
export type AttributeDefinitionRow = Selectable<Schema["attribute_definitions"]>;

interface Key {
  readonly app_id: AppId;
  readonly owner: AttributeOwner;
}

export function definitionsNamed(db: Db, key: Key, names: readonly string[]): Promise<AttributeDefinitionRow[]> {
  return db
    .selectFrom("attribute_definitions")
    .selectAll()
    .where("app_id", "=", key.app_id)
    .where("owner", "=", key.owner)
    .where("name", "in", [...names])
    .execute();
}

export function definitionsOf(db: Db, app_id: AppId): Promise<AttributeDefinitionRow[]> {
  return db
    .selectFrom("attribute_definitions")
    .selectAll()
    .where("app_id", "=", app_id)
    .orderBy("owner")
    .orderBy("name")
    .execute();
}

export async function countDefinitions(db: Db, key: Key): Promise<number> {
  const { count } = await db
    .selectFrom("attribute_definitions")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("app_id", "=", key.app_id)
    .where("owner", "=", key.owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Defines types. Existing definitions stay. */
export function insertDefinitions(
  db: Db,
  key: Key,
  types: readonly { readonly name: string; readonly type: AttributeType }[],
  now_ms: Millis,
): CompiledQuery {
  const nothing = { mismatches: 0, last_mismatch_type: null, last_mismatch_at: null };
  return db
    .insertInto("attribute_definitions")
    .values(types.map((each) => ({ ...key, ...each, ...nothing, created_at: now_ms })))
    .onConflict(keepExisting)
    .compile();
}

/** Column that {@link recordMismatch} returns: current number of values of another type. */
export const CURRENT_MISMATCHES = "mismatches_by_now";

export function recordMismatch(
  db: Db,
  key: Key,
  found: { readonly name: string; readonly type: AttributeType },
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("attribute_definitions")
    .set((eb) => ({
      mismatches: eb("mismatches", "+", 1),
      last_mismatch_type: found.type,
      last_mismatch_at: now_ms,
    }))
    .where("app_id", "=", key.app_id)
    .where("owner", "=", key.owner)
    .where("name", "=", found.name)
    .returning((eb) => eb.ref("mismatches").as(CURRENT_MISMATCHES))
    .compile();
}
