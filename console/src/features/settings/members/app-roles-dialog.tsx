import { WORKSPACE_ROLE } from "@fanfare/contract/schema/accounts/role";
import type { Member } from "@fanfare/contract/schema/responses/accounts/member";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { MEMBERS, ROLES, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { ROLE_LABELS } from "../../../model/role-labels.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";

interface AppRolesDialogProps extends DialogState {
  readonly member: Member;
}

/** The member's role in each app: a custom one, or the workspace role. Each choice applies immediately. */
export function AppRolesDialog({ member, open, onOpenChange }: AppRolesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("App roles of {name}", { name: member.name })}
      description={t("A custom role replaces the workspace role in one app. Changes apply immediately.")}
    >
      <AppRoles member={member} />
    </Dialog>
  );
}

function AppRoles({ member }: { readonly member: Member }) {
  const { api, client } = useAppContext();
  const { apps } = useMe();
  const app = useApp();
  const query = useQuery(settingsQueries.roles(api));
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ app_id, role }: { readonly app_id: string; readonly role: string }) =>
      api.call("PUT /api/members/:id/app-role", {
        params: { id: member.id },
        query: { app_id },
        body: { role_id: role === WORKSPACE_ROLE ? null : role },
      }),
    onSuccess: (_, { app_id }) => {
      const name = apps.find(({ id }) => id === app_id)?.name ?? app_id;
      toast.done({ title: t("{name}’s role in {app} changed", { name: member.name, app: name }) });
    },
    onError: (error) => toast.problem(asProblem(error)),
    onSettled: () => Promise.all([MEMBERS, ROLES, ME].map((stale) => client.invalidateQueries(stale))),
  });
  const workspace_role = ROLE_LABELS[member.role].label;
  return (
    <QueryView query={query} shape={<Skeleton className="h-24" />}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-sm text-ink-2">
            {t("There are no custom roles yet.")}{" "}
            <Link to="/$app/settings/roles" params={{ app: app.id }} className="underline">
              {t("Create a custom role")}
            </Link>
          </p>
        ) : (
          <div className="flex flex-col gap-4">
            {apps.map(({ id, name }) => {
              const stored = member.app_roles.find(({ app_id }) => app_id === id)?.role_id ?? WORKSPACE_ROLE;
              const shown = isPending && variables.app_id === id ? variables.role : stored;
              return (
                <Field key={id} label={name}>
                  <Select
                    label={name}
                    value={shown}
                    options={[
                      { value: WORKSPACE_ROLE, label: t("Workspace role ({role})", { role: workspace_role }) },
                      ...items.map((role) => ({ value: role.id, label: role.name })),
                    ]}
                    onChange={(role) => mutate({ app_id: id, role })}
                  />
                </Field>
              );
            })}
          </div>
        )
      }
    </QueryView>
  );
}
