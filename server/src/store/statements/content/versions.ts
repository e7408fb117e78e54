import type { ContentId, MemberId, VersionId } from "@fanfare/contract/lib/ids";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import { type CompiledQuery, sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { liveStart } from "./content-filter.ts";

export interface VersionRow {
  readonly id: VersionId;
  readonly number: number;
  readonly frozen_at: Millis;
  readonly created_by: string | null;
  /** From the version's schedule. Null if it has none. */
  readonly live_starts_at: string | null;
  readonly live_zone: Schedule["zone"] | null;
}

export function versionsOf(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  content_id: ContentId,
): Promise<VersionRow[]> {
  const { starts_at, zone } = liveStart(dialect);
  return db
    .selectFrom("versions")
    .leftJoin("members", "members.id", "versions.created_by")
    .where("versions.content_id", "=", content_id)
    .select(["versions.id", "versions.number", "versions.frozen_at", "members.name as created_by"])
    .select([starts_at.as("live_starts_at"), zone.as("live_zone")])
    .orderBy("versions.number", "desc")
    .execute();
}

/** Editions of the latest versions, newest first. */
export function latestEditions(
  db: Db,
  content_id: ContentId,
  rows_max: number,
): Promise<{ number: number; edition: JsonText }[]> {
  return db
    .selectFrom("versions")
    .select(["number", "edition"])
    .where("content_id", "=", content_id)
    .orderBy("number", "desc")
    .limit(rows_max)
    .execute();
}

export async function versionOfRevision(
  db: Db,
  content_id: ContentId,
  revision: number,
): Promise<VersionId | undefined> {
  const row = await db
    .selectFrom("versions")
    .select("id")
    .where("content_id", "=", content_id)
    .where("revision", "=", revision)
    .orderBy("number", "desc")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Copies the draft into a new version with the next number. No row if the draft's revision has changed or already has a
 * version.
 */
export function freezeDraft(
  db: Db,
  version: {
    readonly id: VersionId;
    readonly content_id: ContentId;
    readonly revision: number;
    readonly frozen_at: Millis;
    readonly created_by: MemberId | null;
  },
): CompiledQuery {
  return db
    .insertInto("versions")
    .columns(["id", "content_id", "number", "edition", "revision", "frozen_at", "created_by"])
    .expression((eb) =>
      eb
        .selectFrom("contents")
        .where("contents.id", "=", version.content_id)
        .where("contents.revision", "=", version.revision)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("versions as twin")
                .select("twin.id")
                .where("twin.content_id", "=", version.content_id)
                .where("twin.revision", "=", version.revision),
            ),
          ),
        )
        .select((each) => [
          each.val(version.id).as("id"),
          "contents.id as content_id",
          each
            .selectFrom("versions")
            .where("versions.content_id", "=", version.content_id)
            .select(sql<number>`coalesce(max(number), 0) + 1`.as("next"))
            .as("number"),
          "contents.draft as edition",
          "contents.revision",
          each.val(version.frozen_at).as("frozen_at"),
          each.val(version.created_by).as("created_by"),
        ]),
    )
    .compile();
}
