import { limits } from "@fanfare/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { LayoutDashboard } from "lucide-react";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { dashboardsQuery, type NewChart } from "./dashboard-queries.ts";

const route = getRouteApi("/$app/analytics");
const NEW = "new";

interface AddToDashboardProps {
  readonly chart: NewChart;
  /** Suggested title. */
  readonly title: string;
}

/** Saves the report as a chart of a dashboard. */
export function AddToDashboard({ chart, title }: AddToDashboardProps) {
  const [open, setOpen] = useState(false);
  if (!useCan("dashboard.write")) return null;
  return (
    <>
      <IconButton label={t("Add to dashboard")} variant="secondary" onClick={() => setOpen(true)}>
        <LayoutDashboard />
      </IconButton>
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        title={t("Add to dashboard")}
        description={t("Saves this report with its filters. You choose the period on the dashboard.")}
      >
        <AddForm chart={chart} title={title} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

/** Mounts with the dialog, so closing it discards the form. */
function AddForm({ chart, title: suggested, onDone }: AddToDashboardProps & { readonly onDone: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const { data } = useQuery(dashboardsQuery(api, app.id));
  const [title, setTitle] = useState(suggested.slice(0, limits.dashboard_name_chars_max));
  const [name, setName] = useState("");
  const [picked, setPicked] = useState<string>();
  const dashboards = data?.items ?? [];
  const chosen = picked ?? dashboards[0]?.id ?? NEW;
  const save = useMutation({
    mutationFn: () => {
      const added = { ...chart, id: crypto.randomUUID(), title };
      const of = dashboards.find(({ id }) => id === chosen);
      const query = { app_id: app.id };
      return of === undefined
        ? api.call("POST /api/dashboards", { query, body: { name, charts: [added] } })
        : api.call("PATCH /api/dashboards/:id", {
            ...{ params: { id: of.id }, query, revision: of.revision },
            body: { charts: [...of.charts, added] },
          });
    },
    onSuccess: (dashboard) => {
      toast.done({
        title: t("Added to {name}", { name: dashboard.name }),
        action: {
          label: t("Open dashboard"),
          onClick: () => void navigate({ search: { tab: "dashboards", dashboard: dashboard.id } }),
        },
      });
      onDone();
    },
    onSettled: () => client.invalidateQueries(dashboardsQuery(api, app.id)),
  });
  const ready = title.trim() !== "" && (chosen !== NEW || name.trim() !== "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <DialogForm
      onSubmit={submit}
      problem={save.error === null ? undefined : asProblem(save.error)}
      action={t("Add chart")}
      busy={save.isPending}
      disabled={!ready || data === undefined}
      onCancel={onDone}
    >
      <Field label={t("Title")}>
        <Input autoFocus maxLength={limits.dashboard_name_chars_max} value={title} onValueChange={setTitle} />
      </Field>
      <Field label={t("Dashboard")}>
        <Select
          value={chosen}
          options={[
            ...dashboards.map(({ id, name: label }) => ({ value: id, label })),
            { value: NEW, label: t("New dashboard") },
          ]}
          onChange={setPicked}
        />
      </Field>
      {chosen === NEW && (
        <Field label={t("Name of the new dashboard")}>
          <Input
            maxLength={limits.dashboard_name_chars_max}
            placeholder={t("Activation")}
            value={name}
            onValueChange={setName}
          />
        </Field>
      )}
    </DialogForm>
  );
}
