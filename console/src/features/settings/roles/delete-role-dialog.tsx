import { WORKSPACE_ROLE } from "@fanfare/contract/schema/accounts/role";
import type { CustomRole } from "@fanfare/contract/schema/responses/accounts/role";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { MEMBERS, ROLES } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";

interface DeleteRoleDialogProps extends DialogState {
  readonly role: CustomRole;
  readonly roles: readonly CustomRole[];
}

/** Asks what replaces a role that members have. */
export function DeleteRoleDialog({ role, roles, open, onOpenChange }: DeleteRoleDialogProps) {
  const { api, client } = useAppContext();
  const [replacement, setReplacement] = useState<string>(WORKSPACE_ROLE);
  const in_use = role.uses > 0;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call("DELETE /api/roles/:id", { params: { id: role.id }, query: in_use ? { replacement } : {} }),
    onSuccess: async () => {
      onOpenChange(false);
      toast.done({ title: t("Role {name} deleted", { name: role.name }) });
      await Promise.all([ROLES, MEMBERS, ME].map((stale) => client.invalidateQueries(stale)));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const options = [
    { value: WORKSPACE_ROLE, label: t("Workspace role"), hint: t("What members may do in other apps.") },
    ...roles.filter(({ id }) => id !== role.id).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Delete role {name}?", { name: role.name })}
      description={
        in_use
          ? tCount(
              role.uses,
              "This role is given {n} time. Choose its replacement.",
              "This role is given {n} times. Choose its replacement.",
            )
          : t("No member has this role. You can’t undo this.")
      }
      action={t("Delete role")}
      busy={isPending}
      onConfirm={() => mutate()}
    >
      {in_use && (
        <Field label={t("Replacement")}>
          <Select label={t("Replacement")} value={replacement} options={options} onChange={setReplacement} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
