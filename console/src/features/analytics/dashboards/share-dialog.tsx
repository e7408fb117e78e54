import { DASHBOARD_LINK_DAYS } from "@fanfare/contract/schema/analytics/dashboard-link";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { linkTimes, NewLink } from "../../../components/shared-link/shared-link.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogList } from "../../../ui/overlay/dialog-list.tsx";
import { dashboardLinksQuery } from "./dashboard-queries.ts";

export interface ShareDialogProps extends DialogState {
  readonly dashboard: Pick<Dashboard, "id" | "name">;
}

type Days = (typeof DASHBOARD_LINK_DAYS)[number];
const DEFAULT_DAYS: Days = 7;

/** Creates links that show the dashboard to people without an account, and revokes them. */
export function ShareDialog({ dashboard, open, onOpenChange }: ShareDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const create = useMutation({
    mutationFn: () =>
      api.call("POST /api/dashboards/:id/links", {
        params: { id: dashboard.id },
        query: { app_id: app.id },
        body: { expires_in_days: days },
      }),
    onSuccess: () => client.invalidateQueries(dashboardLinksQuery(api, app.id, dashboard.id)),
  });
  const choose = (value: string): void => {
    setDays(DASHBOARD_LINK_DAYS.find((each) => String(each) === value) ?? DEFAULT_DAYS);
    create.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Share dashboard")}
      description={t(
        "Anyone with the link sees the charts of {name}, without an account. The page has no data about single people.",
        { name: dashboard.name },
      )}
      actions={
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
          {t("Create link")}
        </Button>
      }
    >
      <Field label={t("Expires in")} className="max-w-48">
        <Select
          value={String(days)}
          options={DASHBOARD_LINK_DAYS.map((each) => ({
            value: String(each),
            label: tCount(each, "{n} day", "{n} days"),
          }))}
          onChange={choose}
        />
      </Field>
      {create.error !== null && (
        <ProblemNotice problem={asProblem(create.error)} retrying={create.isPending} onRetry={() => create.mutate()} />
      )}
      {create.data !== undefined && <NewLink label={t("Dashboard link")} link={create.data} />}
      <Links dashboard_id={dashboard.id} />
    </Dialog>
  );
}

function Links({ dashboard_id }: { readonly dashboard_id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const query = dashboardLinksQuery(api, app.id, dashboard_id);
  const { data } = useQuery(query);
  const revoke = useMutation({
    mutationFn: (link_id: string) =>
      api.call("DELETE /api/dashboards/:id/links/:link_id", {
        params: { id: dashboard_id, link_id },
        query: { app_id: app.id },
      }),
    onSuccess: () => toast.done({ title: t("Link revoked") }),
    onError: (error, link_id) =>
      toast.problem(asProblem(error), t("Couldn’t revoke link"), () => revoke.mutate(link_id)),
    onSettled: () => client.invalidateQueries(query),
  });
  return (
    <DialogList
      title={t("Links")}
      items={data?.items}
      name={({ member }) => member ?? t("API token")}
      detail={({ expires_at, last_viewed_at }) => linkTimes(expires_at, last_viewed_at)}
      action={t("Revoke")}
      actionOn={({ created_at }) => t("Revoke link created {when}", { when: formatExact(Date.parse(created_at)) })}
      act={revoke}
    />
  );
}
