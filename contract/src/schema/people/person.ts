/** People and groups as members and scripts see them. */
import { z } from "zod";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../gates/suppression.ts";
import { isTimeZone } from "../../lib/wall-clock.ts";
import { limits } from "../../limits.ts";
import type { Attributes, AttributeType } from "../../people/attribute.ts";
import { type AttributeOwner, DEVICES, type Device } from "../../targeting/rule.ts";
import { appIdSchema } from "../app-id.ts";
import { attributesSchema } from "../client/v1.ts";

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

/** How people are known: by a proof, by what was only said of them, or not at all. */
export const KNOWN_AS = ["verified", "unverified", "anonymous"] as const;
export type KnownAs = (typeof KNOWN_AS)[number];

export const peopleQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** The beginning of an id, a name, a last name or an e-mail address, in any case. */
  q: z.string().max(limits.search_chars_max).default(""),
  sort: z.enum(PEOPLE_SORTS).default("-last_seen_at"),
  /** Only people who are known in this way. */
  identity: z.enum(KNOWN_AS).optional(),
  /** Only people in this segment. */
  segment_id: z.string().max(limits.id_chars_max).optional(),
  /** Attributes that are answered with each person: their names, with commas in between. */
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

export interface PersonSummary {
  readonly id: string;
  /** What names the person in addresses: the external id, or `anon-…`. */
  readonly external_id: string;
  readonly anonymous: boolean;
  readonly verified: boolean;
  readonly name: string | null;
  readonly email: string | null;
  /** Those that were asked for as `columns`. */
  readonly attributes: Attributes;
  readonly first_seen_at: string;
  readonly last_seen_at: string;
}

/** `GET /api/people`. Without `q` and `segment_id` it is paged to the end; a search answers the best of its page alone. */
export interface PeoplePage {
  readonly items: readonly PersonSummary[];
  readonly next: string | null;
  readonly total: number;
  /** False: `total` is an estimate. */
  readonly exact: boolean;
}

/** A value that is not of the type that its name was first used with. */
export interface AttributeMismatch {
  readonly name: string;
  readonly expected: AttributeType;
  readonly found: AttributeType;
}

/** `GET /api/people/{external_id}?app_id=` */
export interface PersonDetail extends PersonSummary {
  readonly attributes: Attributes;
  readonly mismatches: readonly AttributeMismatch[];
  readonly groups: readonly {
    readonly external_id: string;
    readonly attributes: Attributes;
    readonly membership: Attributes;
  }[];
  readonly locale: string | null;
  readonly time_zone: string | null;
  readonly device: Device | null;
  /** Every decision about this person is logged until then. */
  readonly watched_until: string | null;
}

const timeZoneSchema = z
  .string()
  .max(limits.time_zone_chars_max)
  .refine(isTimeZone, "Enter a valid time zone, such as Europe/Zurich.");

/** `PATCH /api/people/{external_id}?app_id=`: null takes an attribute away. Answers the new {@link PersonDetail}. */
export const updatePersonRequestSchema = z
  .strictObject({
    attributes: attributesSchema,
    locale: z.string().max(limits.locale_chars_max).nullable(),
    time_zone: timeZoneSchema.nullable(),
    device: z.enum(DEVICES).nullable(),
    /** Log every decision for so many days; 0 ends it. */
    watch_days: z.int().min(0).max(limits.decision_log_days),
  })
  .partial();

/** `PUT /api/people/{external_id}?app_id=`: identify, from a back end. Answers 201 where the person was not known. */
export const putPersonRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });

/** `PUT /api/groups/{external_id}?app_id=` makes the group or changes it. */
export const putGroupRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });
/** `PUT /api/people/{external_id}/groups/{group_id}?app_id=`: `group_id` is the group's external id. `DELETE` ends it. */
export const putMembershipRequestSchema = z.strictObject({ attributes: attributesSchema.default({}) });

export const groupsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** The beginning of an id or a name, in any case. */
  q: z.string().max(limits.search_chars_max).default(""),
  after: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface GroupDetail {
  /** By which the audit log names it; calls name it by its external id. */
  readonly id: string;
  readonly external_id: string;
  readonly attributes: Attributes;
  readonly updated_at: string;
}
/** `GET /api/groups`. Without `q` it is paged to the end; a search answers its first page alone. */
export interface GroupsPage {
  readonly items: readonly GroupDetail[];
  readonly next: string | null;
}

/** `GET /api/groups/{external_id}/people`: those in it, in the order of their ids, which is that in which they came; `after` is the `next` of the page before. */
export const groupPeopleQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface GroupMember extends PersonSummary {
  /** What is known of their place in the group. */
  readonly membership: Attributes;
}
export interface GroupPeoplePage {
  readonly items: readonly GroupMember[];
  readonly next: string | null;
  /** Counted up to some thousands; false: there are more. */
  readonly total: number;
  readonly exact: boolean;
}

/** `GET /api/attributes?app_id=`: what rules can ask about, with its type. */
export interface AttributeDefinition {
  readonly of: AttributeOwner;
  readonly name: string;
  readonly type: AttributeType;
  /** How many values of another type came. */
  readonly mismatches: number;
  readonly last_mismatch: { readonly type: AttributeType; readonly at: string } | null;
}
export interface AttributesResponse {
  readonly items: readonly AttributeDefinition[];
}

/** `DELETE /api/people/{external_id}?app_id=` answers what went; calls that still come for this person are refused. */
export interface ErasureResponse {
  readonly erased: {
    readonly people: number;
    readonly events: number;
    readonly runs: number;
    readonly suppressions: number;
  };
}

/** `POST /api/people/{external_id}/suppressions?app_id=` answers all that is hidden from the person then. */
export const putSuppressionRequestSchema = z
  .strictObject({
    scope: z.enum(SUPPRESSION_SCOPES),
    /** Content id, tag, or "" for the others. */
    target: z.string().max(limits.slug_chars_max).default(""),
    /** `admin`, which only members undo, where it is not said. */
    reason: z.enum(SUPPRESSION_REASONS).optional(),
    expires_at: z.iso.datetime({ offset: true }),
  })
  .refine(({ scope, target }) => (scope === "content" || scope === "tag") === (target !== ""), {
    message: "Enter the ID of the content, or a tag. For all and live_updates, leave this empty.",
    path: ["target"],
  });
export type PutSuppressionRequest = z.output<typeof putSuppressionRequestSchema>;
