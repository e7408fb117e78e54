import type { EndReason, RunState, StartReason } from "@fanfare/contract/events";
import type { DeliveryState, LiveUpdateKind } from "@fanfare/contract/live-update";
import type { TimelineEntry } from "@fanfare/contract/schema/timeline";
import { t } from "../../language/t.ts";
import type { Tone } from "../../ui/badge.tsx";

/** How a run stands. */
export const RUN_WORDS: Readonly<Record<RunState, { readonly tone: Tone; readonly label: string }>> = {
  active: { tone: "accent", label: t("Open") },
  completed: { tone: "positive", label: t("Completed") },
  dismissed: { tone: "neutral", label: t("Dismissed") },
  suppressed: { tone: "neutral", label: t("Hidden") },
  failed: { tone: "negative", label: t("Failed") },
};

/** What began a run. */
export const START_WORDS: Readonly<Record<StartReason, string>> = {
  rule: t("Started by itself"),
  api: t("Started by code"),
  event: t("Started after an event"),
  link: t("Started by a link"),
  button: t("Started by a button"),
  resume: t("Gone on with"),
  preview: t("Started as a preview"),
};

/** What ended a run, after what began it. */
export const END_WORDS: Readonly<Record<EndReason, string>> = {
  completed: t("completed"),
  close_button: t("closed with its cross"),
  escape: t("closed with Escape"),
  outside_click: t("closed by a click beside it"),
  do_not_show_again: t("“Do not show again”"),
  snoozed: t("“Remind me later”"),
  replaced: t("replaced by another content"),
  unpublished: t("ended because it was unpublished"),
  target_missing: t("ended because its target was not there"),
  navigation: t("ended because the person went elsewhere"),
  api: t("ended by code"),
  error: t("ended by an error"),
};

/** What a live update is. */
export const SAYS_WORDS: Readonly<Record<LiveUpdateKind, string>> = {
  toast: t("Toast"),
  banner: t("Banner"),
  badge: t("Badge"),
  celebration: t("Celebration"),
  data: t("Data"),
};

/** What became of a live update. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryState, string>> = {
  queued: t("Waiting"),
  sent: t("Sent"),
  delivered: t("Delivered"),
  expired: t("Expired"),
  collapsed: t("Replaced"),
  seen: t("Seen"),
  dismissed: t("Dismissed"),
  acted: t("Acted on"),
};

/** What an event says, the first few of it; the content stands above by its name. */
export function propsInWords({
  props,
  content,
}: Pick<Extract<TimelineEntry, { kind: "event" }>, "props" | "content">): string {
  const told = Object.entries(props).filter(([name]) => content === null || name !== "content_id");
  const parts = told.map(([name, value]) => {
    if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return `${name} ${value.join(", ")}`;
    return typeof value === "object" ? name : `${name} ${String(value)}`;
  });
  return parts.slice(0, 4).join(" · ") + (parts.length > 4 ? " …" : "");
}
