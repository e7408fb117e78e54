/** Live updates as the console, scripts and back ends send and read them, and as pages fetch them. */
import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import { TONES } from "../../content/tone.ts";
import { findReservedKey } from "../../lib/reserved-keys.ts";
import { limits } from "../../limits.ts";
import {
  LIVE_UPDATE_PRIORITIES,
  type LiveMessage,
  type LiveUpdateAudience,
  type LiveUpdateBody,
  type LiveUpdatePriority,
} from "../../realtime/live-update.ts";
import { appIdSchema } from "../app-id.ts";
import { externalIdSchema } from "../client/v1.ts";
import { isSafeLink } from "../content/link.ts";

/** An external id, or the name of somebody who has not signed in. */
const personNameSchema = z.union([
  externalIdSchema,
  z.string().regex(/^anon-[0-9a-f-]{36}$/, "Enter an external ID, or anon- followed by a UUID."),
]);

const text = (max: number) => z.string().trim().min(1, "Enter a title or a text.").max(max);

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

/** What a live update says, to whom, and how long it counts. */
export const liveUpdateInputSchema = z.strictObject({
  audience: audienceSchema,
  body: liveUpdateBodySchema,
  priority: z.enum(LIVE_UPDATE_PRIORITIES).default("normal"),
  /** Who comes within this time still gets it. */
  ttl_s: z.int().min(limits.live_update_ttl_s_min).max(limits.live_update_ttl_s_max).default(limits.live_update_ttl_s),
  collapse_key: text(limits.live_update_name_chars_max).nullable().default(null),
  require_ack: z.boolean().default(false),
  /** `one`: on the first device that takes it; `all`: once on each. */
  devices: z.enum(["one", "all"]).default("all"),
});
export type LiveUpdateInput = z.output<typeof liveUpdateInputSchema>;

/** `POST /api/live-updates` answers 201 with a {@link LiveUpdate}. */
export const sendLiveUpdateRequestSchema = liveUpdateInputSchema.extend({ app_id: appIdSchema });

/** `GET /api/live-updates`, the newest first; `before` is the last id of the page before. */
export const liveUpdatesQuerySchema = z.strictObject({
  app_id: appIdSchema,
  before: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/** How many deliveries have come how far. Each counts what went further, too: what was acted on was seen and delivered. */
export interface LiveUpdateCounts {
  /** Whom it names; null where that shows only when they come (groups, everyone). */
  readonly people: number | null;
  readonly sent: number;
  readonly delivered: number;
  readonly seen: number;
  readonly acted: number;
  readonly dismissed: number;
  readonly collapsed: number;
  /** Given to a page that did not say it was shown before the time was over. */
  readonly expired: number;
}

/** `GET /api/live-updates/{id}?app_id=` */
export interface LiveUpdate {
  readonly id: string;
  readonly audience: LiveUpdateAudience;
  readonly body: LiveUpdateBody;
  readonly priority: LiveUpdatePriority;
  readonly require_ack: boolean;
  readonly collapse_key: string | null;
  readonly devices: "one" | "all";
  readonly created_at: string;
  readonly expires_at: string;
  readonly counts: LiveUpdateCounts;
}
export interface LiveUpdatesResponse {
  readonly items: readonly LiveUpdate[];
  /** Ask again with it as `before`; null on the last page. */
  readonly next: string | null;
}

/** `POST /v1/messages`: what waits for this person on this device. What is given is taken: no other device gets it meanwhile. */
export const messagesRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  /** Of the browser profile: made by the SDK. */
  device: z.string().regex(/^[A-Za-z0-9-]{8,64}$/, "Use 8 to 64 letters, digits, and hyphens."),
});
export interface MessagesResponse {
  /** In the order in which they are shown. */
  readonly messages: readonly LiveMessage[];
}
