import { createRoleRequestSchema } from "@fanfare/contract/schema/accounts/role";
import type { PolicyResponse } from "@fanfare/contract/schema/responses/accounts/member";
import type { CustomRole } from "@fanfare/contract/schema/responses/accounts/role";
import { useId } from "react";
import { Controller } from "react-hook-form";
import { useAppContext } from "../../../lib/app-context.ts";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { MEMBERS, ROLES } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { type PermissionGroup, permissionGroups } from "../../../model/permission-groups.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";

interface RoleDialogProps extends DialogState {
  readonly policy: PolicyResponse["items"];
  /** Undefined: a new role. */
  readonly edited: CustomRole | undefined;
}

export function RoleDialog({ open, onOpenChange, ...rest }: RoleDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={rest.edited === undefined ? t("Create role") : t("Edit role {name}", { name: rest.edited.name })}
      description={
        rest.edited === undefined || rest.edited.uses === 0
          ? t("Members with this role can do only what you select here, in the apps where you give it to them.")
          : t("Changes apply immediately to everyone with this role.")
      }
    >
      <RoleForm {...rest} onClose={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Always part of a role: without it, members couldn't open the app. */
const REQUIRED = "app.read";

function RoleForm({
  policy,
  edited: role,
  onClose,
}: Omit<RoleDialogProps, keyof DialogState> & { readonly onClose: () => void }) {
  const { api, client } = useAppContext();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: createRoleRequestSchema,
    defaultValues: { name: role?.name ?? "", permissions: [...(role?.permissions ?? [REQUIRED, "content.read"])] },
    mode: "onTouched",
    send: async (body) => {
      const { name } =
        role === undefined
          ? await api.call("POST /api/roles", { body })
          : await api.call("PATCH /api/roles/:id", { params: { id: role.id }, body, etag: role.etag });
      await Promise.all([ROLES, MEMBERS, ME].map((stale) => client.invalidateQueries(stale)));
      toast.done({ title: role === undefined ? t("Role {name} created", { name }) : t("Role {name} saved", { name }) });
      onClose();
    },
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "name_taken") setError("name", { message: detail });
      return code === "name_taken";
    },
  });
  const problem_id = useId();
  const missing = errorOf("permissions");
  return (
    <DialogForm
      onSubmit={submit}
      problem={problem}
      busy={busy}
      action={role === undefined ? t("Create role") : t("Save role")}
      onCancel={onClose}
    >
      <Field label={t("Name")} error={errorOf("name")}>
        <Input autoFocus autoComplete="off" {...form.register("name")} />
      </Field>
      <Controller
        control={form.control}
        name="permissions"
        render={({ field: { value, onChange } }) => (
          <fieldset
            aria-label={t("Permissions")}
            aria-describedby={missing === undefined ? undefined : problem_id}
            className="flex flex-col gap-4 rounded-md border border-line px-3 py-2.5"
          >
            {permissionGroups(policy).map((group) => (
              <PermissionFields key={group.title} group={group} chosen={value} onChange={onChange} />
            ))}
          </fieldset>
        )}
      />
      {missing !== undefined && (
        <p id={problem_id} className="text-xs font-medium text-negative-text">
          {missing}
        </p>
      )}
    </DialogForm>
  );
}

interface PermissionFieldsProps {
  readonly group: PermissionGroup;
  readonly chosen: readonly string[];
  readonly onChange: (permissions: readonly string[]) => void;
}

function PermissionFields({ group: { title, items }, chosen, onChange }: PermissionFieldsProps) {
  return (
    <fieldset>
      <legend className="text-xs font-medium text-ink-3">{title}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {items.map(({ action, says }) => (
          <Checkbox
            key={action}
            label={tKnown(says)}
            hint={action === REQUIRED ? t("Always included") : <span className="font-mono">{action}</span>}
            checked={action === REQUIRED || chosen.includes(action)}
            disabled={action === REQUIRED}
            onChange={(on) => onChange(on ? [...chosen, action] : chosen.filter((each) => each !== action))}
          />
        ))}
      </div>
    </fieldset>
  );
}
