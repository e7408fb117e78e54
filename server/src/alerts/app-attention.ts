import { limits } from "@fanfare/contract/limits";
import type { Alert } from "@fanfare/contract/schema/responses/analytics/alert";
import type { AppAttention, Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import type { Actor } from "../accounts/access/actor.ts";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import { type AttentionKnown, readAttention } from "../analytics/reports/attention.ts";
import type { Store } from "../store/store.ts";
import { alertsPage } from "./alert-list.ts";

/** Everything that needs attention in an app. A problem with an alert is in no other item. */
export async function readAppAttention(
  store: Pick<Store, "db">,
  { app, actor, now_ms }: { readonly app: AppRecord; readonly actor: Actor; readonly now_ms: number },
  known: AttentionKnown,
): Promise<AppAttention> {
  const [{ items: alerts }, notices] = await Promise.all([
    alertsPage(store.db, actor, { app_id: app.id, state: "open", limit: limits.page_size_max }),
    readAttention(store, app, now_ms, known),
  ]);
  return { alerts, notices: notices.filter((notice) => !alerts.some((alert) => isSameProblem(alert, notice))) };
}

function isSameProblem(alert: Alert, notice: Attention): boolean {
  switch (notice.kind) {
    case "target_missing":
      return alert.kind === "target_lost" && alert.content_id === notice.content_id && alert.step_id === notice.step_id;
    case "webhooks_failing":
    case "webhooks_stopped":
      return alert.receiver_id === notice.receiver_id;
    case "backup_failed":
      return alert.kind === "backup_failed";
    default:
      return false;
  }
}
