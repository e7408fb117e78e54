import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { VARIANTS } from "../../content/experiment.ts";
import { TONES } from "../../content/tone.ts";
import { findReservedKey } from "../../lib/reserved-keys.ts";
import { HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "../../limits.ts";
import { LIVE_UPDATE_PRIORITIES, type LiveMessage } from "../../realtime/live-update.ts";
import { isSafeLink } from "../../text/safe-link.ts";
import { quietHoursSchema } from "../accounts/notifications.ts";
import { appIdSchema } from "../app-id.ts";
import { externalIdSchema } from "../client/v1.ts";
import { timeZoneSchema, wallTimeSchema } from "../content/wall-time.ts";

/** External ID, or name of an anonymous visitor. */
const personNameSchema = z.union([
  externalIdSchema,
  z.string().regex(/^anon-[0-9a-f-]{36}$/, "Enter an external ID, or anon- followed by a UUID."),
]);

const text = (max: number) => z.string().trim().min(1, "Enter a title or text.").max(max);

const actionSchema = z.strictObject({
  label: text(limits.notice_action_chars_max),
  href: z
    .string()
    .max(limits.page_url_chars_max)
    .refine(isSafeLink, "Enter a path such as /orders, or a URL that starts with https:, http:, mailto:, or tel:.")
    .optional(),
});

const noticeFields = {
  title: text(limits.notice_title_chars_max).optional(),
  text: text(limits.notice_text_chars_max),
  tone: z.enum(TONES).default("info"),
  action: actionSchema.optional(),
};

const liveUpdateBodySchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("toast"), ...noticeFields }),
    z.strictObject({ kind: z.literal("banner"), ...noticeFields }),
    z.strictObject({
      kind: z.literal("badge"),
      badge: text(limits.live_update_name_chars_max),
      count: z.int().min(0).max(1_000_000_000),
      label: text(limits.notice_title_chars_max).optional(),
    }),
    z.strictObject({
      kind: z.literal("celebration"),
      preset: z.enum(CELEBRATION_PRESETS).default("burst"),
      text: text(limits.notice_title_chars_max).optional(),
    }),
    z.strictObject({
      kind: z.literal("data"),
      name: text(limits.live_update_name_chars_max),
      data: z.unknown(),
    }),
  ])
  .refine(
    (body) => findReservedKey(body) === undefined,
    "The names __proto__, constructor, and prototype are reserved.",
  )
  .refine(
    (body) => new TextEncoder().encode(JSON.stringify(body)).length <= limits.live_update_bytes_max,
    `Use at most ${limits.live_update_bytes_max} bytes of JSON.`,
  );

const audienceSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("people"),
    external_ids: z.array(personNameSchema).min(1, "Add at least one person.").max(limits.live_update_people_max),
  }),
  z.strictObject({
    kind: z.literal("groups"),
    groups: z.array(externalIdSchema).min(1, "Add at least one group.").max(limits.identity_groups_max),
  }),
  z.strictObject({ kind: z.literal("segment"), segment_id: z.string().min(1).max(limits.id_chars_max) }),
  z.strictObject({ kind: z.literal("everyone") }),
]);

const SEND_AT_MISSING = "Enter a time, or remove the time zone of each person.";

const timingSchema = z
  .strictObject({
    /** Clock of `send_at`, and of people whose time zone isn't known. */
    time_zone: timeZoneSchema,
    send_at: wallTimeSchema.nullable().default(null),
    /** `fixed`: one moment for everyone. `person`: `send_at` in each person's time zone. */
    zone: z.enum(["fixed", "person"]).default("fixed"),
    /** In each person's time zone. The live update waits until they end. */
    quiet_hours: quietHoursSchema.nullable().default(null),
  })
  .refine(({ send_at, zone }) => send_at !== null || zone === "fixed", { path: ["send_at"], error: SEND_AT_MISSING });

const weightSchema = z.int().min(1).max(99);

const experimentSchema = z
  .strictObject({
    /** Percent of people who get `body`, which is variant A. */
    weight: weightSchema,
    /** Variants B to D. */
    variants: z
      .array(z.strictObject({ weight: weightSchema, body: liveUpdateBodySchema }))
      .min(1, "Add at least one variant.")
      .max(VARIANTS.length - 1),
    /** Goal whose completions are compared, too. */
    goal_id: z.string().max(limits.id_chars_max).nullable().default(null),
  })
  .refine(({ weight, variants }) => variants.reduce((sum, each) => sum + each.weight, weight) === 100, {
    path: ["weight"],
    error: "The shares of all variants must add up to 100%.",
  });

const emailSchema = z.strictObject({
  /** Hours after a person could have seen the live update. */
  after_hours: z.int().min(limits.message_email_hours_min).max(limits.message_email_hours_max),
});

const pushSchema = z.strictObject({
  /** Minutes after a person could have seen the live update. 0: immediately. */
  after_minutes: z.int().min(0).max(limits.message_push_minutes_max),
});

const inputFields = z.strictObject({
  audience: audienceSchema,
  body: liveUpdateBodySchema,
  priority: z.enum(LIVE_UPDATE_PRIORITIES).default("normal"),
  /** People who open a page within this time still get it. */
  ttl_s: z.int().min(limits.live_update_ttl_s_min).max(limits.live_update_ttl_s_max).default(limits.live_update_ttl_s),
  collapse_key: text(limits.live_update_name_chars_max).nullable().default(null),
  require_ack: z.boolean().default(false),
  /** `one`: the first device that fetches it. `all`: once on each device. */
  devices: z.enum(["one", "all"]).default("all"),
  /** Null: immediately, at any time of day. */
  timing: timingSchema.nullable().default(null),
  /** A/B test. Null: everyone gets `body`. */
  experiment: experimentSchema.nullable().default(null),
  /** Email to people who haven't seen it by then. Null: no email. */
  email: emailSchema.nullable().default(null),
  /** Notification to subscribed browsers of people who haven't seen it by then. Null: no notification. */
  push: pushSchema.nullable().default(null),
});

const ONLY_NOTICES = "Only toasts and banners can be sent by email.";
const ONLY_NOTICES_PUSHED = "Only toasts and banners can be sent as notifications.";
const PUSH_BEFORE_EXPIRY = "Enter fewer minutes than the message is valid for, or let it expire later.";
const PUSH_LINK = "This link is too long for a notification. Use a shorter link.";
const FULL_URL = "An email needs a full URL, such as https://example.com/orders.";
const BEFORE_EXPIRY = "Enter fewer hours than the message is valid for, or let it expire later.";

/** All variants, because each of them can be sent by email or as a notification. */
const bodiesOf = ({ body, experiment }: z.output<typeof inputFields>) => [
  body,
  ...(experiment?.variants ?? []).map((variant) => variant.body),
];

/** A path opens nothing in an email. */
const isFullLink = (body: z.output<typeof liveUpdateBodySchema>): boolean =>
  !("action" in body) || body.action?.href === undefined || !/^[/#?]/.test(body.action.href);

const areNotices = (input: z.output<typeof inputFields>): boolean =>
  bodiesOf(input).every(({ kind }) => kind === "toast" || kind === "banner");

const fitsNotification = (body: z.output<typeof liveUpdateBodySchema>): boolean =>
  !("action" in body) ||
  new TextEncoder().encode(JSON.stringify(body.action?.href ?? "")).length <= limits.push_link_bytes_max;

export const liveUpdateInputSchema = inputFields
  .refine(({ email, ttl_s }) => email === null || email.after_hours * HOUR_MS < ttl_s * SECOND_MS, {
    path: ["email", "after_hours"],
    error: BEFORE_EXPIRY,
  })
  .refine((input) => input.email === null || areNotices(input), { path: ["email"], error: ONLY_NOTICES })
  .refine(({ push, ttl_s }) => push === null || push.after_minutes * MINUTE_MS < ttl_s * SECOND_MS, {
    path: ["push", "after_minutes"],
    error: PUSH_BEFORE_EXPIRY,
  })
  .refine((input) => input.push === null || areNotices(input), { path: ["push"], error: ONLY_NOTICES_PUSHED })
  .refine((input) => input.push === null || bodiesOf(input).every(fitsNotification), {
    path: ["body", "action", "href"],
    error: PUSH_LINK,
  })
  .refine((input) => input.email === null || bodiesOf(input).every(isFullLink), {
    path: ["body", "action", "href"],
    error: FULL_URL,
  });
export type LiveUpdateInput = z.output<typeof liveUpdateInputSchema>;

/** `POST /api/live-updates/reach`: who of an audience a message can reach. */
export const liveUpdateReachRequestSchema = z.strictObject({ audience: audienceSchema });

/** `GET /api/live-updates`, newest first. `after` is the last ID of the previous page. */
export const liveUpdatesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/**
 * `POST /v1/messages`: live updates waiting for this person on this device. Fetching claims them, so that no other
 * device gets them meanwhile.
 */
export const messagesRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  /** Browser profile's ID, generated by the SDK. */
  device: z.string().regex(/^[A-Za-z0-9-]{8,64}$/, "Use 8 to 64 letters, digits, and hyphens."),
});
export interface MessagesResponse {
  /** In display order. */
  readonly messages: readonly LiveMessage[];
}
