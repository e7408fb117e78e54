/** Row counts per filter choice, with the other filters applied. Shown in filter menus. */
import { z } from "zod";
import { auditExportQuerySchema } from "../accounts/audit.ts";
import { contentListQuerySchema } from "../accounts/sign-in.ts";
import { peopleQuerySchema } from "./person.ts";

/** `GET /api/facets/contents`: by type, status, or tag. */
export const contentFacetQuerySchema = contentListQuerySchema
  .pick({ app_id: true, q: true, type: true, status: true, tag: true })
  .extend({ by: z.enum(["type", "status", "tag"]) });
export type ContentFacetQuery = z.input<typeof contentFacetQuerySchema>;

/** `GET /api/facets/people`: by identity. */
export const peopleFacetQuerySchema = peopleQuerySchema.pick({ app_id: true, q: true, segment_id: true });

/** `GET /api/facets/audit`: by action, member (`""` is the server itself), or resource type. */
export const auditFacetQuerySchema = auditExportQuerySchema
  .omit({ format: true })
  .extend({ by: z.enum(["action", "member_id", "resource_type"]) });
