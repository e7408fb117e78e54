import { z } from "zod";
import { ATTRIBUTE_OWNERS, DEVICES } from "../../../targeting/rule.ts";
import type {
  AttributeDefinition,
  AttributeMismatch,
  AttributesResponse,
  ErasureResponse,
  GroupDetail,
  GroupMember,
  GroupPeoplePage,
  GroupsPage,
  PeoplePage,
  PersonDetail,
  PersonSummary,
} from "../../people/person.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { attributesSchema } from "../stored-schemas.ts";

export const groupDetailSchema = exactSchema<GroupDetail>("GroupDetail")(
  z.strictObject({
    id: z.string(),
    external_id: z.string(),
    attributes: attributesSchema,
    updated_at: z.iso.datetime(),
  }),
);

export const groupsPageSchema = exactSchema<GroupsPage>("GroupsPage")(
  z.strictObject({ items: readonlyArray(groupDetailSchema), next: z.string().nullable() }),
);

const personSummarySchema = exactSchema<PersonSummary>("PersonSummary")(
  z.strictObject({
    id: z.string(),
    external_id: z.string(),
    anonymous: z.boolean(),
    verified: z.boolean(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    attributes: attributesSchema,
    first_seen_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
  }),
);

const groupMemberSchema = exactSchema<GroupMember>("GroupMember")(
  personSummarySchema.extend({ membership: attributesSchema }),
);

export const groupPeoplePageSchema = exactSchema<GroupPeoplePage>("GroupPeoplePage")(
  z.strictObject({
    items: readonlyArray(groupMemberSchema),
    next: z.string().nullable(),
    total: z.number(),
    exact: z.boolean(),
  }),
);

export const peoplePageSchema = exactSchema<PeoplePage>("PeoplePage")(
  z.strictObject({
    items: readonlyArray(personSummarySchema),
    next: z.string().nullable(),
    total: z.number(),
    exact: z.boolean(),
  }),
);

const attributeMismatchSchema = exactSchema<AttributeMismatch>("AttributeMismatch")(
  z.strictObject({
    name: z.string(),
    expected: z.enum(["text", "number", "boolean", "date", "list"]),
    found: z.enum(["text", "number", "boolean", "date", "list"]),
  }),
);

export const personDetailSchema = exactSchema<PersonDetail>("PersonDetail")(
  personSummarySchema.extend({
    attributes: attributesSchema,
    mismatches: readonlyArray(attributeMismatchSchema),
    groups: readonlyArray(
      z.strictObject({ external_id: z.string(), attributes: attributesSchema, membership: attributesSchema }),
    ),
    locale: z.string().nullable(),
    time_zone: z.string().nullable(),
    device: z.enum(DEVICES).nullable(),
    watched_until: z.iso.datetime().nullable(),
  }),
);

const attributeDefinitionSchema = exactSchema<AttributeDefinition>("AttributeDefinition")(
  z.strictObject({
    of: z.enum(ATTRIBUTE_OWNERS),
    name: z.string(),
    type: z.enum(["text", "number", "boolean", "date", "list"]),
    mismatches: z.number(),
    last_mismatch: z
      .strictObject({ type: z.enum(["text", "number", "boolean", "date", "list"]), at: z.iso.datetime() })
      .nullable(),
  }),
);

export const attributesResponseSchema = exactSchema<AttributesResponse>("AttributesResponse")(
  z.strictObject({ items: readonlyArray(attributeDefinitionSchema) }),
);

export const erasureResponseSchema = exactSchema<ErasureResponse>("ErasureResponse")(
  z.strictObject({
    erased: z.strictObject({ people: z.number(), events: z.number(), runs: z.number(), suppressions: z.number() }),
  }),
);
