import { z } from "zod";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../gates/suppression.ts";
import { limits } from "../../limits.ts";
import { DEVICES } from "../../targeting/rule.ts";
import { appIdSchema } from "../app-id.ts";
import { attributesSchema } from "../client/v1.ts";
import { timeZoneSchema } from "../content/wall-time.ts";

const PEOPLE_SORTS = [
  "-last_seen_at",
  "last_seen_at",
  "-first_seen_at",
  "first_seen_at",
  "name",
  "-name",
  "email",
  "-email",
] as const;

/** Identity of people: verified by a token, unverified, or anonymous. */
export const KNOWN_AS = ["verified", "unverified", "anonymous"] as const;
export type KnownAs = (typeof KNOWN_AS)[number];

export const peopleQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** Prefix of an ID, first name, last name, or email address. Case-insensitive. */
  q: z.string().max(limits.search_chars_max).default(""),
  sort: z.enum(PEOPLE_SORTS).default("-last_seen_at"),
  identity: z.enum(KNOWN_AS).optional(),
  segment_id: z.string().max(limits.id_chars_max).optional(),
  /** Attributes to return for each person: comma-separated names. */
  columns: z
    .string()
    .max(limits.people_columns_max * (limits.attribute_key_chars_max + 1))
    .default("")
    .transform((text) => text.split(",").filter((name) => name !== ""))
    .pipe(z.array(z.string()).max(limits.people_columns_max)),
  after: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export type PeopleQuery = z.input<typeof peopleQuerySchema>;
export type PeopleList = z.output<typeof peopleQuerySchema>;

/** `PATCH /api/people/{external_id}?app_id=`. Null removes an attribute. Responds with the new {@link PersonDetail}. */
export const updatePersonRequestSchema = z
  .strictObject({
    attributes: attributesSchema,
    locale: z.string().max(limits.locale_chars_max).nullable(),
    time_zone: timeZoneSchema.nullable(),
    device: z.enum(DEVICES).nullable(),
    /** Log all decisions for this many days. 0 stops logging. */
    watch_days: z.int().min(0).max(limits.decision_log_days),
  })
  .partial();

/** `PUT /api/people/{external_id}?app_id=`: identify from a backend. Responds with 201 for a new person. */
export const putPersonRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });

/** `PUT /api/groups/{external_id}?app_id=` creates or updates the group. */
export const putGroupRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });
/**
 * `PUT /api/people/{external_id}/groups/{group_id}?app_id=`. `group_id` is the group's external ID. `DELETE` ends the
 * membership.
 */
export const putMembershipRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });

export const groupsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** Prefix of an ID or name, case-insensitive. */
  q: z.string().max(limits.search_chars_max).default(""),
  after: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/**
 * `GET /api/groups/{external_id}/people`: members by ID, which is the order of creation. `after` is `next` of the
 * previous page.
 */
export const groupPeopleQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/** `POST /api/people/{external_id}/suppressions?app_id=`. Responds with all of the person's suppressions. */
export const putSuppressionRequestSchema = z
  .strictObject({
    scope: z.enum(SUPPRESSION_SCOPES),
    /** Content ID, tag, or "" for other scopes. */
    target: z.string().max(limits.slug_chars_max).default(""),
    /** Defaults to `admin`, which only members can remove. */
    reason: z.enum(SUPPRESSION_REASONS).optional(),
    expires_at: z.iso.datetime({ offset: true }),
  })
  .refine(({ scope, target }) => (scope === "content" || scope === "tag") === (target !== ""), {
    message: "Enter the ID of the content, or a tag. For all and live_updates, leave this empty.",
    path: ["target"],
  });
export type PutSuppressionRequest = z.output<typeof putSuppressionRequestSchema>;
