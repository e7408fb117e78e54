import { limits } from "@fanfare/contract/limits";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { dashboardsQuery } from "./dashboard-queries.ts";

interface NameDialogProps extends DialogState {
  /** Dashboard to rename. Undefined creates one. */
  readonly dashboard?: Dashboard | undefined;
  readonly onSaved: (dashboard: Dashboard) => void;
}

/** Names a new dashboard, or renames one. */
export function NameDialog({ dashboard, onSaved, ...state }: NameDialogProps) {
  return (
    <FormDialog {...state} title={dashboard === undefined ? t("New dashboard") : t("Rename dashboard")}>
      <NameForm
        dashboard={dashboard}
        onCancel={() => state.onOpenChange(false)}
        onSaved={(saved) => {
          state.onOpenChange(false);
          onSaved(saved);
        }}
      />
    </FormDialog>
  );
}

interface NameFormProps extends Pick<NameDialogProps, "dashboard" | "onSaved"> {
  readonly onCancel: () => void;
}

/** Mounts with the dialog, so closing it discards the form. */
function NameForm({ dashboard, onCancel, onSaved }: NameFormProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [name, setName] = useState(dashboard?.name ?? "");
  const save = useMutation({
    mutationFn: () =>
      dashboard === undefined
        ? api.call("POST /api/dashboards", { query: { app_id: app.id }, body: { name } })
        : api.call("PATCH /api/dashboards/:id", {
            ...{ params: { id: dashboard.id }, query: { app_id: app.id }, revision: dashboard.revision },
            body: { name },
          }),
    // Another member's change since then is reported and loaded.
    onError: () => client.invalidateQueries(dashboardsQuery(api, app.id)),
    onSuccess: async (saved) => {
      toast.done({ title: dashboard === undefined ? t("Dashboard created") : t("Dashboard renamed") });
      await client.invalidateQueries(dashboardsQuery(api, app.id));
      onSaved(saved);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  return (
    <DialogForm
      onSubmit={submit}
      problem={save.error === null ? undefined : asProblem(save.error)}
      action={dashboard === undefined ? t("Create dashboard") : t("Save")}
      busy={save.isPending}
      disabled={name.trim() === ""}
      onCancel={onCancel}
    >
      <Field label={t("Name")}>
        <Input
          autoFocus
          maxLength={limits.dashboard_name_chars_max}
          placeholder={t("Activation")}
          value={name}
          onValueChange={setName}
        />
      </Field>
    </DialogForm>
  );
}
