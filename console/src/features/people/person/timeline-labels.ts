import {
  END_REASONS,
  type EndReason,
  type EventName,
  endState,
  type RunState,
  type StartReason,
} from "@fanfare/contract/events/events";
import type { DeliveryState, LiveUpdateKind } from "@fanfare/contract/realtime/live-update";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { inPageDirection } from "../../../lib/i18n/bidi-isolate.ts";
import { list } from "../../../lib/i18n/format.ts";
import { language } from "../../../lib/i18n/language.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { quoted } from "../../../model/comparison/value-labels.ts";
import { ARM_LABELS } from "../../../model/draft/arm-labels.ts";
import { SDK_EVENT_LABELS } from "../../../model/event-labels.ts";
import { PAGE_OBSTRUCTION_LABELS, PREPARE_FAILURE_LABELS } from "../../../model/rates.ts";
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
  survey_link: t("Opened by survey link"),
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

type EventEntry = Extract<TimelineEntry, { kind: "event" }>;

/**
 * Describes an event of the SDK. Undefined for the customer's own events, which keep their name.
 *
 * @example
 * eventLabel({ name: "tour_step_seen", part: { id: "month", number: 2, title: "Your month" }, props: {} });
 * // "Saw step 2, Your month"
 */
export function eventLabel({ name, part, props }: Pick<EventEntry, "name" | "part" | "props">): string | undefined {
  if (!Object.hasOwn(SDK_EVENT_LABELS, name)) return undefined;
  // The person didn't close it.
  if (name.endsWith("_dismissed") && isFailure(props["reason"])) return t("Ended early");
  // Cast: checked above.
  return SDK_EVENT_LABELS[name as EventName](partLabel(part, props));
}

function isFailure(reason: unknown): boolean {
  return END_REASONS.some((each) => each === reason && endState(each) === "failed");
}

function partLabel(part: EventEntry["part"], { step_id }: EventEntry["props"]): string | undefined {
  if (part === null) return typeof step_id === "string" ? step_id : undefined;
  if (part.title === "") return String(part.number);
  return inPageDirection(t("{n}, {title}", { n: part.number, title: part.title }), language.direction);
}

/** Properties that an SDK event's description already contains, or that only reports need. */
const DESCRIBED_PROPS = [
  ...["content_id", "content_type", "slug", "name", "version", "locale"],
  ...["run_id", "step_id", "step_index", "wait_ms"],
];
const MESSAGE_PROPS = ["live_update_id", "device"];

/** Values of SDK events that have a label. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  how: PAGE_OBSTRUCTION_LABELS,
  why: PREPARE_FAILURE_LABELS,
  reason: END_LABELS,
  start_reason: START_LABELS,
  variant: ARM_LABELS,
};

/** Values of SDK events that are words or numbers of their own. */
const VALUE_FORMATS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  days: (value) => (typeof value === "number" ? tCount(value, "for {n} day", "for {n} days") : undefined),
  results: (value) => (typeof value === "number" ? tCount(value, "{n} result", "{n} results") : undefined),
  query: (value) => quoted(String(value)),
  page_url: (value) => pagePath(String(value)),
};

/** Properties of SDK events that say it all by being there. */
const PROP_LABELS: Readonly<Record<string, string>> = {
  tried: t("locators that were tried"),
  unseen: t("not counted as a view"),
};

/** `https://shop.example/orders?page=2` → `/orders`. */
function pagePath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

type DescribedEvent = Pick<EventEntry, "name" | "props" | "content" | "part"> &
  Partial<Pick<EventEntry, "message" | "answer">>;

/** What was answered or asked comes first, and the page last. Others keep their order. */
const placeOf = (prop: string): number => (["answer", "query"].includes(prop) ? -1 : prop === "page_url" ? 1 : 0);

function propLabel(name: string, value: unknown): string | undefined {
  return PROP_LABELS[name] ?? VALUE_LABELS[name]?.[String(value)] ?? VALUE_FORMATS[name]?.(value);
}

/** Formats an event's first properties. Omits what the entry's description already says. */
export function formatProps(entry: DescribedEvent): string {
  const { props, content, message = null, answer = null } = entry;
  const is_own = eventLabel(entry) === undefined;
  const described = [
    ...(content === null ? [] : is_own ? ["content_id"] : DESCRIBED_PROPS),
    ...(message === null || is_own ? [] : MESSAGE_PROPS),
  ];
  const kept = Object.entries(props).filter(([name]) => !described.includes(name));
  const shown = is_own ? kept : kept.toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  const parts = shown.map(([name, value]) => {
    // The question is in the description.
    if (!is_own && name === "answer" && answer !== null) return list(answer);
    const label = is_own ? undefined : propLabel(name, value);
    if (label !== undefined) return label;
    const is_list = Array.isArray(value) && value.every((each) => typeof each !== "object");
    if (typeof value === "object" && !is_list) return name;
    const text = is_list ? value.join(", ") : String(value);
    return !is_own && name === "answer" ? text : `${name} ${text}`;
  });
  const first = parts.slice(0, 4).join(" · ") + (parts.length > 4 ? " …" : "");
  return message === null || is_own ? first : [message, first].filter((part) => part !== "").join(" · ");
}
