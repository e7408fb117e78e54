import type { ContentType } from "@fanfare/contract/content/body";
import type { AppId, ContentId, MemberId } from "@fanfare/contract/lib/ids";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import { type CompiledQuery, type RawBuilder, type Selectable, sql, type UpdateObject } from "kysely";
import type { Bit, JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { type ContentFilter, filterConditions, liveStart } from "./content-filter.ts";
export type ContentRow = Selectable<Schema["contents"]>;

export interface ContentListRow {
  readonly id: ContentId;
  readonly type: ContentType;
  readonly slug: string;
  readonly name: string;
  readonly steps: number;
  /** Sort keys, as the database compares them. */
  readonly sort_name: string;
  readonly sort_updated_at: Millis;
  readonly sort_priority: number;
  readonly revision: number;
  /** Number of issues that block publishing. */
  readonly draft_issues: number;
  readonly priority: number;
  readonly updated_at: Millis;
  /** Name of the member, if they still exist. */
  readonly updated_by: string | null;
  readonly live_version: number | null;
  readonly live_revision: number | null;
  readonly published_at: Millis | null;
  /** From the live version's schedule. Null if it has none. */
  readonly live_starts_at: string | null;
  readonly live_zone: Schedule["zone"] | null;
  readonly paused_at: Millis | null;
  readonly archived_at: Millis | null;
  /** What is scheduled to be published in this app. */
  readonly publishes_at: Millis | null;
  readonly publishes_version: number | null;
  /** Of the draft's review in this app. Null: none was requested since the last change. */
  readonly review_requested_at: Millis | null;
  readonly review_approved_at: Millis | null;
}

export interface ContentDetailRow extends ContentListRow {
  readonly draft: JsonText;
  readonly created_at: Millis;
  readonly system: Bit;
  /** Who made the last change. Null: an operator, or a former member. */
  readonly editor_id: MemberId | null;
  readonly review_requested_by: string | null;
  readonly review_approved_by: string | null;
  /** JSON list of {@link ReviewerRow}. */
  readonly reviewers: string;
}

export interface ContentOrder {
  readonly by: "updated_at" | "name" | "priority";
  readonly descending: boolean;
  readonly after?: { readonly value: string | number; readonly id: string } | undefined;
}

function joined(store: Pick<Store, "db" | "dialect">, app_id: AppId) {
  const { starts_at, zone } = liveStart(store.dialect);
  return store.db
    .selectFrom("contents")
    .leftJoin("publications", (join) =>
      join.onRef("publications.content_id", "=", "contents.id").on("publications.app_id", "=", app_id),
    )
    .leftJoin("versions", "versions.id", "publications.version_id")
    .leftJoin("members", "members.id", "contents.updated_by")
    .leftJoin("reviews", (join) =>
      join
        .onRef("reviews.content_id", "=", "contents.id")
        .onRef("reviews.revision", "=", "contents.revision")
        .on("reviews.app_id", "=", app_id),
    )
    .leftJoin("scheduled_publications", (join) =>
      join
        .onRef("scheduled_publications.content_id", "=", "contents.id")
        .on("scheduled_publications.app_id", "=", app_id),
    )
    .leftJoin("versions as upcoming", "upcoming.id", "scheduled_publications.version_id")
    .select(["scheduled_publications.publish_at as publishes_at", "upcoming.number as publishes_version"])
    .select(["reviews.requested_at as review_requested_at", "reviews.approved_at as review_approved_at"])
    .select([
      "contents.id",
      "contents.type",
      "contents.slug",
      "contents.name",
      "contents.revision",
      "contents.draft_issues",
      "contents.updated_at",
      "contents.archived_at",
      "members.name as updated_by",
      "versions.number as live_version",
      "versions.revision as live_revision",
      "publications.published_at",
      "publications.paused_at",
      starts_at.as("live_starts_at"),
      zone.as("live_zone"),
      stepCount(store.dialect).as("steps"),
      sql<string>`lower(contents.name)`.as("sort_name"),
      "contents.updated_at as sort_updated_at",
      priority(store.dialect).as("priority"),
      rank(store.dialect).as("sort_priority"),
    ]);
}

/** Counted by the database, so that lists don't transfer every draft. */
function stepCount(dialect: Store["dialect"]): RawBuilder<number> {
  const lengths = ["steps", "panels", "tasks", "questions"].map((list) =>
    dialect === "sqlite"
      ? sql<number>`json_array_length(contents.draft, ${sql.lit(`$.body.${list}`)})`
      : sql<number>`jsonb_array_length(contents.draft::jsonb -> 'body' -> ${sql.lit(list)})`,
  );
  return sql<number>`coalesce(${sql.join(lengths)}, 1)`;
}

/** Lists at most `tags_max` tags of content that isn't archived, most used first. */
export async function listTags(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  tags_max: number,
): Promise<{ readonly tag: string; readonly contents: number }[]> {
  const tags =
    dialect === "sqlite"
      ? sql`json_each(contents.draft, '$.tags') as tags`
      : sql`jsonb_array_elements_text(contents.draft::jsonb -> 'tags') as tags(value)`;
  const { rows } = await sql<{ tag: string; contents: number }>`
    select tags.value as tag, cast(count(*) as integer) as contents from contents cross join ${tags}
    where contents.system = 0 and contents.archived_at is null
    group by tags.value order by count(*) desc, tags.value limit ${tags_max}`.execute(db);
  return rows;
}

function priority(dialect: Store["dialect"]): RawBuilder<number> {
  return dialect === "sqlite"
    ? sql<number>`coalesce(json_extract(contents.draft, '$.priority'), 0)`
    : sql<number>`coalesce((contents.draft::jsonb ->> 'priority')::integer, 0)`;
}

/** Ascending, as IDs are: of two items with the same priority, pages start the older one. */
function rank(dialect: Store["dialect"]): RawBuilder<number> {
  return sql<number>`(0 - ${priority(dialect)})`;
}

function orderColumn(by: ContentOrder["by"], dialect: Store["dialect"]): RawBuilder<unknown> {
  switch (by) {
    case "updated_at":
      return sql.ref("contents.updated_at");
    case "name":
      return sql`lower(contents.name)`;
    case "priority":
      return rank(dialect);
  }
}

/** Returns one page of at most `rows_max` rows. The order is total, so rows never repeat when content is added. */
export function listContents(
  store: Pick<Store, "db" | "dialect">,
  filter: ContentFilter,
  order: ContentOrder,
  rows_max: number,
): Promise<ContentListRow[]> {
  const column = orderColumn(order.by, store.dialect);
  const direction = order.descending ? "desc" : "asc";
  const query = joined(store, filter.app_id)
    .where(filterConditions(filter, store.dialect))
    .orderBy(column, direction)
    .orderBy("contents.id", direction)
    .limit(rows_max);
  if (order.after === undefined) return query.execute();
  const { value, id } = order.after;
  const beyond = order.descending ? sql`<` : sql`>`;
  return query.where(sql<boolean>`(${column}, contents.id) ${beyond} (${value}, ${id})`).execute();
}

export async function countContents(store: Pick<Store, "db" | "dialect">, filter: ContentFilter): Promise<number> {
  const { total } = await joined(store, filter.app_id)
    .clearSelect()
    .where(filterConditions(filter, store.dialect))
    .select((eb) => eb.fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function contentDetail(
  store: Pick<Store, "db" | "dialect">,
  id: ContentId,
  app_id: AppId,
): Promise<ContentDetailRow | undefined> {
  return detailed(store, app_id).where("contents.id", "=", id).executeTakeFirst();
}

/** Archived content too. */
export function contentDetailsBySlug(
  store: Pick<Store, "db" | "dialect">,
  slugs: readonly string[],
  app_id: AppId,
): Promise<ContentDetailRow[]> {
  return detailed(store, app_id).where("contents.slug", "in", slugs).where("contents.system", "=", 0).execute();
}

/** Members who were asked for the review, by name. */
function reviewers(dialect: Store["dialect"]): RawBuilder<string> {
  const list =
    dialect === "sqlite"
      ? sql`json_group_array(json_object('id', asked.id, 'name', asked.name))`
      : sql`coalesce(
    json_agg(json_build_object('id', asked.id, 'name', asked.name)), '[]')::text`;
  return sql<string>`(select ${list} from (select members.id, members.name from review_reviewers
    join members on members.id = review_reviewers.member_id
    where review_reviewers.content_id = reviews.content_id and review_reviewers.app_id = reviews.app_id
    and review_reviewers.revision = reviews.revision order by members.name, members.id) as asked)`;
}

function detailed(store: Pick<Store, "db" | "dialect">, app_id: AppId) {
  return joined(store, app_id)
    .leftJoin("members as requester", "requester.id", "reviews.requested_by")
    .leftJoin("members as approver", "approver.id", "reviews.approved_by")
    .select(["contents.draft", "contents.created_at", "contents.system", "contents.updated_by as editor_id"])
    .select(["requester.name as review_requested_by", "approver.name as review_approved_by"])
    .select(reviewers(store.dialect).as("reviewers"));
}

export type DraftRow = Pick<ContentRow, "id" | "type" | "slug" | "name" | "revision" | "draft">;

/** Drafts of content that isn't archived, by ID. */
export function nextDrafts(db: Db, after: ContentId | undefined, rows_max: number): Promise<DraftRow[]> {
  const query = db
    .selectFrom("contents")
    .select(["id", "type", "slug", "name", "revision", "draft"])
    .where("system", "=", 0)
    .where("archived_at", "is", null)
    .orderBy("id")
    .limit(rows_max);
  return (after === undefined ? query : query.where("id", ">", after)).execute();
}

/** Content that isn't archived, without drafts: small, and enough to detect changes. */
export function contentHeads(db: Db, rows_max: number): Promise<Omit<DraftRow, "draft">[]> {
  return db
    .selectFrom("contents")
    .select(["id", "type", "slug", "name", "revision"])
    .where("system", "=", 0)
    .where("archived_at", "is", null)
    .orderBy("id")
    .limit(rows_max)
    .execute();
}

export function draftsOf(db: Db, ids: readonly ContentId[]): Promise<Pick<ContentRow, "id" | "revision" | "draft">[]> {
  return db.selectFrom("contents").select(["id", "revision", "draft"]).where("id", "in", ids).execute();
}

/** All drafts, archived ones too. Excludes the console's own content. */
export function draftsWithLiveRevision(
  db: Db,
  app_id: AppId,
): Promise<(ContentRow & { live_revision: number | null })[]> {
  return db
    .selectFrom("contents")
    .leftJoin("publications", (join) =>
      join.onRef("publications.content_id", "=", "contents.id").on("publications.app_id", "=", app_id),
    )
    .leftJoin("versions", "versions.id", "publications.version_id")
    .selectAll("contents")
    .select("versions.revision as live_revision")
    .where("contents.system", "=", 0)
    .orderBy("contents.slug")
    .execute();
}

export function contentBySlug(db: Db, slug: string): Promise<ContentRow | undefined> {
  return db.selectFrom("contents").selectAll().where("slug", "=", slug).executeTakeFirst();
}

/** Slugs of all content, archived content too. */
export async function contentSlugs(db: Db): Promise<readonly string[]> {
  return (await db.selectFrom("contents").select("slug").execute()).map(({ slug }) => slug);
}

export function contentByIdOrSlug(
  db: Db,
  name: { readonly id: ContentId } | { readonly slug: string },
): Promise<ContentRow | undefined> {
  const query = db.selectFrom("contents").selectAll();
  return ("id" in name ? query.where("id", "=", name.id) : query.where("slug", "=", name.slug)).executeTakeFirst();
}

export type ContentChange = Pick<UpdateObject<Schema, "contents">, "name" | "slug" | "draft" | "draft_issues">;

/** Updates content that is still at `revision` and increments it. No row after a concurrent change. */
export function updateContent(
  db: Db,
  at: { readonly id: ContentId; readonly revision: number },
  change: ContentChange,
  by: { readonly member_id: MemberId | null; readonly now_ms: Millis },
): CompiledQuery {
  return db
    .updateTable("contents")
    .set({ ...change, revision: at.revision + 1, updated_at: by.now_ms, updated_by: by.member_id })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .compile();
}

/** Changes nothing. One row if the content is still at `revision`. */
export function guardRevision(db: Db, at: { readonly id: ContentId; readonly revision: number }): CompiledQuery {
  return db
    .updateTable("contents")
    .set({ revision: at.revision })
    .where("id", "=", at.id)
    .where("revision", "=", at.revision)
    .compile();
}

/** Archives or restores content. No row if it already has that state. Draft and revision don't change. */
export function archiveContentRow(db: Db, id: ContentId, archived_at: Millis | null): CompiledQuery {
  return db
    .updateTable("contents")
    .set({ archived_at })
    .where("id", "=", id)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}
