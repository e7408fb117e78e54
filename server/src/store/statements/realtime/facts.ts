import { EVENT_NAMES } from "@fanfare/contract/events/events";
import type { AlertId, AppId, AuditId, GoalId, PersonId, ReceiverId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type FactRow = Selectable<Schema["facts"]>;

/** Column of the result of statements that record facts. */
export const RECORDED_FACT = "recorded_fact";
const returning = sql`returning id as ${sql.ref(RECORDED_FACT)}`;

const columns = sql`insert into facts (id, app_id, source, ref, webhook_id)`;
const isReceiving = sql`webhooks.kind <> 'channels' and webhooks.enabled = 1 and webhooks.archived_at is null`;

/** Facts are recorded only for apps with an engagement webhook or a destination. */
const hasReceiver = (app_id: AppId) =>
  sql`exists (select 1 from webhooks where webhooks.app_id = ${app_id} and ${isReceiving})`;

export interface RecordedBatch {
  readonly app_id: AppId;
  readonly person_id: PersonId;
  readonly received_at: Millis;
  readonly batch: string;
}

/** Text that JSON stores as it is. */
const PLAIN = /^[^"\\\p{Cc}]*$/u;
const isOfSdk = sql`events.name in (${sql.join(EVENT_NAMES.map((name) => sql.lit(name)))})`;

/**
 * Records the events of a batch as facts. Part of the batch that stores them: repeated events have another batch.
 * Events that no receiver's filter names are most of all, and are left out. Those that remain are compared exactly later.
 */
export function recordEventFacts(
  db: Db,
  { app_id, person_id, received_at, batch }: RecordedBatch,
  names: readonly string[],
): CompiledQuery {
  // `%` and `_` of a name match themselves, too.
  const isNamed = sql`exists (select 1 from webhooks where webhooks.app_id = ${app_id} and ${isReceiving}
    and webhooks.filter like '%' || events.name || '%')`;
  const isWanted = names.every((name) => PLAIN.test(name)) ? sql`(${isOfSdk} or ${isNamed})` : sql`1 = 1`;
  return sql`${columns} select batch || ':' || id, app_id, 'event', id, null from events
    where person_id = ${person_id} and received_at = ${received_at} and batch = ${batch} and ${hasReceiver(app_id)}
    and ${isWanted} ${returning}`.compile(db);
}

/** Records new completions as facts. They follow the event that completed the goal. */
export function recordGoalFacts(
  db: Db,
  { app_id, person_id, batch }: Omit<RecordedBatch, "received_at">,
  goal_ids: readonly GoalId[],
  reached_at: Millis,
): CompiledQuery {
  return sql`${columns} select ${batch} || ':' || event_id || ':' || goal_id, app_id, 'goal', goal_id || ' ' || person_id, null
    from milestones where person_id = ${person_id} and reached_at = ${reached_at}
    and goal_id in (${sql.join([...goal_ids])}) and ${hasReceiver(app_id)} ${returning}`.compile(db);
}

export function recordPersonFact(db: Db, id: string, app_id: AppId, person_id: PersonId): CompiledQuery {
  return sql`${columns} select ${id}, id, 'person', ${person_id}, null from apps
    where id = ${app_id} and ${hasReceiver(app_id)} ${returning}`.compile(db);
}

/** Records audit entries as facts, of the workspace if they don't name an app. Part of the batch that seals them. */
export function recordAuditFacts(db: Db, ids: readonly AuditId[], actions: readonly string[]): CompiledQuery {
  return sql`${columns} select substr(id, 5) || ':' || id, app_id, 'audit', id, null from audit_entries
    where id in (${sql.join([...ids])}) and action in (${sql.join([...actions])})
    and exists (select 1 from webhooks where ${isReceiving}
      and (audit_entries.app_id is null or webhooks.app_id = audit_entries.app_id)) ${returning}`.compile(db);
}

/** Records that an alert was opened or resolved. Part of the batch that stores it. */
export function recordAlertFact(
  db: Db,
  id: string,
  {
    alert_id,
    app_id,
    state,
  }: { readonly alert_id: AlertId; readonly app_id: AppId | null; readonly state: AlertFactState },
): CompiledQuery {
  const receiver = app_id === null ? sql`exists (select 1 from webhooks where ${isReceiving})` : hasReceiver(app_id);
  return sql`${columns} select ${id}, app_id, 'alert', ${`${alert_id} ${state}`}, null from alerts
    where id = ${alert_id} and ${receiver} ${returning}`.compile(db);
}
export type AlertFactState = "opened" | "resolved";

export interface ReplayRange {
  readonly app_id: AppId;
  readonly webhook_id: ReceiverId;
  readonly since: Millis;
  readonly until: Millis;
  /** Precedes the IDs, so that a range can be replayed again. */
  readonly prefix: string;
  readonly limit: number;
}

/** Records what happened in a range again, for one webhook. */
export function replayFacts(db: Db, range: ReplayRange, actions: readonly string[]): readonly CompiledQuery[] {
  const { app_id, webhook_id, since, until, prefix, limit } = range;
  const within = (column: string) => sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
  return [
    sql`${columns} select ${prefix} || ':' || batch || ':' || id, app_id, 'event', id, ${webhook_id} from events
      where app_id = ${app_id} and ${within("received_at")} order by received_at, id limit ${limit} ${returning}`,
    sql`${columns} select ${prefix} || ':' || goal_id || ':' || person_id, app_id, 'goal', goal_id || ' ' || person_id, ${webhook_id}
      from milestones where app_id = ${app_id} and ${within("reached_at")} order by reached_at limit ${limit} ${returning}`,
    sql`${columns} select ${prefix} || ':' || id, ${app_id}, 'audit', id, ${webhook_id} from audit_entries
      where (app_id is null or app_id = ${app_id}) and action in (${sql.join([...actions])}) and ${within("at")}
      order by at, id limit ${limit} ${returning}`,
    ...(["opened", "resolved"] as const).map(
      (
        state,
      ) => sql`${columns} select ${prefix} || ':' || id || ${`:${state}`}, ${app_id}, 'alert', id || ${` ${state}`}, ${webhook_id}
        from alerts where (app_id is null or app_id = ${app_id}) and ${within(`${state}_at`)}
        order by id limit ${limit} ${returning}`,
    ),
  ].map((query) => query.compile(db));
}

export function nextFacts(db: Db, limit: number): Promise<FactRow[]> {
  return db.selectFrom("facts").selectAll().orderBy("id").limit(limit).execute();
}

export function deleteFacts(db: Db, ids: readonly string[]): CompiledQuery {
  return db
    .deleteFrom("facts")
    .where("id", "in", [...ids])
    .compile();
}
