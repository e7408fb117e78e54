import type { Clock } from "@fanfare/contract/lib/clock";
import type { MemberId } from "@fanfare/contract/lib/ids";
import { isQuiet } from "@fanfare/contract/lib/quiet-hours";
import { limits } from "@fanfare/contract/limits";
import { accessOf } from "../../accounts/access/member-access.ts";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { parseNotificationSettings } from "../../accounts/notifications/notification-settings.ts";
import { unsubscribeToken } from "../../accounts/notifications/unsubscribe-links.ts";
import type { Log } from "../../lib/log.ts";
import type { Vault } from "../../lib/vault.ts";
import type { Mailer } from "../../mail/mailer.ts";
import {
  claimAlertEmail,
  deleteAlertEmail,
  type PendingEmailRow,
  pendingAlertEmails,
  releaseAlertEmail,
} from "../../store/statements/accounts/notifications.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import type { Store } from "../../store/store.ts";
import { mayReadAlert } from "../alert-access.ts";
import { alertValues } from "../alert-values.ts";
import { alertEmail } from "./email-text.ts";

export interface AlertEmailDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Pick<Vault, "derive">;
  readonly apps: Pick<AppDirectory, "all">;
  readonly mailer: Pick<Mailer, "deliver">;
  /** Undefined: links would have no host, so nothing is sent. */
  readonly public_url: string | undefined;
}

/** Sends the emails that are due, one per member. Those in quiet hours wait. */
export async function sendAlertEmails(deps: AlertEmailDeps): Promise<void> {
  const { store, public_url } = deps;
  if (public_url === undefined) return;
  const pending = Map.groupBy(await pendingAlertEmails(store.db), ({ member_id }) => member_id);
  for (const [member_id, rows] of pending) await sendToMember(deps, public_url, member_id, rows);
}

async function sendToMember(
  deps: AlertEmailDeps,
  public_url: string,
  member_id: MemberId,
  rows: readonly PendingEmailRow[],
): Promise<void> {
  const { clock, log, store, mailer } = deps;
  const [{ settings: stored = null, role, email } = {}] = rows;
  const settings = stored === null ? undefined : parseNotificationSettings(stored);
  const access = role === undefined ? undefined : await accessOf(store.db, { id: member_id, role });
  const wanted = rows.filter(
    (row) => settings?.alerts.includes(row.kind) === true && access !== undefined && mayReadAlert(access, row),
  );
  const unwanted = rows.filter((row) => !wanted.includes(row));
  if (unwanted.length > 0) {
    await store.write(unwanted.map((row) => ({ query: deleteAlertEmail(store.db, row) })));
  }
  if (settings === undefined || email === undefined || wanted.length === 0 || isQuiet(settings, clock.now())) return;
  const claimed = await store.write(wanted.map((row) => ({ query: claimAlertEmail(store.db, row), expect: 1 })));
  // Another process was faster.
  if (claimed.outcome !== "committed") return;
  const app_id = wanted.find((row) => row.app_id !== null)?.app_id ?? deps.apps.all().find(({ system }) => !system)?.id;
  const token = await unsubscribeToken(deps.vault, member_id);
  const sent = await mailer.deliver(
    alertEmail({
      ...{ to: email, language: settings.language, workspace: await workspaceName(store.db) },
      alerts: wanted.map(({ kind, event, data }) => ({ kind, event, values: alertValues({ data }) })),
      alerts_url: `${public_url}/console/${app_id}/alerts`,
      unsubscribe_url: `${public_url}/api/unsubscribe?token=${token}`,
    }),
  );
  if (sent.state === "sent") return;
  log.warn("alert_email_not_sent", { member_id, state: sent.state });
  await store.write(
    wanted.map((row) => ({
      query:
        row.attempts + 1 >= limits.alert_email_attempts_max
          ? deleteAlertEmail(store.db, row)
          : releaseAlertEmail(store.db, row, row.attempts + 1),
    })),
  );
}
