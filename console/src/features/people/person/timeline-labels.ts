import type { EndReason, RunState, StartReason } from "@fanfare/contract/events/events";
import type { DeliveryState, LiveUpdateKind } from "@fanfare/contract/realtime/live-update";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { t } from "../../../lib/i18n/t.ts";
import type { Tone } from "../../../ui/elements/badge.tsx";

export const RUN_LABELS: Readonly<Record<RunState, { readonly tone: Tone; readonly label: string }>> = {
  active: { tone: "accent", label: t("In progress") },
  completed: { tone: "positive", label: t("Completed") },
  dismissed: { tone: "neutral", label: t("Dismissed") },
  suppressed: { tone: "neutral", label: t("Hidden") },
  failed: { tone: "negative", label: t("Failed") },
};

export const START_LABELS: Readonly<Record<StartReason, string>> = {
  rule: t("Started automatically"),
  api: t("Started from code"),
  event: t("Started by an event"),
  link: t("Started from a link"),
  button: t("Started from a button"),
  resume: t("Resumed"),
  preview: t("Started as a preview"),
};

/** End reasons, which follow the start reason in a sentence. */
export const END_LABELS: Readonly<Record<EndReason, string>> = {
  completed: t("completed"),
  close_button: t("closed with the close button"),
  escape: t("closed with Escape"),
  outside_click: t("closed by clicking outside"),
  do_not_show_again: t("“Do not show again”"),
  snoozed: t("“Remind me later”"),
  replaced: t("replaced by other content"),
  unpublished: t("ended because the content was unpublished"),
  target_missing: t("ended because the target wasn’t found"),
  navigation: t("ended because the person left the page"),
  api: t("ended from code"),
  error: t("ended by an error"),
};

export const MESSAGE_KIND_LABELS: Readonly<Record<LiveUpdateKind, string>> = {
  toast: t("Toast"),
  banner: t("Banner"),
  badge: t("Badge"),
  celebration: t("Celebration"),
  data: t("Data"),
};

export const DELIVERY_LABELS: Readonly<Record<DeliveryState, string>> = {
  queued: t("Queued"),
  sent: t("Sent"),
  delivered: t("Delivered"),
  expired: t("Expired"),
  collapsed: t("Replaced"),
  seen: t("Seen"),
  dismissed: t("Dismissed"),
  acted: t("Acted on"),
};

/** Formats an event's first properties. Omits the content ID if the entry already names the content. */
export function formatProps({
  props,
  content,
}: Pick<Extract<TimelineEntry, { kind: "event" }>, "props" | "content">): string {
  const shown = Object.entries(props).filter(([name]) => content === null || name !== "content_id");
  const parts = shown.map(([name, value]) => {
    if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return `${name} ${value.join(", ")}`;
    return typeof value === "object" ? name : `${name} ${String(value)}`;
  });
  return parts.slice(0, 4).join(" · ") + (parts.length > 4 ? " …" : "");
}
