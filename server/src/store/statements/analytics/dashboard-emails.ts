import type { DashboardEmailId, DashboardId, DashboardRecipientId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import type { MemberRow } from "../accounts/members.ts";

export type DashboardEmailRow = Selectable<Schema["dashboard_emails"]>;

export interface DashboardRecipientRow extends Selectable<Schema["dashboard_email_recipients"]> {
  /** Null for an address that isn't a member's. */
  readonly member_id: MemberRow["id"] | null;
  readonly role: MemberRow["role"] | null;
}

/** By creation. */
export function dashboardEmailsOf(db: Db, dashboard_id: DashboardId): Promise<DashboardEmailRow[]> {
  return db.selectFrom("dashboard_emails").selectAll().where("dashboard_id", "=", dashboard_id).orderBy("id").execute();
}

export function dueDashboardEmails(db: Db, now_ms: Millis, limit: number): Promise<DashboardEmailRow[]> {
  return db
    .selectFrom("dashboard_emails")
    .selectAll()
    .where("due_at", "<=", now_ms)
    .orderBy("due_at")
    .limit(limit)
    .execute();
}

/** By address. */
export function recipientsOf(db: Db, dashboard_email_id: DashboardEmailId): Promise<DashboardRecipientRow[]> {
  return db
    .selectFrom("dashboard_email_recipients as recipient")
    .leftJoin("members", "members.email", "recipient.email")
    .selectAll("recipient")
    .select(["members.id as member_id", "members.role"])
    .where("recipient.dashboard_email_id", "=", dashboard_email_id)
    .orderBy("recipient.email")
    .execute();
}

/** No row if another process was faster. `to`: the time whose email the recipient has. */
export function moveRecipient(
  db: Db,
  { id, sent_for }: Pick<DashboardRecipientRow, "id" | "sent_for">,
  to: Millis | null,
): CompiledQuery {
  return db
    .updateTable("dashboard_email_recipients")
    .set({ sent_for: to })
    .where("id", "=", id)
    .where("sent_for", sent_for === null ? "is" : "=", sent_for)
    .compile();
}

/** No row if it was changed since. */
export function updateDashboardEmail(
  db: Db,
  { id, due_at }: Pick<DashboardEmailRow, "id" | "due_at">,
  change: Partial<Omit<DashboardEmailRow, "id" | "app_id" | "dashboard_id">>,
): CompiledQuery {
  return db.updateTable("dashboard_emails").set(change).where("id", "=", id).where("due_at", "=", due_at).compile();
}

export function deleteDashboardEmail(db: Db, dashboard_id: DashboardId, id: DashboardEmailId): CompiledQuery {
  return db.deleteFrom("dashboard_emails").where("dashboard_id", "=", dashboard_id).where("id", "=", id).compile();
}

export function deleteRecipient(db: Db, id: DashboardRecipientId): CompiledQuery {
  return db.deleteFrom("dashboard_email_recipients").where("id", "=", id).compile();
}
