/** How many rows each choice of a filter leaves, the other filters being as they are: what menus of filters say beside it. */
import { z } from "zod";
import { auditExportQuerySchema } from "../accounts/audit.ts";
import { contentListQuerySchema } from "../accounts/sign-in.ts";
import { peopleQuerySchema } from "./person.ts";

/** `GET /api/facets/contents`: of types, states or tags. */
export const contentFacetQuerySchema = contentListQuerySchema
  .pick({ app_id: true, q: true, type: true, status: true, tag: true })
  .extend({ by: z.enum(["type", "status", "tag"]) });
export type ContentFacetQuery = z.input<typeof contentFacetQuerySchema>;

/** `GET /api/facets/people`: of how people are known. */
export const peopleFacetQuerySchema = peopleQuerySchema.pick({ app_id: true, q: true, segment_id: true });

/** `GET /api/facets/audit`: of actions, members (`""`: the server itself) or what they were done to. */
export const auditFacetQuerySchema = auditExportQuerySchema
  .omit({ format: true })
  .extend({ by: z.enum(["action", "member_id", "resource_type"]) });

/** The most frequent choice first; what is not there leaves nothing. */
export interface Facet {
  readonly items: readonly { readonly value: string; readonly count: number }[];
  /** False: of more than `facet_rows_counted_max` rows only so many were counted, or the counts are estimates. */
  readonly exact: boolean;
}
