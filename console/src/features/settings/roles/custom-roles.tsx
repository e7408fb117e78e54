import type { PolicyResponse } from "@fanfare/contract/schema/responses/accounts/member";
import type { CustomRole } from "@fanfare/contract/schema/responses/accounts/role";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAppContext, useCan } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { DeleteRoleDialog } from "./delete-role-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

/** Roles that owners define. Members get them per app, on the members page. */
export function CustomRoles({ policy }: { readonly policy: PolicyResponse["items"] }) {
  const { api } = useAppContext();
  const may_write = useCan("role.write");
  const query = useQuery(settingsQueries.roles(api));
  const [creating, setCreating] = useState(false);
  const create = (
    <Button icon={<Plus />} onClick={() => setCreating(true)}>
      {t("Create role")}
    </Button>
  );
  return (
    <Section
      bare
      title={t("Custom roles")}
      description={
        may_write
          ? t(
              "Combine permissions into a role, then give it to members per app. It replaces their workspace role there.",
            )
          : t("Custom roles replace a member’s workspace role in an app. Only owners can change custom roles.")
      }
      {...(may_write && (query.data?.items.length ?? 0) > 0 ? { actions: create } : {})}
    >
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mb-6 h-24" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              art={<EmptyArt icon={ShieldCheck} />}
              title={t("No custom roles yet")}
              actions={may_write && create}
            >
              {t("For example, a translator who can edit content in staging but can’t publish.")}
            </EmptyState>
          ) : (
            <ul aria-label={t("Custom roles")} className="border-t border-line">
              {items.map((role) => (
                <RoleItem key={role.id} role={role} roles={items} policy={policy} may_write={may_write} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <RoleDialog open={creating} onOpenChange={setCreating} policy={policy} edited={undefined} />
    </Section>
  );
}

interface RoleItemProps {
  readonly role: CustomRole;
  readonly roles: readonly CustomRole[];
  readonly policy: PolicyResponse["items"];
  readonly may_write: boolean;
}

function RoleItem({ role, roles, policy, may_write }: RoleItemProps) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-(--gutter) py-3">
      <span className="flex min-w-48 flex-1 flex-col">
        <span className="text-base font-medium wrap-anywhere">{role.name}</span>
        <span className="text-xs text-ink-3">
          {tCount(role.permissions.length, "{n} permission", "{n} permissions")}
          {" · "}
          {role.uses === 0 ? t("Not in use") : tCount(role.uses, "Given {n} time", "Given {n} times")}
        </span>
      </span>
      {may_write && (
        <span className="flex gap-1">
          <IconButton label={t("Edit role {name}", { name: role.name })} onClick={() => setEditing(true)}>
            <Pencil />
          </IconButton>
          <IconButton label={t("Delete role {name}", { name: role.name })} onClick={() => setDeleting(true)}>
            <Trash2 />
          </IconButton>
        </span>
      )}
      <RoleDialog open={editing} onOpenChange={setEditing} policy={policy} edited={role} />
      <DeleteRoleDialog open={deleting} onOpenChange={setDeleting} role={role} roles={roles} />
    </li>
  );
}
