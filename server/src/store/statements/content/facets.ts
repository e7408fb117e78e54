import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { ContentFacetQuery } from "@fanfare/contract/schema/people/facets";
import type { StartCutoffs } from "@fanfare/contract/targeting/upcoming";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { auditFiltered } from "../accounts/audit-log.ts";
import { type ContentFilter, contentConditions, isScheduled, statusConditions } from "./content-filter.ts";

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

interface CountLimits {
  readonly rows_max: number;
  readonly values_max: number;
}

/** Counts the content for each option of one filter, most frequent first. Ignores that filter's current value. */
export async function contentCounts(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  filter: ContentFilter,
  by: ContentFacetQuery["by"],
  { rows_max, values_max }: CountLimits,
): Promise<readonly ValueCount[]> {
  const open: ContentFilter = { ...filter, ...(by === "type" ? { type: "all" } : by === "tag" ? { tag: "" } : {}) };
  const conditions = [
    ...contentConditions(open, dialect),
    ...(by === "status" ? [] : statusConditions(filter, dialect)),
  ];
  const { rows } = await sql<ValueCount>`
    select value, cast(count(*) as integer) as count
    from (
      select ${by === "status" ? statusOf(filter.begun, dialect) : VALUES[by]} as value from contents
      left join publications on publications.content_id = contents.id and publications.app_id = ${filter.app_id}
      left join versions on versions.id = publications.version_id
      ${by === "tag" ? tagsOfEach(dialect) : sql``}
      where ${sql.join(conditions, sql` and `)}
      limit ${sql.lit(rows_max)}
    ) as counted
    group by value order by count(*) desc, value limit ${sql.lit(values_max)}`.execute(db);
  return rows;
}

const VALUES: Readonly<Record<Exclude<ContentFacetQuery["by"], "status">, RawBuilder<string>>> = {
  type: sql<string>`contents.type`,
  tag: sql<string>`tags.value`,
};

function statusOf(begun: StartCutoffs, dialect: Store["dialect"]): RawBuilder<string> {
  return sql<string>`case when contents.archived_at is not null then 'archived' when versions.id is null then 'draft'
    when publications.paused_at is not null then 'paused'
    when versions.revision <> contents.revision then 'changed'
    when ${isScheduled(begun, dialect)} then 'scheduled' else 'live' end`;
}

function tagsOfEach(dialect: Store["dialect"]): RawBuilder<unknown> {
  return dialect === "sqlite"
    ? sql`cross join json_each(contents.draft, '$.tags') as tags`
    : sql`cross join jsonb_array_elements_text(contents.draft::jsonb -> 'tags') as tags(value)`;
}

/** Counts the newest matching entries by value of a column. "" for none. */
export async function auditCounts(
  db: Db,
  filter: AuditFilter,
  by: "action" | "member_id" | "resource_type",
  { rows_max, values_max }: CountLimits,
): Promise<readonly ValueCount[]> {
  const newest = auditFiltered(db, { ...filter, [by]: undefined })
    .select(sql<string>`coalesce(${sql.ref(by)}, '')`.as("value"))
    .orderBy("id", "desc")
    .limit(rows_max);
  const rows = await db
    .selectFrom(newest.as("counted"))
    .select(["value", (eb) => eb.fn.countAll().as("count")])
    .groupBy("value")
    .orderBy("count", "desc")
    .orderBy("value")
    .limit(values_max)
    .execute();
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}
