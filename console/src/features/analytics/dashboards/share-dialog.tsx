import { DASHBOARD_LINK_DAYS } from "@fanfare/contract/schema/analytics/dashboard-link";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import type { DashboardLink, NewDashboardLink } from "@fanfare/contract/schema/responses/analytics/dashboard-link";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
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
      {create.data !== undefined && <NewLink link={create.data} />}
      <Links dashboard_id={dashboard.id} />
    </Dialog>
  );
}

function NewLink({ link }: { readonly link: NewDashboardLink }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <SecretOnce label={t("Dashboard link")} value={link.url} />
      <p className="text-sm text-ink-2">
        {t("The link expires {when}. Copy it now. You won’t see it again.", {
          when: formatExact(Date.parse(link.expires_at)),
        })}
      </p>
    </div>
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
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t("Links")}</h3>
      <ul className="flex flex-col gap-2">
        {data.items.map((link) => (
          <li key={link.id} className="flex items-center gap-3 text-sm">
            <LinkFacts link={link} />
            <Button
              size="sm"
              busy={revoke.isPending && revoke.variables === link.id}
              aria-label={t("Revoke link created {when}", { when: formatExact(Date.parse(link.created_at)) })}
              onClick={() => revoke.mutate(link.id)}
            >
              {t("Revoke")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinkFacts({ link: { member, expires_at, last_viewed_at } }: { readonly link: DashboardLink }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <bdi className="truncate">{member ?? t("API token")}</bdi>
      <span className="text-xs text-ink-3">
        {t("Expires {when}", { when: formatExact(Date.parse(expires_at)) })} ·{" "}
        {last_viewed_at === null
          ? t("Never opened")
          : t("Opened {when}", { when: formatExact(Date.parse(last_viewed_at)) })}
      </span>
    </span>
  );
}
