import type { AppId } from "@fanfare/contract/lib/ids";
import type { WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import { type RawBuilder, sql } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { containsText } from "../realtime/webhook-deliveries.ts";

/** Primary key columns, used for paging. */
const KEYS = {
  events: ["id"],
  people: ["id"],
  runs: ["id"],
  suppressions: ["id"],
  milestones: ["goal_id", "person_id"],
  exposures: ["person_id", "content_id", "experiment"],
  survey_answers: ["run_id", "question_id", "ordinal"],
  survey_responses: ["run_id"],
  event_rollups: ["day", "name", "content_id", "facets"],
  funnel_runs: ["person_id", "content_id", "run_id"],
  funnel_steps: ["person_id", "content_id", "run_id", "step_id"],
  groups: ["id"],
  goals: ["id"],
  publications: ["content_id"],
  attribute_definitions: ["owner", "name"],
  live_updates: ["id"],
  decision_log: ["id"],
  memberships: ["person_id", "group_id"],
  segment_people: ["person_id", "segment_id"],
  live_update_deliveries: ["live_update_id", "person_id", "device"],
  live_update_emails: ["live_update_id", "person_id"],
  email_unsubscribes: ["person_id"],
  live_update_pushes: ["live_update_id", "person_id"],
  push_subscriptions: ["id"],
  feed_reads: ["person_id", "item"],
  occasions: ["person_id", "content_id", "milestone"],
  event_counts: ["person_id", "name", "filter"],
  group_event_days: ["group_id", "name", "day"],
  group_tasks: ["group_id", "content_id", "task_id"],
  webhook_deliveries: ["id"],
  webhook_attempts: ["delivery_id", "began_at"],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type ExportedTable = keyof typeof KEYS;

/** Columns of tables that also have secrets. All columns of other tables are exported. */
const COLUMNS: Partial<Record<ExportedTable, readonly string[]>> = {
  push_subscriptions: ["id", "app_id", "person_id", "service", "created_at", "confirmed_at"],
};

/** Tables that belong to an app only through their person. */
const BY_PERSON: ReadonlySet<ExportedTable> = new Set<ExportedTable>([
  ...(["memberships", "live_update_deliveries", "feed_reads", "occasions", "event_counts", "funnel_steps"] as const),
  ...(["live_update_emails", "email_unsubscribes", "live_update_pushes"] as const),
]);
function ownedBy(app_id: AppId, table: ExportedTable): RawBuilder<boolean> {
  if (BY_PERSON.has(table)) return sql`person_id in (select id from people where app_id = ${app_id})`;
  if (table === "webhook_attempts") {
    return sql`delivery_id in (select id from webhook_deliveries where app_id = ${app_id})`;
  }
  return ownedInKeyOrder(app_id);
}

/** Without an index, so that no read sorts all rows of the app. The batches together read the table once. */
export function ownedInKeyOrder(app_id: AppId): RawBuilder<boolean> {
  return sql`app_id || '' = ${app_id}`;
}

export type ExportedRow = Readonly<Record<string, string | number | null>>;

export interface ExportedFilter {
  /** These are only for webhook deliveries. */
  readonly state?: WebhookDeliveryState | undefined;
  readonly webhook_id?: string | undefined;
  readonly text?: string | undefined;
}

export async function nextRows(
  db: Db,
  table: ExportedTable,
  app_id: AppId,
  last: ExportedRow | undefined,
  limit: number,
  { state, webhook_id, text = "" }: ExportedFilter = {},
): Promise<readonly ExportedRow[]> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const after =
    last === undefined ? sql`` : sql` and (${key}) > (${sql.join(KEYS[table].map((column) => last[column] ?? null))})`;
  const filters = [
    ...(state === undefined ? [] : [sql` and state = ${state}`]),
    ...(webhook_id === undefined ? [] : [sql` and webhook_id = ${webhook_id}`]),
    ...(text === "" ? [] : [sql` and ${containsText(text)}`]),
  ];
  const so = filters.length === 0 ? sql`` : sql.join(filters, sql``);
  const owned = ownedBy(app_id, table);
  const columns = COLUMNS[table];
  const exported = columns === undefined ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
  const query = sql<ExportedRow>`select ${exported} from ${sql.table(table)} where ${owned}${so}${after} order by ${key} limit ${sql.lit(limit)}`;
  return (await query.execute(db)).rows;
}
