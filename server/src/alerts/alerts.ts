import type { AlertKind } from "@fanfare/contract/alerts/alert";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { type MemberId, newId, uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { accessReader, type MemberAccess } from "../accounts/access/member-access.ts";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import { parseNotificationSettings } from "../accounts/notifications/notification-settings.ts";
import type { Log } from "../lib/log.ts";
import { toJson } from "../store/columns.ts";
import {
  allSubscribers,
  deletePendingEmails,
  insertAlertEmail,
  insertResolvedEmails,
} from "../store/statements/accounts/notifications.ts";
import {
  type AlertRow,
  deleteOldAlerts,
  openAlerts,
  resolveAlert,
  setAlertHealthy,
} from "../store/statements/analytics/alerts.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import { type AlertFactState, recordAlertFact } from "../store/statements/realtime/facts.ts";
import type { Statement, Store } from "../store/store.ts";
import { mayReadAlert } from "./alert-access.ts";
import { type AlertPlan, planAlerts } from "./alert-plan.ts";
import { alertKey, type BackupFacts, type Finding } from "./alert-rules.ts";
import { readFindings } from "./read-findings.ts";

export interface Alerts {
  /** Starts periodic checks. The first one runs after a short delay. */
  start(): void;
  /** Checks all rules once, and opens and resolves alerts. */
  check(): Promise<void>;
  /** Resolves when the check under way is over. */
  stop(): Promise<void>;
}

export interface AlertsDeps {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly rng: Pick<Rng, "bytes">;
  readonly log: Log;
  readonly store: Store;
  readonly apps: Pick<AppDirectory, "all">;
  /** Undefined if automatic backups are off. */
  readonly backupFacts: () => Promise<BackupFacts | undefined>;
  /** Updates open consoles. */
  readonly notifySoon: () => void;
  /** Sends the emails that are due. Runs after each check. */
  readonly sendEmails: () => Promise<void>;
}

/**
 * Opens alerts for problems and resolves them. The database knows which are open, so a restart or another node repeats
 * none: a change and its facts for webhooks and destinations are one transaction.
 *
 * @example
 * const alerts = createAlerts({ clock, rng, log, store, apps, backupFacts, notifySoon, sendEmails });
 * alerts.start();
 */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { clock, log, store, apps } = deps;
  let cancel: Cancel | undefined;
  let stopped = false;
  let checking = Promise.resolve();

  const check = async (): Promise<void> => {
    const now_ms = clock.now();
    const open = await openAlerts(store.db);
    const app_ids = apps.all().flatMap(({ id, system }) => (system ? [] : [id]));
    const findings = await readFindings(store, app_ids, await deps.backupFacts(), { open, now_ms });
    const plan = planAlerts(open, findings, now_ms);
    const subscribers = plan.opened.length === 0 ? [] : await readSubscribers(store);
    const statements = planStatements(deps, plan, subscribers, now_ms);
    const old = { query: deleteOldAlerts(store.db, now_ms - limits.alerts_kept_days * DAY_MS) };
    const written = await store.write([...statements, old]);
    if (written.outcome !== "committed") throw new Error("The alerts changed meanwhile. The next check repeats it.");
    for (const { kind, app_id } of plan.opened) log.warn("alert_opened", { kind, app_id });
    if (plan.opened.length + plan.resolved.length > 0) deps.notifySoon();
    await deps.sendEmails();
  };

  const next = (delay_ms: number): void => {
    if (stopped) return;
    cancel = clock.after(delay_ms, () => {
      checking = check()
        .catch((error: unknown) => log.warn("alerts_not_checked", { error }))
        .finally(() => next(limits.alerts_interval_ms));
    });
  };

  return {
    start: () => next(limits.alerts_first_ms),
    check,
    async stop() {
      stopped = true;
      cancel?.();
      await checking;
    },
  };
}

interface Subscriber {
  readonly member_id: MemberId;
  /** Kinds that the member chose. */
  readonly kinds: readonly AlertKind[];
  readonly access: MemberAccess;
}

/** Members who chose emails about alerts. */
async function readSubscribers({ db }: Pick<Store, "db">): Promise<readonly Subscriber[]> {
  const accessOfMember = await accessReader(db);
  return (await allSubscribers(db)).map((member) => ({
    member_id: member.id,
    kinds: parseNotificationSettings(member.settings).alerts,
    access: accessOfMember(member),
  }));
}

function planStatements(
  deps: AlertsDeps,
  { opened, healthy, resolved }: AlertPlan,
  subscribers: readonly Subscriber[],
  now_ms: number,
): Statement[] {
  const { db } = deps.store;
  return [
    ...opened.flatMap((finding) => {
      const row = alertRow(deps, finding, now_ms);
      const emails = subscribers.filter(({ kinds, access }) => kinds.includes(row.kind) && mayReadAlert(access, row));
      return [
        { query: insertRow(db, "alerts", row), expect: 1 },
        ...emails.map(({ member_id }) => ({ query: insertAlertEmail(db, row.id, member_id) })),
        factOf(deps, row, "opened"),
      ];
    }),
    ...healthy.map(({ row: { id }, since }) => ({ query: setAlertHealthy(db, id, since), expect: 1 })),
    ...resolved.flatMap(({ row, resolution }) => [
      { query: resolveAlert(db, row.id, now_ms, resolution), expect: 1 },
      // Who wasn't told yet isn't told anymore.
      { query: deletePendingEmails(db, row.id) },
      ...(resolution === "healed" ? [{ query: insertResolvedEmails(db, row.id) }] : []),
      factOf(deps, row, "resolved"),
    ]),
  ];
}

function factOf({ clock, rng, store }: AlertsDeps, { id, app_id }: AlertRow, state: AlertFactState): Statement {
  return { query: recordAlertFact(store.db, uuidv7(clock, rng), { alert_id: id, app_id, state }) };
}

function alertRow({ clock, rng }: AlertsDeps, finding: Finding, now_ms: number): AlertRow {
  const { state: _, values, ...subject } = finding;
  return {
    ...{ id: newId("alr", clock, rng), key: alertKey(finding), ...subject, data: toJson(values) },
    ...{ opened_at: now_ms, healthy_since: null, resolved_at: null, resolution: null },
  };
}
