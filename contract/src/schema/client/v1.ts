/**
 * Requests and responses of `/v1`. The app key is sent as `?app=`, the identity as `Authorization: Bearer`, and the
 * page's open socket as `?socket_id=`.
 * Callers are identified in this order: a person's token; `external_id` in body or query; an anonymous token in header,
 * body, or cookie.
 */
import { z } from "zod";
import type { Edition } from "../../content/content.ts";
import { type Arm, VARIANTS } from "../../content/experiment.ts";
import { END_REASONS, type OpenRun, START_REASONS } from "../../events/events.ts";
import type { LiveTracker } from "../../events/tracker.ts";
import type { Gate, GateResult, RunHistory } from "../../gates/evaluate.ts";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../gates/suppression.ts";
import { isId } from "../../lib/ids.ts";
import { findReservedKey } from "../../lib/reserved-keys.ts";
import { limits } from "../../limits.ts";
import type { PageBridge } from "../../realtime/app-settings.ts";
import type { PageRule } from "../../targeting/page-rule.ts";
import type { PageThemes } from "../../theme/theme.ts";
import type { Untranslated } from "../../translation/translation.ts";

const NO_RESERVED_KEYS = "The names __proto__, constructor, and prototype are reserved.";

export const keySchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "Start with a letter, then use letters, digits, and _.")
  .max(limits.attribute_key_chars_max);

export const attributeValueSchema: z.ZodType<AttributeValue, AttributeValue> = z.union(
  [
    z.string().max(limits.attribute_text_chars_max),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.string().max(limits.attribute_text_chars_max)).max(limits.attribute_list_max),
  ],
  `Use text, a number, true, false, null, or a list of at most ${limits.attribute_list_max} texts.`,
);
/** Written out, because the SDK's declarations can't import schemas. */
export type AttributeValue = string | number | boolean | null | string[];

/** Zod silently drops the key `__proto__`, so reserved keys are checked first. */
export const attributesSchema = z
  .custom<Record<string, AttributeValue>>((value) => findReservedKey(value) === undefined, NO_RESERVED_KEYS)
  // Check the count first, because each invalid entry adds an error.
  .pipe(
    z.custom<Record<string, AttributeValue>>(
      (value) => typeof value !== "object" || value === null || Object.keys(value).length <= limits.attributes_max,
      `Use at most ${limits.attributes_max} attributes.`,
    ),
  )
  .pipe(z.record(keySchema, attributeValueSchema));

/** Text for its own column: no control characters or lone surrogates, which databases store differently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
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

/** The `groups` claim of an identity token: external IDs of the person's groups. */
export const groupsSchema = z.array(externalIdSchema).max(limits.identity_groups_max);

/** IANA name of the browser's time zone. Nonexistent zones count as unknown. */
const timeZoneSchema = z.string().max(limits.time_zone_chars_max).optional();

/** Language of the page as a BCP 47 tag. Invalid tags count as unknown. */
export const pageLocaleSchema = z.string().max(limits.language_chars_max).optional().catch(undefined);

/**
 * Options of a page. `again`: content by ID or slug for which the page ignores the frequency. All other gates apply.
 * `asked`: content by slug that the person asked for with a button of other content (`ASKED_GATES`).
 */
const contentOptions = {
  locale: pageLocaleSchema,
  again: z.array(z.string().max(limits.content_ref_chars_max)).max(limits.again_contents_max).optional(),
  asked: z.array(z.string().max(limits.content_ref_chars_max)).max(limits.asked_contents_max).optional(),
};

export const bootRequestSchema = z.strictObject({
  /** Server-signed identity stored by the page, if a cookie wasn't possible. */
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

/** `POST group`: attributes of a group in the person's token, and of the person's membership. */
export const groupRequestSchema = z.strictObject({
  /** ID of the group. */
  external_id: externalIdSchema,
  attributes: attributesSchema.default({}),
  membership: attributesSchema.default({}),
});
export type GroupRequest = z.input<typeof groupRequestSchema>;
export interface GroupResponse {
  readonly status: "grouped";
}

/** Written out, because the SDK's declarations can't import schemas. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export const eventSchema = z.strictObject({
  /** UUID version 7, generated by the client. Used as the primary key. */
  id: z.uuidv7().toLowerCase(),
  name: z.string().min(1).max(limits.event_name_chars_max).refine(isPlain, PLAIN),
  props: z
    .custom<Record<string, JsonValue>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "Send an object.",
    )
    // Parsed from JSON, so it's valid JSON. Validating every value would cost more than everything else here.
    .refine((value) => findReservedKey(value) === undefined, NO_RESERVED_KEYS)
    .default({}),
  /** Client time of the event, ISO 8601. */
  at: z.iso.datetime({ offset: true }),
});
export const eventsRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  /** Validated one by one: valid events are stored, and the response lists the others. */
  events: z.array(z.unknown()).min(1).max(limits.events_per_request_max),
});
export type ClientEvent = z.input<typeof eventSchema>;
export interface EventsResponse {
  readonly accepted: number;
  readonly rejected: readonly { readonly index: number; readonly id: string | null; readonly detail: string }[];
  /** These events trigger content for the person: refresh the decisions. */
  readonly due?: true | undefined;
}

const person = {
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
};

export const stepIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Use a step ID.");

/**
 * One move of a run. `seq` is the last one that the client received. A stale `seq` fails with `run_conflict` and the
 * current run.
 */
export const progressRequestSchema = z.discriminatedUnion("action", [
  z.strictObject({
    ...person,
    action: z.literal("start"),
    /** Generated by the client: `newId("run", clock, rng)`. */
    run_id: z.string().refine((id) => isId("run", id), "Use run_ followed by a UUIDv7."),
    content_id: z.string().max(limits.id_chars_max),
    version_id: z.string().max(limits.id_chars_max),
    step_id: stepIdSchema,
    reason: z.enum(START_REASONS),
    /** As in the decision. */
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
  /** Completed tasks of a checklist. Absent if there are none. */
  done: z.array(z.string()).optional(),
  state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
});
export type Run = z.output<typeof runSchema>;
export interface ProgressResponse {
  readonly run: Run;
  /** This move triggers content for the person: refresh the decisions. */
  readonly due?: true | undefined;
}

export const suppressRequestSchema = z
  .strictObject({
    ...person,
    scope: z.enum(SUPPRESSION_SCOPES),
    /** Content ID or slug, or tag. Empty for other scopes. */
    target: z.string().max(limits.content_ref_chars_max).refine(isPlain, PLAIN).default(""),
    reason: z.enum(SUPPRESSION_REASONS).exclude(["admin"]).default("do_not_show_again"),
    days: z.number().positive().max(limits.suppression_days_max).default(limits.suppression_days_default),
  })
  .refine(({ scope, target }) => target !== "" || (scope !== "content" && scope !== "tag"), {
    path: ["target"],
    error: "This field is required.",
  });

export interface Suppression {
  readonly id: string;
  readonly scope: (typeof SUPPRESSION_SCOPES)[number];
  readonly target: string;
  readonly reason: (typeof SUPPRESSION_REASONS)[number];
  /** Title that people know the content by, while it's live. Only in responses of `suppressions`. */
  readonly name?: string | undefined;
  readonly created_at: string;
  readonly expires_at: string;
}
/** Response of `GET`, `POST`, and `DELETE suppressions`: the person's active suppressions. */
export interface SuppressionsResponse {
  readonly suppressions: readonly Suppression[];
}

/** Content that passed the server's gates, with the gates that only the page can judge. */
export interface Decision {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version_id: string;
  readonly version_number: number;
  readonly edition: Edition;
  /**
   * Path and query of the body (`GET /v1/editions`), if the response doesn't include it. Then `edition.body` has only
   * its type and form. The path names exactly one text, so browsers keep it.
   */
  readonly body_path?: string | undefined;
  readonly pending_gates: readonly Gate[];
  readonly history: RunHistory;
  /** Open run from before a reload, or from another tab. */
  readonly run: OpenRun | null;
  /** The audience's conditions on the page, if any. */
  readonly page_rule?: PageRule | undefined;
  /** Runs that its frequency caps still allow. Absent without caps. */
  readonly cap_left?: number | undefined;
  /** Language of the texts, if known. */
  readonly locale?: string | undefined;
  /** Texts shown in another language, because their translation is missing. */
  readonly untranslated?: Untranslated | undefined;
  /** Key in `themes`, if the content has its own theme. */
  readonly theme?: string | undefined;
  /** The occasion that its trigger waits for, until it was shown for it. */
  readonly due?: string | undefined;
  /**
   * Experiment arm of the person. The page reports it (`experiment_exposed`) when it would show the content, and then
   * shows nothing to the `holdout`. For the holdout, the edition only contains where it would be shown.
   */
  readonly variant?: Arm | undefined;
  /**
   * The person asked for it with a button of other content. It starts only when they ask, or to resume their run, and
   * their suppressions don't apply.
   */
  readonly on_request?: true | undefined;
  /**
   * A checklist that only a resource center shows: it doesn't start automatically, and its run, if one is open, didn't
   * start from code. It opens by itself nowhere else.
   */
  readonly listed?: true | undefined;
  /** Its buttons do more than one thing: the page loads the code for that. */
  readonly button_actions?: true | undefined;
  /** Completed checklist tasks, from the open run, events, completed content, and the person's groups. */
  readonly done?: readonly string[] | undefined;
  /** Those of them that only other people of the person's groups did: the page reports no move for them. */
  readonly group_done?: readonly string[] | undefined;
}

/** `POST surveys/{slug}`: the page of a survey link. */
export const surveyLinkRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  time_zone: timeZoneSchema,
  locale: pageLocaleSchema,
});

/** The survey of a link, or that the person has completed it before. */
export interface SurveyLinkResponse {
  readonly status: "open" | "completed";
  /** Null if it's completed. */
  readonly survey: Decision | null;
  /** As in the boot response. */
  readonly themes?: PageThemes | undefined;
  readonly anonymous: BootResponse["anonymous"];
}

/** `POST surveys/{slug}/responses`: all answers to an anonymous survey. */
export const anonymousResponseSchema = z.strictObject({
  /** Random, so that it holds no time. A repeated request with it stores nothing more. */
  id: z.uuidv4().toLowerCase(),
  version: z.int().min(1),
  answers: z.array(z.strictObject({ step_id: stepIdSchema, answer: z.unknown() })).max(limits.questions_max),
});
export type AnonymousResponse = z.input<typeof anonymousResponseSchema>;

/** Content hidden by the person's own history. Removing a suppression shows it again. */
export interface HiddenContent {
  readonly content_id: string;
  readonly slug: string;
  readonly gate: Gate;
}

export interface PageExtras {
  /** Published trackers of the app. Absent if there are none. */
  readonly trackers?: readonly LiveTracker[] | undefined;
  /** Libraries of the page that get engagement events. Absent if there are none. */
  readonly bridges?: readonly PageBridge[] | undefined;
}

/** Response of `boot` and `identify`. Its `ETag` changes with any of its data; `If-None-Match` leads to 304. */
export interface BootResponse {
  readonly app: { readonly key: string; readonly paused: boolean; readonly config_version: number };
  readonly person: {
    readonly id: string;
    readonly external_id: string | null;
    readonly verified: boolean;
  };
  readonly channel_id: string;
  /** Anonymous identity, if no one is identified. `storage` is where it's stored. */
  readonly anonymous: { readonly id: string; readonly token: string; readonly storage: "cookie" | "browser" } | null;
  readonly decisions: readonly Decision[];
  /**
   * How many of the first decisions the visitor's next page may show before the server responds: they depend only on
   * what is published, and on what the visitor does in this browser. Absent if there are none.
   */
  readonly early?: number | undefined;
  readonly refused: readonly HiddenContent[];
  readonly suppressions: readonly Suppression[];
  /** Themes of these decisions and the workspace's default. Absent if the workspace has no themes of its own. */
  readonly themes?: PageThemes | undefined;
  /** What the app's pages do beyond content. Absent if it's nothing. */
  readonly extras?: PageExtras | undefined;
  /** Position of the newest live update that may be waiting for this person. 0 if there is none. */
  readonly messages: number;
  /**
   * When the response changes next because of the person's local time: request it again then. Absent if nothing changes
   * within a day.
   */
  readonly again_at?: string | undefined;
  readonly server_time: string;
}

export interface ExplainResponse {
  readonly content_id: string;
  /** Live version. A page with another version got its response before that one was published. */
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
