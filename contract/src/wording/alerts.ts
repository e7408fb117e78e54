import type { AlertKind } from "../alerts/alert.ts";
import { causeText } from "./cause.ts";

type AlertPart = "title" | "text" | "advice";

/** What happened and what to do, by kind of alert, as ICU messages in English. */
export const ALERT_TEXTS: Readonly<Record<`${AlertKind}_${AlertPart}`, string>> = {
  target_lost_title: "{content}: target not found",
  target_lost_text:
    "Step {step} didn't find its target in {missing} of {views} views ({percent}%) in the last {days} days.",
  target_lost_advice: "Open the step and pick its element again, or add a fallback locator.",
  completion_halved_title: "Fewer people complete {content}",
  completion_halved_text:
    "{percent}% of {views} views were completed in the last {days} days, compared with {earlier_percent}% of {earlier_views} views in the {earlier_days} days before.",
  completion_halved_advice: "Check in the report where people stop, and what changed on the page.",
  deliveries_failing_title: "{receiver}: deliveries are failing",
  deliveries_failing_text: "All attempts have failed for more than {minutes} minutes.",
  deliveries_failing_advice:
    "Check the receiver, and the reason in the list of deliveries. Deliveries are retried for 3 days.",
  deliveries_stopped_title: "{receiver} turned off",
  deliveries_stopped_text: "The receiver was turned off because deliveries failed for {days} days.",
  deliveries_stopped_advice: "Check the receiver, then turn it on.",
  backup_failed_title: "Last backup failed",
  backup_failed_text: "The last backup failed, so your data may not be backed up.",
  backup_failed_advice: "Check the reason in Settings → Data and health.",
  backup_overdue_title: "Backup overdue",
  backup_overdue_text: "No backup was created in the last {hours} hours.",
  backup_overdue_advice: "Check the server log, and create a backup in Settings → Data and health.",
};

/** What the texts of an alert name. */
export type AlertValues = Readonly<Record<string, string | number>>;

export interface AlertSentences {
  readonly title: string;
  readonly text: string;
  readonly advice: string;
}

/** Texts of an alert in English, or in the language of `texts`. */
export function describeAlert(
  { kind, values }: { readonly kind: AlertKind; readonly values: AlertValues },
  texts = ALERT_TEXTS,
): AlertSentences {
  const fill = (part: AlertPart): string => causeText(texts, { code: `${kind}_${part}`, values });
  return { title: fill("title"), text: fill("text"), advice: fill("advice") };
}
