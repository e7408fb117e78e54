import type { CustomRole } from "@fanfare/contract/schema/responses/accounts/role";
import type { ROLE_ROUTES } from "@fanfare/contract/schema/routes/accounts/roles";
import { assignRole, createRole, deleteRole, roleTag, updateRole } from "../../../accounts/access/custom-roles.ts";
import { permissionsOf } from "../../../accounts/access/member-access.ts";
import { toIso } from "../../../store/columns.ts";
import { type CustomRoleRow, customRoles } from "../../../store/statements/accounts/custom-roles.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function roleHandlers(deps: ApiDeps): Handlers<typeof ROLE_ROUTES> {
  const presented = async (changed: CustomRoleRow): Promise<CustomRole> => {
    const rows = await customRoles(deps.store.db);
    return presentRole(rows.find(({ id }) => id === changed.id) ?? { ...changed, uses: 0 });
  };
  return {
    "GET /api/roles": async () => ({ items: (await customRoles(deps.store.db)).map(presentRole) }),
    "POST /api/roles": async ({ body, actor }) => presentRole({ ...(await createRole(deps, actor, body)), uses: 0 }),
    "PATCH /api/roles/:id": async ({ params, body, actor, tag }) =>
      presented(await updateRole(deps, actor, params.id, body, tag)),
    "DELETE /api/roles/:id": async ({ params, query, actor }) => {
      await deleteRole(deps, actor, params.id, query.replacement);
    },
    "PUT /api/members/:id/app-role": async ({ params, app, body, actor }) => {
      await assignRole(deps, actor, { id: params.id, app, role_id: body.role_id });
    },
  };
}

function presentRole(row: CustomRoleRow & { readonly uses: number }): CustomRole {
  const { id, name, uses, updated_at } = row;
  return {
    id,
    name,
    permissions: permissionsOf(row),
    uses: Number(uses),
    updated_at: toIso(updated_at),
    etag: roleTag(row),
  };
}
