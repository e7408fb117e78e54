import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

export const customRoleSchema = responseSchema("CustomRole", {
  id: z.string(),
  name: z.string(),
  permissions: readonlyArray(z.string()),
  /** How many members have it, counted once per app. */
  uses: z.number(),
  updated_at: z.iso.datetime(),
  /** ETag of name and permissions. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  etag: z.string(),
});
export type CustomRole = ResponseOf<typeof customRoleSchema>;

/** All custom roles, by name. */
export const rolesResponseSchema = responseSchema("RolesResponse", { items: readonlyArray(customRoleSchema) });
