import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { PartyPopper, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { showOpenTab, TAB, TAB_ROW } from "../../ui/page/tabs.ts";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { CelebrationList } from "./list.tsx";
import type { CelebrationTab } from "./search.ts";

const route = getRouteApi("/$app/celebrations");

/** Confetti and forms are larger than the list, so each loads on demand. */
const Create = lazy(async () => ({
  default: (await import("../../components/content/create-content-dialog.tsx")).CreateCelebrationDialog,
}));
const Now = lazy(async () => ({
  default: (await import("../../components/message/celebrate-now-dialog.tsx")).CelebrateNowDialog,
}));
const Presets = lazy(async () => ({ default: (await import("./presets.tsx")).Presets }));
const People = lazy(async () => ({ default: (await import("./people.tsx")).People }));

const TABS: readonly { readonly id: CelebrationTab; readonly label: string }[] = [
  { id: "all", label: t("Celebrations") },
  { id: "people", label: t("Recipients") },
  { id: "presets", label: t("Effects") },
];

export function CelebrationsPage() {
  const app = useApp();
  const may_edit = useCan("content.write");
  const { tab } = route.useSearch();
  const [creating, setCreating] = useState<boolean>();
  const [now, setNow] = useState<boolean>();
  const open = TABS.find(({ id }) => id === tab) ?? TABS[0];
  useTitle(tab === "all" ? t("Celebrations") : t("{part}, Celebrations", { part: open?.label ?? "" }));
  const create = (): void => setCreating(true);
  return (
    <>
      <PageHeader
        title={t("Celebrations")}
        description={t("Confetti for milestones in {app}", { app: app.name })}
        actions={
          may_edit && (
            <>
              <Button icon={<PartyPopper />} onClick={() => setNow(true)}>
                {t("Send celebration")}
              </Button>
              <Button variant="primary" icon={<Plus />} onClick={create}>
                {t("New celebration")}
              </Button>
            </>
          )
        }
      />
      <nav ref={showOpenTab} aria-label={t("Celebrations sections")} className={TAB_ROW}>
        {TABS.map(({ id, label }) => (
          <Link
            key={id}
            from="/$app/celebrations"
            search={{ tab: id }}
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={id === tab ? "page" : undefined}
            className={TAB}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<div className="min-h-96" />}>
        {tab === "all" && <CelebrationsTab onNew={may_edit ? create : undefined} />}
        {tab === "people" && <People />}
        {tab === "presets" && <Presets />}
      </Suspense>
      <Suspense>
        {creating !== undefined && <Create open={creating} onOpenChange={setCreating} />}
        {now !== undefined && <Now open={now} onOpenChange={setNow} />}
      </Suspense>
    </>
  );
}

function CelebrationsTab({ onNew }: { readonly onNew: (() => void) | undefined }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(celebrationQueries.list(api, app.id));
  const celebrations = useInfiniteList(query, ({ id }) => id);
  const slow = useIsSlow(query.isPending);
  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined && !slow) return null;
  const { items } = celebrations;
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.data !== undefined && total === 0) {
    return (
      <EmptyState
        art={<EmptyArt icon={PartyPopper} />}
        title={t("No celebrations yet")}
        actions={
          onNew !== undefined && (
            <Button variant="primary" icon={<Plus />} onClick={onNew}>
              {t("New celebration")}
            </Button>
          )
        }
      >
        {t(
          "Play confetti for moments such as a first order or a completed checklist. A daily limit applies to each person.",
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex-1">
        <CelebrationList
          rows={items}
          total={total}
          state={query.data === undefined ? "loading" : query.isPlaceholderData ? "refreshing" : "ready"}
        />
      </div>
      {query.data !== undefined && (
        <ListEnd of={celebrations} text={tCount(total, "1 celebration", "{n} celebrations")} />
      )}
    </>
  );
}
