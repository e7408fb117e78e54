import type { ContentType } from "@fanfare/contract/content/body";
import type { CONTENT_STATUS_FILTERS, TriggerKind } from "@fanfare/contract/content/content";
import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import type { StartCutoffs } from "@fanfare/contract/targeting/upcoming";
import { type RawBuilder, sql } from "kysely";
import type { Store } from "../../store.ts";

/** A caller who can approve drafts in the app. */
export interface Reviewer {
  /** Null: an operator. */
  readonly member_id: MemberId | null;
  /** Whether the last editor can't approve. */
  readonly excludes_editor: boolean;
}

export interface ContentFilter {
  readonly app_id: AppId;
  /** Part of the name or slug, case-insensitive. "" matches all. */
  readonly text: string;
  readonly type: ContentType | "all";
  /** `all` excludes archived content. */
  readonly status: (typeof CONTENT_STATUS_FILTERS)[number];
  /** Cutoffs for started content. See `begunUntil`. */
  readonly begun: StartCutoffs;
  /** "": any. */
  readonly tag: string;
  /** For `awaiting_review`. Undefined: no review waits for them. */
  readonly reviewer?: Reviewer | undefined;
  /** Undefined: any. */
  readonly trigger?: TriggerKind | undefined;
}

/** SQLite lowercases only ASCII: text with other capital letters matches only as typed. */
function textContains(text: string): RawBuilder<boolean> {
  const typed = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const lower = typed.toLowerCase();
  const like = (column: RawBuilder<unknown>, pattern: string) => sql<boolean>`${column} like ${pattern} escape '\\'`;
  return sql<boolean>`(${sql.join(
    [like(sql`lower(contents.name)`, lower), like(sql`contents.name`, typed), like(sql`contents.slug`, lower)],
    sql` or `,
  )})`;
}

export function hasTag(
  dialect: Store["dialect"],
  tag: string,
  edition: "contents.draft" | "versions.edition" = "contents.draft",
): RawBuilder<boolean> {
  return dialect === "sqlite"
    ? sql<boolean>`exists (select 1 from json_each(${sql.ref(edition)}, '$.tags') where json_each.value = ${tag})`
    : sql<boolean>`${sql.ref(edition)}::jsonb -> 'tags' @> ${JSON.stringify([tag])}::text::jsonb`;
}

function startsBy(dialect: Store["dialect"], kind: TriggerKind): RawBuilder<boolean> {
  return dialect === "sqlite"
    ? sql<boolean>`json_extract(contents.draft, '$.trigger.kind') = ${kind}`
    : sql<boolean>`contents.draft::jsonb #>> '{trigger,kind}' = ${kind}`;
}

/** Conditions on the content itself, independent of the app. */
export function contentConditions(
  filter: Omit<ContentFilter, "status" | "begun" | "reviewer">,
  dialect: Store["dialect"],
): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`contents.system = 0`];
  if (filter.type !== "all") conditions.push(sql<boolean>`contents.type = ${filter.type}`);
  if (filter.tag !== "") conditions.push(hasTag(dialect, filter.tag));
  if (filter.trigger !== undefined) conditions.push(startsBy(dialect, filter.trigger));
  if (filter.text !== "") conditions.push(textContains(filter.text));
  return conditions;
}

/** Scheduled start of the live version, and its time zone. Null if the schedule has none. */
export function liveStart(dialect: Store["dialect"]): {
  readonly starts_at: RawBuilder<string | null>;
  readonly zone: RawBuilder<Schedule["zone"] | null>;
} {
  const at = (name: string) =>
    dialect === "sqlite"
      ? sql`json_extract(versions.edition, ${sql.lit(`$.schedule.${name}`)})`
      : sql`versions.edition::jsonb #>> ${sql.lit(`{schedule,${name}}`)}`;
  return { starts_at: at("starts_at").$castTo(), zone: at("zone").$castTo() };
}

export function isScheduled(begun: StartCutoffs, dialect: Store["dialect"]): RawBuilder<boolean> {
  const { starts_at, zone } = liveStart(dialect);
  return sql<boolean>`coalesce(${starts_at} > case when ${zone} = 'person' then ${begun.person} else ${begun.utc} end, false)`;
}

/** Whether the draft as it is now has such a review in the app. */
function isReviewed(app_id: AppId, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from reviews where reviews.content_id = contents.id
    and reviews.app_id = ${app_id} and reviews.revision = contents.revision and ${condition})`;
}

/** Whether a review waits for the caller: they were asked, or no one in particular was. */
export function awaits({ member_id, excludes_editor }: Reviewer): RawBuilder<boolean> {
  const asked = sql`select 1 from review_reviewers where review_reviewers.content_id = reviews.content_id
    and review_reviewers.app_id = reviews.app_id and review_reviewers.revision = reviews.revision`;
  const waits = sql<boolean>`(reviews.approved_at is null and (not exists (${asked})
    or exists (${asked} and review_reviewers.member_id = ${member_id})))`;
  if (!excludes_editor) return waits;
  return sql<boolean>`(${waits} and coalesce(contents.updated_by, '') <> ${member_id ?? ""})`;
}

/** Conditions on the content's status in the app. */
export function statusConditions(
  { app_id, status, begun, reviewer }: Pick<ContentFilter, "app_id" | "status" | "begun" | "reviewer">,
  dialect: Store["dialect"],
): RawBuilder<boolean>[] {
  if (status === "archived") return [sql<boolean>`contents.archived_at is not null`];
  const there = sql<boolean>`contents.archived_at is null`;
  const going_on = sql<boolean>`publications.paused_at is null`;
  const as_written = sql<boolean>`versions.revision = contents.revision`;
  switch (status) {
    case "all":
      return [there];
    case "draft":
      return [there, sql<boolean>`versions.id is null`];
    case "in_review":
      return [there, isReviewed(app_id, sql`reviews.approved_at is null`)];
    case "awaiting_review":
      return [there, reviewer === undefined ? sql<boolean>`1 = 0` : isReviewed(app_id, awaits(reviewer))];
    case "approved":
      return [there, isReviewed(app_id, sql`reviews.approved_at is not null`)];
    case "scheduled":
      return [there, going_on, as_written, isScheduled(begun, dialect)];
    case "live":
      return [there, going_on, as_written, sql<boolean>`not ${isScheduled(begun, dialect)}`];
    case "changed":
      return [there, going_on, sql<boolean>`versions.revision <> contents.revision`];
    case "paused":
      return [there, sql<boolean>`publications.paused_at is not null`];
    case "incomplete":
      return [there, sql<boolean>`contents.draft_issues > 0`];
  }
}

export function filterConditions(filter: ContentFilter, dialect: Store["dialect"]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join([...contentConditions(filter, dialect), ...statusConditions(filter, dialect)], sql` and `)}`;
}
