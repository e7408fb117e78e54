import { z } from "zod";
import {
  assignRoleRequestSchema,
  createRoleRequestSchema,
  deleteRoleQuerySchema,
  updateRoleRequestSchema,
} from "../../accounts/role.ts";
import { appIdSchema } from "../../app-id.ts";
import { customRoleSchema, rolesResponseSchema } from "../../responses/accounts/role.ts";
import { defineRoutes } from "../route.ts";

export const ROLE_ROUTES = defineRoutes({
  "GET /api/roles": { access: "member.read", summary: "List custom roles", response: rolesResponseSchema },
  "POST /api/roles": {
    access: "role.write",
    summary: "Create a custom role",
    body: createRoleRequestSchema,
    response: customRoleSchema,
    status: 201,
    problems: ["name_taken", "roles_full"],
  },
  "PATCH /api/roles/:id": {
    access: "role.write",
    summary: "Change a custom role's name or permissions",
    body: updateRoleRequestSchema,
    response: customRoleSchema,
    match: true,
    problems: ["role_not_found", "name_taken"],
  },
  "DELETE /api/roles/:id": {
    access: "role.write",
    summary: "Delete a custom role, and replace it where it's in use",
    query: deleteRoleQuerySchema,
    problems: ["role_not_found", "role_in_use"],
  },
  "PUT /api/members/:id/app-role": {
    access: "member.write",
    summary: "Give a member a custom role in an app, or their workspace role",
    query: z.strictObject({ app_id: appIdSchema }),
    body: assignRoleRequestSchema,
    problems: ["member_not_found", "role_not_found", "owner_unrestricted"],
  },
});
