import type { Alert } from "@fanfare/contract/schema/responses/analytics/alert";
import type { AppAttention, Attention } from "@fanfare/contract/schema/responses/analytics/overview";

/** An open alert, or something that's true now without an alert. */
export type AttentionItem = { readonly key: string } & (
  | { readonly kind: "alert"; readonly alert: Alert }
  | { readonly kind: "notice"; readonly notice: Attention }
);

/** Everything that needs attention: a paused app first, then alerts, then the other notices. */
export function attentionItems({ alerts, notices }: AppAttention): readonly AttentionItem[] {
  const noticed = notices.map((notice) => ({ kind: "notice", key: noticeKey(notice), notice }) as const);
  const isPaused = ({ notice }: { readonly notice: Attention }): boolean => notice.kind === "app_paused";
  return [
    ...noticed.filter(isPaused),
    ...alerts.map((alert) => ({ kind: "alert", key: alert.id, alert }) as const),
    ...noticed.filter((each) => !isPaused(each)),
  ];
}

function noticeKey(notice: Attention): string {
  if ("step_id" in notice) return `${notice.kind} ${notice.content_id} ${notice.step_id}`;
  if ("tracker_id" in notice) return `${notice.kind} ${notice.tracker_id}`;
  if ("receiver_id" in notice) return `${notice.kind} ${notice.receiver_id}`;
  // Another attribute is news.
  return notice.kind === "attributes_mixed" ? `${notice.kind} ${notice.names.join(" ")}` : notice.kind;
}

const INFORMATIVE: ReadonlySet<Alert["kind"] | Attention["kind"]> = new Set([
  "completion_halved",
  "live_updates_off",
  "tracker_silent",
  "page_obstructs",
  "attributes_mixed",
]);

/** Whether nothing is broken, so a member may decide that it's fine. */
export function isDismissible(item: AttentionItem): boolean {
  return INFORMATIVE.has(item.kind === "alert" ? item.alert.kind : item.notice.kind);
}
