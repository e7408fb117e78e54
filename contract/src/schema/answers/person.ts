import { z } from "zod";
import { ATTRIBUTE_OWNERS, DEVICES } from "../../rule.ts";
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
} from "../person.ts";
import { exactly, listOf } from "./exactly.ts";
import { attributesSchema } from "./stored.ts";

export const groupDetailSchema = exactly<GroupDetail>("GroupDetail")(
  z.strictObject({
    id: z.string(),
    external_id: z.string(),
    attributes: attributesSchema,
    updated_at: z.iso.datetime(),
  }),
);

export const groupsPageSchema = exactly<GroupsPage>("GroupsPage")(
  z.strictObject({ items: listOf(groupDetailSchema), next: z.string().nullable() }),
);

export const personSummarySchema = exactly<PersonSummary>("PersonSummary")(
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

export const groupMemberSchema = exactly<GroupMember>("GroupMember")(
  personSummarySchema.extend({ membership: attributesSchema }),
);

export const groupPeoplePageSchema = exactly<GroupPeoplePage>("GroupPeoplePage")(
  z.strictObject({
    items: listOf(groupMemberSchema),
    next: z.string().nullable(),
    total: z.number(),
    exact: z.boolean(),
  }),
);

export const peoplePageSchema = exactly<PeoplePage>("PeoplePage")(
  z.strictObject({
    items: listOf(personSummarySchema),
    next: z.string().nullable(),
    total: z.number(),
    exact: z.boolean(),
  }),
);

export const attributeMismatchSchema = exactly<AttributeMismatch>("AttributeMismatch")(
  z.strictObject({
    name: z.string(),
    expected: z.enum(["text", "number", "boolean", "date", "list"]),
    found: z.enum(["text", "number", "boolean", "date", "list"]),
  }),
);

export const personDetailSchema = exactly<PersonDetail>("PersonDetail")(
  personSummarySchema.extend({
    attributes: attributesSchema,
    mismatches: listOf(attributeMismatchSchema),
    groups: listOf(
      z.strictObject({ external_id: z.string(), attributes: attributesSchema, membership: attributesSchema }),
    ),
    locale: z.string().nullable(),
    time_zone: z.string().nullable(),
    device: z.enum(DEVICES).nullable(),
    watched_until: z.iso.datetime().nullable(),
  }),
);

export const attributeDefinitionSchema = exactly<AttributeDefinition>("AttributeDefinition")(
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

export const attributesResponseSchema = exactly<AttributesResponse>("AttributesResponse")(
  z.strictObject({ items: listOf(attributeDefinitionSchema) }),
);

export const erasureResponseSchema = exactly<ErasureResponse>("ErasureResponse")(
  z.strictObject({
    erased: z.strictObject({ people: z.number(), events: z.number(), runs: z.number(), suppressions: z.number() }),
  }),
);
