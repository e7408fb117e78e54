import type { CapGroupId, ContentId, MemberId, SegmentId } from "@fanfare/contract/ids";
import type { CompiledQuery, Insertable, Kysely, Selectable } from "kysely";
import type { Millis, Schema } from "./schema.ts";

type Db = Kysely<Schema>;
export type SegmentRow = Selectable<Schema["segments"]>;
export type CapGroupRow = Selectable<Schema["cap_groups"]>;

/** All of the workspace, by name: there are at most a few hundred. */
export function allSegments(db: Db): Promise<SegmentRow[]> {
  return db.selectFrom("segments").selectAll().orderBy("name").execute();
}

export function segmentById(db: Db, id: SegmentId): Promise<SegmentRow | undefined> {
  return db.selectFrom("segments").selectAll().where("id", "=", id).executeTakeFirst();
}

export function insertSegment(db: Db, row: Insertable<Schema["segments"]>): CompiledQuery {
  return db.insertInto("segments").values(row).compile();
}

/** No row when somebody changed it since `revision`. */
export function updateSegment(
  db: Db,
  at: { readonly id: SegmentId; readonly revision: number },
  change: Partial<Pick<SegmentRow, "name" | "rule">>,
  by: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .updateTable("segments")
    .set({ ...change, revision: at.revision + 1, updated_at: by.now_ms, updated_by: by.member_id })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .compile();
}

export function deleteSegment(db: Db, id: SegmentId): CompiledQuery {
  return db.deleteFrom("segments").where("id", "=", id).compile();
}

/** All of the workspace, by name. */
export function allCapGroups(db: Db): Promise<CapGroupRow[]> {
  return db.selectFrom("cap_groups").selectAll().orderBy("name").execute();
}

export function capGroupById(db: Db, id: CapGroupId): Promise<CapGroupRow | undefined> {
  return db.selectFrom("cap_groups").selectAll().where("id", "=", id).executeTakeFirst();
}

export function insertCapGroup(db: Db, row: CapGroupRow): CompiledQuery {
  return db.insertInto("cap_groups").values(row).compile();
}

/** No row when somebody changed it since `revision`. */
export function updateCapGroup(
  db: Db,
  at: { readonly id: CapGroupId; readonly revision: number },
  change: Partial<Pick<CapGroupRow, "name" | "runs_max" | "window_hours" | "covers">>,
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("cap_groups")
    .set({ ...change, revision: at.revision + 1, updated_at: now_ms })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .compile();
}

export function deleteCapGroup(db: Db, id: CapGroupId): CompiledQuery {
  return db.deleteFrom("cap_groups").where("id", "=", id).compile();
}

/** Contents whose live edition has this id in it. Ids are long and random: what has the text names the segment. */
export function liveEditionsNaming(db: Db, id: SegmentId): Promise<{ id: ContentId; name: string }[]> {
  return db
    .selectFrom("publications")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .innerJoin("contents", "contents.id", "publications.content_id")
    .where("versions.edition", "like", `%${id}%`)
    .select(["contents.id", "contents.name"])
    .distinct()
    .orderBy("contents.name")
    .execute();
}

/** Contents whose draft has this id in it. */
export function draftsNaming(db: Db, id: SegmentId): Promise<{ id: ContentId; name: string }[]> {
  return db.selectFrom("contents").where("draft", "like", `%${id}%`).select(["id", "name"]).orderBy("name").execute();
}
