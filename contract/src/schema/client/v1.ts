/**
 * What the SDK says to `/v1` and hears back. The app's key travels as `?app=`, identity as `Authorization: Bearer`, the
 * page's own socket, where one is open, as `?socket_id=`. Who calls, in this order: a person's token; an `external_id`
 * without one, in the body or the query; an anonymous token in the header, the body or the cookie.
 */
import { z } from "zod";
import type { Edition } from "../../content/content.ts";
import { type Arm, VARIANTS } from "../../content/experiment.ts";
import type { Untranslated } from "../../content/translation.ts";
import { END_REASONS, type OpenRun, START_REASONS } from "../../events/events.ts";
import type { Gate, GateResult, RunHistory } from "../../gates/evaluate.ts";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../gates/suppression.ts";
import { isId } from "../../lib/ids.ts";
import { findReservedKey } from "../../lib/reserved-keys.ts";
import { limits } from "../../limits.ts";
import type { PageRule } from "../../targeting/page-rule.ts";
import type { PageThemes } from "../../theme/theme.ts";

const NO_RESERVED_KEYS = "The names __proto__, constructor, and prototype are reserved.";

export const keySchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "Start with a letter, then use letters, digits, and _.")
  .max(limits.attribute_key_chars_max);

const attributeValueSchema = z.union([
  z.string().max(limits.attribute_text_chars_max),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(limits.attribute_text_chars_max)).max(limits.attribute_list_max),
]);
export type AttributeValue = z.output<typeof attributeValueSchema>;

/** Zod leaves the key `__proto__` out without a word, so reserved keys are looked for before it reads. */
export const attributesSchema = z
  .custom<Record<string, AttributeValue>>((value) => findReservedKey(value) === undefined, NO_RESERVED_KEYS)
  // Counted first: each wrong one costs a sentence.
  .pipe(
    z.custom<Record<string, AttributeValue>>(
      (value) => typeof value !== "object" || value === null || Object.keys(value).length <= limits.attributes_max,
      `Use at most ${limits.attributes_max} attributes.`,
    ),
  )
  .pipe(z.record(keySchema, attributeValueSchema));

/** Text that goes into a column by itself: no control characters, no broken surrogates, which no two databases keep alike. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const isPlain = (text: string): boolean => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text);
const PLAIN = "Remove control and invalid characters.";

export const externalIdSchema = z
  .string()
  .min(1)
  .refine(
    (id) => new TextEncoder().encode(id).length <= limits.external_id_bytes_max,
    `Use at most ${limits.external_id_bytes_max} bytes.`,
  )
  .refine(isPlain, PLAIN)
  .refine((id) => !id.startsWith("anon-"), "IDs that start with anon- are reserved for anonymous visitors.");

/** The claim `groups` of an identity token: external ids of the companies that the person belongs to. */
export const groupsSchema = z.array(externalIdSchema).max(limits.identity_groups_max);

/** The name of the browser's time zone in the IANA database; one that does not exist is not known. */
const timeZoneSchema = z.string().max(limits.time_zone_chars_max).optional();

/** The language that the page itself is in, as a tag (BCP 47); what is no tag is not known. */
export const pageLocaleSchema = z.string().max(limits.language_chars_max).optional().catch(undefined);

/**
 * What a page may wish for. `again`: contents by id or slug whose frequency it takes upon itself, so that they may come
 * however often they were seen. Every other gate stands.
 */
const contentOptions = {
  locale: pageLocaleSchema,
  again: z.array(z.string().max(limits.content_ref_chars_max)).max(limits.again_contents_max).optional(),
};

export const bootRequestSchema = z.strictObject({
  /** The server-signed identity that the page kept, when it could not be kept in a cookie. */
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  time_zone: timeZoneSchema,
  ...contentOptions,
});
export type BootRequest = z.input<typeof bootRequestSchema>;

export const identifyRequestSchema = z.strictObject({
  external_id: externalIdSchema,
  attributes: attributesSchema.default({}),
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  time_zone: timeZoneSchema,
  ...contentOptions,
});
export type IdentifyRequest = z.input<typeof identifyRequestSchema>;

/** `POST group`: what a page tells of a group that the person's token names, and of the person's own place in it. */
export const groupRequestSchema = z.strictObject({
  /** The group's. */
  external_id: externalIdSchema,
  attributes: attributesSchema.default({}),
  membership: attributesSchema.default({}),
});
export type GroupRequest = z.input<typeof groupRequestSchema>;
export interface GroupResponse {
  readonly status: "grouped";
}

export type JsonValue = z.output<ReturnType<typeof z.json>>;

export const eventSchema = z.strictObject({
  /** UUID version 7, made by the client: the primary key. */
  id: z.uuidv7().toLowerCase(),
  name: z.string().min(1).max(limits.event_name_chars_max).refine(isPlain, PLAIN),
  props: z
    .custom<Record<string, JsonValue>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "Send an object.",
    )
    // What is in it came from JSON, so it is JSON: to look at each value again would cost more than all else here.
    .refine((value) => findReservedKey(value) === undefined, NO_RESERVED_KEYS)
    .default({}),
  /** When it happened by the client's clock, ISO 8601. */
  at: z.iso.datetime({ offset: true }),
});
export const eventsRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  /** Each is checked by itself: the valid ones are stored, the others are named in the answer. */
  events: z.array(z.unknown()).min(1).max(limits.events_per_request_max),
});
export type ClientEvent = z.input<typeof eventSchema>;
export interface EventsResponse {
  readonly accepted: number;
  readonly rejected: readonly { readonly index: number; readonly id: string | null; readonly detail: string }[];
  /** By these events something is to be shown to the person: ask who sees what again. */
  readonly due?: true | undefined;
}

const person = {
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
};

export const stepIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Use a step ID.");

/** One move of a run. `seq` is the one that the client last saw; a stale one answers `run_conflict` with the present run. */
export const progressRequestSchema = z.discriminatedUnion("action", [
  z.strictObject({
    ...person,
    action: z.literal("start"),
    /** Made by the client: `newId("run", clock, rng)`. */
    run_id: z.string().refine((id) => isId("run", id), "Use run_ followed by a UUIDv7."),
    content_id: z.string().max(limits.id_chars_max),
    version_id: z.string().max(limits.id_chars_max),
    step_id: stepIdSchema,
    reason: z.enum(START_REASONS),
    /** The one that the decision named. */
    variant: z.enum(VARIANTS).optional(),
  }),
  z.strictObject({
    ...person,
    action: z.literal("step"),
    run_id: z.string().max(limits.id_chars_max),
    seq: z.int().min(1),
    step_id: stepIdSchema,
  }),
  z.strictObject({
    ...person,
    action: z.literal("end"),
    run_id: z.string().max(limits.id_chars_max),
    seq: z.int().min(1),
    reason: z.enum(END_REASONS),
  }),
]);
export type ProgressRequest = z.input<typeof progressRequestSchema>;

const runSchema = z.object({
  run_id: z.string(),
  content_id: z.string(),
  version_id: z.string(),
  seq: z.int(),
  step_id: z.string(),
  /** Tasks of a checklist that are done; absent where there is none. */
  done: z.array(z.string()).optional(),
  state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
});
export type Run = z.output<typeof runSchema>;
export interface ProgressResponse {
  readonly run: Run;
  /** By this move something is to be shown to the person: ask who sees what again. */
  readonly due?: true | undefined;
}

export const suppressRequestSchema = z.strictObject({
  ...person,
  scope: z.enum(SUPPRESSION_SCOPES),
  /** Content id or slug, tag, or "" for the others. */
  target: z.string().max(limits.content_ref_chars_max).refine(isPlain, PLAIN),
  reason: z.enum(SUPPRESSION_REASONS).exclude(["admin"]).default("do_not_show_again"),
  days: z.number().positive().max(limits.suppression_days_max).default(limits.suppression_days_default),
});

export interface Suppression {
  readonly id: string;
  readonly scope: (typeof SUPPRESSION_SCOPES)[number];
  readonly target: string;
  readonly reason: (typeof SUPPRESSION_REASONS)[number];
  /** What the content is called, while it is live: only the answers of `suppressions` say it. */
  readonly name?: string | undefined;
  readonly created_at: string;
  readonly expires_at: string;
}
/** Answer of `GET`, `POST` and `DELETE suppressions`: all that hides something from this person from now on. */
export interface SuppressionsResponse {
  readonly suppressions: readonly Suppression[];
}

/** One content that passed the server's gates, with the gates that only the page can judge. */
export interface Decision {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version_id: string;
  readonly version_number: number;
  readonly edition: Edition;
  readonly pending_gates: readonly Gate[];
  readonly history: RunHistory;
  /** The run that a reload or another tab left open. */
  readonly run: OpenRun | null;
  /** What the page must be like, where the audience asks for it. */
  readonly page_rule?: PageRule | undefined;
  /** How many more runs its cap groups allow, where it is in any. */
  readonly cap_left?: number | undefined;
  /** The language that its texts are in, where that is known. */
  readonly locale?: string | undefined;
  /** Which of them are in another one, because this one lacks them. */
  readonly untranslated?: Untranslated | undefined;
  /** What it wears of `themes`, where it chooses for itself. */
  readonly theme?: string | undefined;
  /** What the person reached that its trigger waits for, while it was not shown for that. */
  readonly due?: string | undefined;
  /**
   * The arm of the content's experiment that the person is in. The page tells of it (`experiment_exposed`) when it would
   * show it, and then shows nothing to those in the `holdout`: of those the edition says no more than where it would be.
   */
  readonly variant?: Arm | undefined;
  /** Tasks of a checklist that the server knows to be done: by the open run, by events, by contents that were completed. */
  readonly done?: readonly string[] | undefined;
}

/** A content that the person's own past hides. Undoing a suppression brings it back. */
export interface HiddenContent {
  readonly content_id: string;
  readonly slug: string;
  readonly gate: Gate;
}

/** Answer of `boot` and `identify`. Its `ETag` changes when anything in it changes; `If-None-Match` answers 304. */
export interface BootResponse {
  readonly app: { readonly key: string; readonly paused: boolean; readonly config_version: number };
  readonly person: {
    readonly id: string;
    readonly external_id: string | null;
    readonly verified: boolean;
  };
  readonly channel_id: string;
  /** The anonymous identity, while nobody is identified. `storage` says who keeps it. */
  readonly anonymous: { readonly id: string; readonly token: string; readonly storage: "cookie" | "browser" } | null;
  readonly decisions: readonly Decision[];
  readonly refused: readonly HiddenContent[];
  readonly suppressions: readonly Suppression[];
  /** What is worn, where the workspace has themes of its own: those that these decisions name, and the workspace's own. */
  readonly themes?: PageThemes | undefined;
  /** The position of the newest live update that may wait for this person; 0: none does. */
  readonly messages: number;
  /** When the answer changes next by the clock on the person's wall: ask again then. Absent where nothing does within a day. */
  readonly again_at?: string | undefined;
  readonly server_time: string;
}

export interface ExplainResponse {
  readonly content_id: string;
  /** What is live: a page that has another one heard its last answer before that. */
  readonly version_id: string;
  readonly outcome: "show" | "hide" | "unknown";
  readonly gate: Gate | null;
  readonly gates: readonly GateResult[];
}

export {
  CONTENT_CHANGED,
  type ContentChanged,
  PERSON_CHANGED,
  type PersonChanged,
} from "../../realtime/change-signal.ts";
