import type { AlertState } from "@fanfare/contract/events/alert-states";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { Alert, AlertsPage } from "@fanfare/contract/schema/responses/analytics/alert";
import { describeAlert } from "@fanfare/contract/wording/alerts";
import { z } from "zod";
import { type Actor, isActorAllowed } from "../accounts/access/actor.ts";
import { decodePageCursor, encodePageCursor } from "../lib/page-cursor.ts";
import { toIso, toIsoOrNull } from "../store/columns.ts";
import type { Db } from "../store/schema/schema.ts";
import { type AlertRow, alertsOf } from "../store/statements/analytics/alerts.ts";
import { alertKindsFor } from "./alert-access.ts";
import { alertValues } from "./alert-values.ts";

const cursorSchema = z.tuple([z.string()]);

/** A page of the alerts of an app and of the server that the caller may read. */
export async function alertsPage(
  db: Db,
  actor: Actor,
  { app_id, state, after, limit }: { app_id: AppId; state: AlertState; after?: string | undefined; limit: number },
): Promise<AlertsPage> {
  const kinds = alertKindsFor((action) => isActorAllowed(actor, action, app_id));
  const last = after === undefined ? undefined : decodePageCursor(after, cursorSchema)[0];
  const rows = kinds.length === 0 ? [] : await alertsOf(db, { app_id, kinds, state, after: last, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const next = rows.length > limit && end !== undefined ? encodePageCursor([end.id]) : null;
  return { items: page.map(presentAlert), next };
}

function presentAlert(row: AlertRow): Alert {
  const { id, kind, app_id, content_id, step_id, receiver_id, opened_at, resolved_at, resolution } = row;
  const values = alertValues(row);
  return {
    ...{ id, kind, state: resolution ?? "open", app_id, content_id, step_id, receiver_id },
    ...describeAlert({ kind, values }),
    values,
    ...{ opened_at: toIso(opened_at), resolved_at: toIsoOrNull(resolved_at) },
  };
}
