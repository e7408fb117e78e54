import type { AppId, ContentId, MemberId, VersionId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

export interface PromotionRow {
  readonly content_id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly version_id: VersionId;
  readonly number: number;
  readonly replaced_id: VersionId | null;
  readonly replaced_number: number | null;
}

/** Content that is live in one app, while another app has another version of it or none. */
export function promotable(
  db: Db,
  { from, to }: { readonly from: AppId; readonly to: AppId },
): Promise<PromotionRow[]> {
  return db
    .selectFrom("publications as source")
    .innerJoin("contents", "contents.id", "source.content_id")
    .innerJoin("versions", "versions.id", "source.version_id")
    .leftJoin("publications as target", (join) =>
      join.onRef("target.content_id", "=", "source.content_id").on("target.app_id", "=", to),
    )
    .leftJoin("versions as replaced", "replaced.id", "target.version_id")
    .where("source.app_id", "=", from)
    .where("source.paused_at", "is", null)
    .where("contents.archived_at", "is", null)
    .where("contents.system", "=", 0)
    .where(({ eb, or, ref }) =>
      or([eb("target.version_id", "is", null), eb("target.version_id", "!=", ref("source.version_id"))]),
    )
    .select(["contents.id as content_id", "contents.slug", "contents.name"])
    .select(["versions.id as version_id", "versions.number"])
    .select(["replaced.id as replaced_id", "replaced.number as replaced_number"])
    .orderBy("contents.slug")
    .execute();
}

export interface Promotion {
  readonly content_id: ContentId;
  readonly version_id: VersionId;
  readonly from: AppId;
  readonly to: AppId;
}

/** Publishes what is live in one app in another one. No row if it's no longer live there, or already live here. */
export function putPromotion(
  db: Db,
  { content_id, version_id, from, to }: Promotion,
  { member_id, now_ms }: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .insertInto("publications")
    .columns(["content_id", "app_id", "version_id", "published_at", "published_by", "paused_at"])
    .expression((eb) =>
      eb
        .selectFrom("publications as source")
        .innerJoin("contents", "contents.id", "source.content_id")
        .where("source.content_id", "=", content_id)
        .where("source.app_id", "=", from)
        .where("source.version_id", "=", version_id)
        .where("source.paused_at", "is", null)
        .where("contents.archived_at", "is", null)
        .select((each) => [
          "source.content_id",
          each.val(to).as("app_id"),
          "source.version_id",
          each.val(now_ms).as("published_at"),
          each.val(member_id).as("published_by"),
          "source.paused_at",
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["content_id", "app_id"])
        .doUpdateSet({ version_id, published_at: now_ms, published_by: member_id, paused_at: null })
        .where("publications.version_id", "!=", version_id),
    )
    .compile();
}
