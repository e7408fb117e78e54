import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Tone } from "@fanfare/contract/content/tone";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import type {
  LiveUpdateAudience,
  LiveUpdateBody,
  LiveUpdateKind,
  LiveUpdatePriority,
} from "@fanfare/contract/realtime/live-update";
import { type LiveUpdateInput, liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import "@fanfare/contract/schema/validation-messages";
import { t, tKnown } from "../lib/i18n/t.ts";

/** A person or group. `id` is the external ID. */
export interface Named {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
}

/** A message being composed. Has the fields of all kinds, so that switching kinds loses nothing. */
export interface MessageDraft {
  readonly kind: LiveUpdateKind;
  readonly title: string;
  readonly text: string;
  readonly tone: Tone;
  readonly action_label: string;
  readonly action_href: string;
  readonly preset: CelebrationPreset;
  /** Name for the page's handlers, for badges and data. */
  readonly name: string;
  readonly count: number;
  /** JSON text as typed. */
  readonly data: string;
  readonly audience: LiveUpdateAudience["kind"];
  readonly people: readonly Named[];
  readonly groups: readonly Named[];
  readonly segment: Named | null;
  readonly ttl_s: number;
  readonly priority: LiveUpdatePriority;
  readonly collapse_key: string;
  readonly require_ack: boolean;
  readonly one_device: boolean;
  readonly when: MessageTime;
  /** `YYYY-MM-DDTHH:MM`. Empty until it's chosen. */
  readonly send_at: string;
  /** Clock of `send_at`. */
  readonly time_zone: string;
  readonly is_quiet: boolean;
  readonly quiet_from: string;
  readonly quiet_to: string;
  /** Variants B to D of toasts and banners. Empty: no A/B test. */
  readonly variants: readonly VariantDraft[];
  /** ID of the goal that the A/B test compares, or "". */
  readonly goal: string;
  /** Email to people who haven't seen it. */
  readonly is_emailed: boolean;
  readonly email_hours: number;
  /** Notification to subscribed browsers of people who haven't seen it. */
  readonly is_pushed: boolean;
  readonly push_minutes: number;
}

/** What a variant changes. Variant A has the rest of all shares. */
export interface VariantDraft {
  readonly title: string;
  readonly text: string;
  /** Percent */
  readonly weight: number;
}

/** `fixed`: one moment for everyone. `person`: in each person's time zone. */
export type MessageTime = "now" | "fixed" | "person";

export const EMPTY_MESSAGE: MessageDraft = {
  ...{ kind: "toast", title: "", text: "", tone: "info", action_label: "", action_href: "" },
  ...{ preset: "burst", name: "", count: 1, data: "{}" },
  ...{ audience: "everyone", people: [], groups: [], segment: null },
  ...{ ttl_s: limits.live_update_ttl_s, priority: "normal", collapse_key: "" },
  ...{ require_ack: false, one_device: false },
  ...{ when: "now", send_at: "", time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  ...{ is_quiet: false, quiet_from: "20:00", quiet_to: "08:00" },
  ...{ variants: [], goal: "" },
  ...{ is_emailed: false, email_hours: limits.message_email_hours_default },
  ...{ is_pushed: false, push_minutes: 0 },
};

/** Long enough to open a page. Later, a test has no context. */
const TEST_TTL_S = HOUR_MS / SECOND_MS;

/**
 * The message as a test that one person gets now, on their pages. A collapse key would replace a real message.
 *
 * @example
 * toMessageRequest(toTestDraft(draft, { id: "u_42", label: "Ada" }));
 */
export function toTestDraft(draft: MessageDraft, person: Named): MessageDraft {
  return {
    ...draft,
    ...{ audience: "people", people: [person], when: "now", is_quiet: false, ttl_s: TEST_TTL_S },
    ...{ collapse_key: "", variants: [], goal: "", is_emailed: false, is_pushed: false },
  };
}

/** Messages by path in the request: `body.text`, `audience`. */
export type MessageProblems = ReadonlyMap<string, string>;

export type MessageRequest =
  | { readonly outcome: "ready"; readonly input: LiveUpdateInput }
  | { readonly outcome: "wrong"; readonly problems: MessageProblems };

/**
 * Converts a draft to a request and validates it with the server's schema.
 *
 * @example
 * toMessageRequest({ ...EMPTY_MESSAGE, text: "Back at noon" }).outcome; // "ready"
 */
export function toMessageRequest(draft: MessageDraft): MessageRequest {
  const body = toBody(draft);
  if (body === undefined) {
    return {
      outcome: "wrong",
      problems: new Map([["body.data", t("Enter valid JSON: {object}, {array}, “text”, or a number.", JSON_EXAMPLES)]]),
    };
  }
  if (draft.when !== "now" && draft.send_at === "") {
    return { outcome: "wrong", problems: new Map([["timing.send_at", t("Choose a date and time.")]]) };
  }
  const read = liveUpdateInputSchema.safeParse({
    audience: toAudience(draft),
    body,
    priority: draft.priority,
    ttl_s: draft.ttl_s,
    collapse_key: trimmedOrUndefined(draft.collapse_key) ?? null,
    require_ack: draft.require_ack && canBeAcknowledged(draft.kind),
    devices: draft.one_device ? "one" : "all",
    timing: toTiming(draft),
    experiment: toExperiment(draft),
    email: draft.is_emailed && isNotice(draft.kind) ? { after_hours: draft.email_hours } : null,
    push: draft.is_pushed && isNotice(draft.kind) ? { after_minutes: draft.push_minutes } : null,
  });
  if (read.success) return { outcome: "ready", input: read.data };
  const problems = new Map<string, string>();
  for (const { path, message } of read.error.issues) {
    const [first, second, third] = path.map(String);
    const parts = first === "body" ? [first, second, third] : first === "timing" ? [first, second] : [first];
    const field = parts.every((part) => part === undefined) ? undefined : parts.filter(Boolean).join(".");
    if (field !== undefined && !problems.has(field)) problems.set(field, tKnown(message));
  }
  return { outcome: "wrong", problems };
}

/** Only visible messages and data for the page can be acknowledged. */
export function canBeAcknowledged(kind: LiveUpdateKind): boolean {
  return kind !== "celebration";
}

function toBody(draft: MessageDraft): unknown {
  const { kind, text, tone, preset, name, count } = draft;
  switch (kind) {
    case "toast":
    case "banner":
      return { kind, title: trimmedOrUndefined(draft.title), text, tone, action: toAction(draft) };
    case "badge":
      return { kind, badge: name, count, label: trimmedOrUndefined(draft.title) };
    case "celebration":
      return { kind, preset, text: trimmedOrUndefined(draft.title) };
    case "data": {
      const data = parseJson(draft.data);
      return data === undefined ? undefined : { kind, name, data: data.value };
    }
  }
}

/** Body for the preview, even if the draft is incomplete. */
export function toPreviewBody(draft: MessageDraft): LiveUpdateBody {
  const { kind, tone, preset, name, count } = draft;
  const title = trimmedOrUndefined(draft.title);
  switch (kind) {
    case "toast":
    case "banner":
      return { kind, title, text: trimmedOrUndefined(draft.text) ?? t("Your message"), tone, action: toAction(draft) };
    case "badge":
      return { kind, badge: name, count: Number.isFinite(count) ? count : 0, label: title };
    case "celebration":
      return { kind, preset, text: title };
    case "data":
      return { kind, name, data: parseJson(draft.data)?.value };
  }
}

function toTiming({ when, send_at, time_zone, is_quiet, quiet_from, quiet_to }: MessageDraft) {
  if (when === "now" && !is_quiet) return null;
  return {
    ...{ time_zone, zone: when === "person" ? "person" : "fixed" },
    send_at: when === "now" ? null : send_at,
    quiet_hours: is_quiet ? { from: quiet_from, to: quiet_to } : null,
  };
}

/** Percent of people who get variant A. */
export function firstWeight(variants: readonly Pick<VariantDraft, "weight">[]): number {
  return variants.reduce((left, { weight }) => left - weight, 100);
}

/** Only notices have texts to compare, and to send by email or as notifications. */
export function isNotice(kind: LiveUpdateKind): boolean {
  return kind === "toast" || kind === "banner";
}

function toExperiment(draft: MessageDraft): unknown {
  const { kind, variants, goal } = draft;
  if (variants.length === 0 || !isNotice(kind)) return null;
  return {
    weight: firstWeight(variants),
    variants: variants.map(({ title, text, weight }) => ({ weight, body: toBody({ ...draft, title, text }) })),
    goal_id: goal === "" ? null : goal,
  };
}

function toAudience(draft: MessageDraft): unknown {
  const ids = (named: readonly Named[]): readonly string[] => named.map(({ id }) => id);
  switch (draft.audience) {
    case "people":
      return { kind: "people", external_ids: ids(draft.people) };
    case "groups":
      return { kind: "groups", groups: ids(draft.groups) };
    case "segment":
      return { kind: "segment", segment_id: draft.segment?.id ?? "" };
    case "everyone":
      return { kind: "everyone" };
  }
}

function toAction({ action_label, action_href }: MessageDraft) {
  const label = trimmedOrUndefined(action_label);
  return label === undefined ? undefined : { label, href: trimmedOrUndefined(action_href) };
}

function trimmedOrUndefined(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" ? undefined : trimmed;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Passed as values, because braces in texts are placeholders. */
export const JSON_EXAMPLES = { object: "{ }", array: "[ ]" } as const;

const minute = (ms: number): number => ms / MINUTE_MS;
/** How long a notification waits for people to see the message. */
export const PUSH_DELAYS = [
  { value: 0, label: t("Immediately##notification") },
  { value: minute(5 * MINUTE_MS), label: t("After 5 minutes") },
  { value: minute(HOUR_MS), label: t("After 1 hour") },
  { value: minute(4 * HOUR_MS), label: t("After 4 hours") },
  { value: minute(DAY_MS), label: t("After 1 day") },
] as const;

const second = (ms: number): number => ms / SECOND_MS;
/** How long a message waits for offline people. */
export const TTL_VALUES = [
  { value: second(5 * MINUTE_MS), label: t("5 minutes") },
  { value: second(HOUR_MS), label: t("1 hour") },
  { value: second(8 * HOUR_MS), label: t("8 hours") },
  { value: second(DAY_MS), label: t("1 day") },
  { value: second(7 * DAY_MS), label: t("1 week") },
  { value: second(30 * DAY_MS), label: t("30 days") },
] as const;
