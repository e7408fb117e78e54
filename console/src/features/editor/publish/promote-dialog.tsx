import type { App, PromotionsResponse } from "@fanfare/contract/schema/responses/content/content";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { contentQueryFilter } from "../../../lib/queries/queries.ts";
import { toast } from "../../../lib/toast.ts";
import { compareEditions } from "../../../model/comparison/compare.ts";
import { cx } from "../../../ui/cx.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, SkeletonScreen } from "../../../ui/feedback/skeleton.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { Differences } from "../history/differences.tsx";
import { useEditionNames } from "../history/edition-names.ts";
import { useEdition } from "../history/use-edition.ts";
import { useEditor } from "../state/editor-context.ts";

/** Publishes what is live in this app in another app. Shows what changes there first. */
export function PromoteDialog({ open, onOpenChange }: DialogState) {
  const app = useApp();
  const others = useMe().apps.filter(({ id }) => id !== app.id);
  const [target, setTarget] = useState(others[0]);
  const plan = usePlan(target, open);
  const { promote, is_pending } = usePromote(target, () => onOpenChange(false));
  const item = plan.data?.item;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Promote to another app")}
      description={t("Publishes the version that is live in {app}. Your draft stays as it is.", { app: app.name })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            busy={is_pending}
            disabled={item === undefined}
            onClick={() => item !== undefined && promote(item)}
          >
            {t("Promote")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={t("App")} className="w-64 max-w-full">
          <Select
            value={target?.id ?? null}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setTarget(others.find((other) => other.id === id))}
          />
        </Field>
        {plan.error !== null && <ProblemNotice problem={asProblem(plan.error)} />}
        {plan.isPending && (
          <SkeletonScreen waiting>
            <Skeleton className="h-4 w-60" />
          </SkeletonScreen>
        )}
        {plan.data !== undefined && target !== undefined && <Changes item={item} target={target} />}
      </div>
    </Dialog>
  );
}

type Item = PromotionsResponse["items"][number];

/** What promoting would change in the other app. No item: nothing. */
function usePlan(target: App | undefined, is_open: boolean) {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = useEditor().state.server;
  const query = { app_id: target?.id ?? "", from_app_id: app.id };
  return useQuery({
    ...apiQuery(api, ["contents", query.app_id, "promotions", app.id], "GET /api/promotions", { query }),
    select: ({ items }) => ({ item: items.find(({ content_id }) => content_id === id) }),
    enabled: is_open && target !== undefined,
    staleTime: 0,
  });
}

function usePromote(target: App | undefined, onDone: () => void) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ content_id, from: { version_id } }: Item) =>
      api.call("POST /api/promotions", {
        query: { app_id: target?.id ?? "" },
        body: { from_app_id: app.id, items: [{ content_id, version_id }] },
      }),
    onSuccess(_, { from: { number } }) {
      toast.done({
        title: t("Promoted to {app}", { app: target?.name ?? "" }),
        description: t("Version {n} reaches open pages within seconds.", { n: number }),
      });
      onDone();
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t promote content")),
    onSettled: () => {
      void client.invalidateQueries(contentQueryFilter(target?.id ?? ""));
      void client.invalidateQueries(contentQueryFilter(app.id));
    },
  });
  return { promote: mutate, is_pending: isPending };
}

function Changes({ item, target: { name } }: { readonly item: Item | undefined; readonly target: App }) {
  const app = useApp();
  const before = useEdition(item?.to?.version_id).data?.edition;
  const after = useEdition(item?.from.version_id).data?.edition;
  const names = useEditionNames(before, after);
  if (item === undefined) {
    return (
      <p className="text-base text-ink-2">{t("{app} already has the version that is live here.", { app: name })}</p>
    );
  }
  const { number } = item.from;
  return (
    <>
      <div
        aria-hidden="true"
        className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:items-center sm:gap-3"
      >
        <VersionBox app={app.name} number={number} />
        <ArrowRight className="size-4 justify-self-center text-ink-3 max-sm:rotate-90 rtl:sm:-scale-x-100" />
        <VersionBox app={name} number={item.to?.number} />
      </div>
      <p className="text-base text-ink-2">
        {item.to === null
          ? t("Version {n} is new in {app}.", { n: number, app: name })
          : t("Version {n} replaces version {old} in {app}.", { n: number, old: item.to.number, app: name })}
      </p>
      {before !== undefined && after !== undefined && <Differences list={compareEditions(before, after, names)} />}
    </>
  );
}

/** What is live in an app. No number: nothing. */
function VersionBox({ app, number }: { readonly app: string; readonly number: number | undefined }) {
  return (
    <div className="flex flex-col gap-0.5 rounded-md border border-line bg-sunken px-3 py-2">
      <bdi className="truncate text-xs text-ink-3">{app}</bdi>
      <span className={cx("text-sm font-medium", number === undefined && "text-ink-3")}>
        {number === undefined ? t("Not live") : t("Version {n}", { n: number })}
      </span>
    </div>
  );
}
