import { z } from "zod";
import { ATTRIBUTE_OWNERS, DEVICES } from "../../../targeting/rule.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { attributesSchema } from "../stored-schemas.ts";

export const groupDetailSchema = responseSchema("GroupDetail", {
  /** Used in the audit log. Requests use the external ID. */
  id: z.string(),
  external_id: z.string(),
  attributes: attributesSchema,
  updated_at: z.iso.datetime(),
});
export type GroupDetail = ResponseOf<typeof groupDetailSchema>;

/** `GET /api/groups`. Without `q`, it's paged to the end. A search only returns its first page. */
const groupInListSchema = responseSchema("GroupInList", {
  ...groupDetailSchema.shape,
  /** Number of people in the group. */
  people: z.number(),
});
export type GroupInList = ResponseOf<typeof groupInListSchema>;
export const groupsPageSchema = pageSchema("GroupsPage", groupInListSchema);

export const personSummarySchema = responseSchema("PersonSummary", {
  id: z.string(),
  /** Identifies the person in URLs: the external ID, or `anon-…`. */
  external_id: z.string(),
  anonymous: z.boolean(),
  verified: z.boolean(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Those requested as `columns`. */
  attributes: attributesSchema,
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
});
export type PersonSummary = ResponseOf<typeof personSummarySchema>;

const groupMemberSchema = responseSchema("GroupMember", { ...personSummarySchema.shape, membership: attributesSchema });
export type GroupMember = ResponseOf<typeof groupMemberSchema>;

export const groupPeoplePageSchema = pageSchema("GroupPeoplePage", groupMemberSchema, {
  /** Counted up to a few thousand. `exact` is false if there are more. */
  total: z.number(),
  exact: z.boolean(),
});

/** A person in the list of people, with their first groups by ID and the number of all. `name`: the attribute. */
const personListItemSchema = responseSchema("PersonListItem", {
  ...personSummarySchema.shape,
  groups: readonlyArray(z.strictObject({ external_id: z.string(), name: z.string().nullable() })),
  groups_total: z.number(),
});
export type PersonListItem = ResponseOf<typeof personListItemSchema>;

/** `GET /api/people`. Without `q` and `segment_id`, it's paged to the end. A search only returns its best matches. */
export const peoplePageSchema = pageSchema("PeoplePage", personListItemSchema, {
  total: z.number(),
  /** False if `total` is an estimate. */
  exact: z.boolean(),
});
export type PeoplePage = ResponseOf<typeof peoplePageSchema>;

/** A value whose type differs from the first value of that name. */
const attributeMismatchSchema = responseSchema("AttributeMismatch", {
  name: z.string(),
  expected: z.enum(["text", "number", "boolean", "date", "list"]),
  found: z.enum(["text", "number", "boolean", "date", "list"]),
});
export type AttributeMismatch = ResponseOf<typeof attributeMismatchSchema>;

export const personDetailSchema = responseSchema("PersonDetail", {
  ...personSummarySchema.shape,
  attributes: attributesSchema,
  mismatches: readonlyArray(attributeMismatchSchema),
  groups: readonlyArray(
    z.strictObject({ external_id: z.string(), attributes: attributesSchema, membership: attributesSchema }),
  ),
  /** Segments that are lists with this person on them. */
  lists: readonlyArray(z.strictObject({ segment_id: z.string(), name: z.string(), added_at: z.iso.datetime() })),
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  device: z.enum(DEVICES).nullable(),
  /** All decisions about this person are logged until then. */
  watched_until: z.iso.datetime().nullable(),
});
export type PersonDetail = ResponseOf<typeof personDetailSchema>;

/** `GET /api/attributes?app_id=`: attributes for rules, with their types. */
const attributeDefinitionSchema = responseSchema("AttributeDefinition", {
  of: z.enum(ATTRIBUTE_OWNERS),
  name: z.string(),
  type: z.enum(["text", "number", "boolean", "date", "list"]),
  mismatches: z.number(),
  last_mismatch: z
    .strictObject({ type: z.enum(["text", "number", "boolean", "date", "list"]), at: z.iso.datetime() })
    .nullable(),
});
export type AttributeDefinition = ResponseOf<typeof attributeDefinitionSchema>;

export const attributesResponseSchema = responseSchema("AttributesResponse", {
  items: readonlyArray(attributeDefinitionSchema),
});
export type AttributesResponse = ResponseOf<typeof attributesResponseSchema>;

/**
 * `DELETE /api/people/{external_id}?app_id=`. Responds with what was erased. Later requests for this person are
 * rejected.
 */
export const erasureResponseSchema = responseSchema("ErasureResponse", {
  erased: z.strictObject({ people: z.number(), events: z.number(), runs: z.number(), suppressions: z.number() }),
});
export type ErasureResponse = ResponseOf<typeof erasureResponseSchema>;
