import { z } from "zod";
import { limits } from "../../limits.ts";

/** Permissions are actions of the policy that custom roles may contain (`GET /api/policy`). */
export const createRoleRequestSchema = z.strictObject({
  name: z.string().trim().min(1, "Enter a name for the role.").max(limits.role_name_chars_max),
  permissions: z
    .array(z.string().max(limits.id_chars_max))
    .min(1, "Select at least one permission.")
    .max(limits.role_permissions_max),
});
export type NewRole = z.output<typeof createRoleRequestSchema>;

/** `PATCH /api/roles/{id}` changes the permissions of every member with the role immediately. */
export const updateRoleRequestSchema = createRoleRequestSchema.partial();
export type RoleChange = z.output<typeof updateRoleRequestSchema>;

/** Members with a deleted role get another custom role, or `workspace_role`: what they may do elsewhere. */
export const WORKSPACE_ROLE = "workspace_role";
export const deleteRoleQuerySchema = z.strictObject({ replacement: z.string().max(limits.id_chars_max).optional() });

/** `PUT /api/members/{id}/app-role?app_id=`. Null: the member's workspace role applies in the app. */
export const assignRoleRequestSchema = z.strictObject({ role_id: z.string().max(limits.id_chars_max).nullable() });
