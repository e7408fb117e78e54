import { type AlertsDeps, createAlerts } from "../alerts/alerts.ts";
import { type ScheduledDashboardsDeps, scheduledDashboards } from "../alerts/dashboards/scheduled-dashboards.ts";
import { type AlertEmailDeps, sendAlertEmails } from "../alerts/emails/alert-emails.ts";
import { sendWeeklySummaries } from "../alerts/summary/weekly-summary.ts";
import { createRetention } from "../analytics/retention.ts";
import type { Fence, LeaseWork } from "../cluster/lease.ts";
import { dueHelpFeeds, type HelpFeedDeps } from "../engage/help-center/help-feeds.ts";
import { type ScheduledMessagesDeps, scheduledMessages } from "../engage/live-updates/scheduled-messages.ts";
import { type MessageEmailsDeps, messageEmails } from "../engage/message-emails/message-emails.ts";
import { type MessagePushesDeps, messagePushes } from "../engage/message-pushes/message-pushes.ts";
import type { PublicationDeps } from "../engage/publish/publications.ts";
import { scheduledPublications } from "../engage/publish/scheduled-publications.ts";
import { repeatWork } from "../lib/repeat.ts";
import type { Cluster } from "./cluster.ts";

interface PeriodicWork {
  start(): void;
  /** Resolves when the run under way is over. */
  stop(): Promise<void>;
}

export interface ExclusiveWork extends LeaseWork {
  stop(): Promise<void>;
}

/** On a single node, it runs at once. With several, on the one that holds the lease. */
function exclusiveWork(create: (fence: Fence) => PeriodicWork, cluster: Cluster | undefined): ExclusiveWork {
  let running: PeriodicWork | undefined;
  const stop = async (): Promise<void> => {
    const own = running;
    await own?.stop();
    if (running === own) running = undefined;
  };
  const work: ExclusiveWork = {
    async begin(fence) {
      running = create(fence);
      running.start();
    },
    end: stop,
    stop,
  };
  if (cluster === undefined) void work.begin((store) => store);
  return work;
}

/** Work that the server does by itself, on one node at a time. */
export function openPeriodicWork(
  deps: Omit<AlertsDeps, "sendEmails"> &
    Omit<AlertEmailDeps, "public_url"> &
    Omit<ScheduledDashboardsDeps, "public_url"> &
    Omit<MessageEmailsDeps, "public_url"> &
    Omit<MessagePushesDeps, "public_url"> &
    Parameters<typeof createRetention>[0] &
    PublicationDeps &
    HelpFeedDeps &
    ScheduledMessagesDeps,
  public_url: string | undefined,
  cluster: Cluster | undefined,
): readonly ExclusiveWork[] {
  const fenced = (fence: Fence) => ({ ...deps, store: fence(deps.store) });
  const alerts = (fence: Fence) => {
    const own = fenced(fence);
    const emails = { ...own, public_url };
    const sendEmails = async (): Promise<void> => {
      await sendAlertEmails(emails);
      await sendWeeklySummaries(emails);
    };
    return createAlerts({ ...own, sendEmails });
  };
  return [
    exclusiveWork((fence) => createRetention(fenced(fence)), cluster),
    exclusiveWork(alerts, cluster),
    exclusiveWork((fence) => repeatWork(deps, scheduledPublications(fenced(fence))), cluster),
    exclusiveWork((fence) => repeatWork(deps, scheduledMessages(fenced(fence))), cluster),
    exclusiveWork((fence) => repeatWork(deps, dueHelpFeeds(fenced(fence))), cluster),
    exclusiveWork((fence) => repeatWork(deps, scheduledDashboards({ ...fenced(fence), public_url })), cluster),
    exclusiveWork((fence) => repeatWork(deps, messageEmails({ ...fenced(fence), public_url })), cluster),
    exclusiveWork((fence) => repeatWork(deps, messagePushes({ ...fenced(fence), public_url })), cluster),
  ];
}
