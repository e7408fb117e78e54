import type { CelebrationSummary } from "@fanfare/contract/schema/run";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { PartyPopper, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useDoors, useMayEdit } from "../doors.ts";
import { useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { useTitle } from "../title.ts";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { PageHeader } from "../ui/page.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { showOpenTab, TAB, TAB_ROW } from "../ui/tab-row.ts";
import { CelebrationList, EditContext } from "./list.tsx";
import { celebrationQueries } from "./queries.ts";
import type { CelebrationTab } from "./search.ts";

const route = getRouteApi("/$app/celebrations");

/** Confetti and forms weigh more than the list: each comes when it is wanted. */
const Editor = lazy(async () => ({ default: (await import("./editor.tsx")).CelebrationEditor }));
const Now = lazy(async () => ({ default: (await import("./celebrate-now.tsx")).CelebrateNow }));
const Presets = lazy(async () => ({ default: (await import("./presets.tsx")).Presets }));
const People = lazy(async () => ({ default: (await import("./people.tsx")).People }));

const TABS: readonly { readonly id: CelebrationTab; readonly label: string }[] = [
  { id: "all", label: t("Celebrations") },
  { id: "people", label: t("Who got one") },
  { id: "presets", label: t("Presets") },
];

interface Editing {
  readonly open: boolean;
  readonly celebration: CelebrationSummary | undefined;
}

/** What is celebrated in the app, for whom it was, and how it looks. */
export function CelebrationsPage() {
  const app = useApp();
  const may_edit = useMayEdit();
  const { tab } = route.useSearch();
  const [editing, setEditing] = useState<Editing>();
  const [now, setNow] = useState<boolean>();
  const open = TABS.find(({ id }) => id === tab) ?? TABS[0];
  useTitle(tab === "all" ? t("Celebrations") : t("{part}, Celebrations", { part: open?.label ?? "" }));
  const create = (): void => setEditing({ open: true, celebration: undefined });
  return (
    <>
      <PageHeader
        title={t("Celebrations")}
        description={t("A little confetti, when somebody in {app} deserves it.", { app: app.name })}
        actions={
          may_edit && (
            <>
              <Button icon={<PartyPopper />} onClick={() => setNow(true)}>
                {t("Celebrate now")}
              </Button>
              <Button look="primary" icon={<Plus />} onClick={create}>
                {t("New celebration")}
              </Button>
            </>
          )
        }
      />
      <nav ref={showOpenTab} aria-label={t("Parts of Celebrations")} className={TAB_ROW}>
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
      <EditContext value={may_edit ? (celebration) => setEditing({ open: true, celebration }) : undefined}>
        <Suspense fallback={<div className="min-h-96" />}>
          {tab === "all" && <All onNew={may_edit ? create : undefined} />}
          {tab === "people" && <People />}
          {tab === "presets" && <Presets />}
        </Suspense>
      </EditContext>
      <Suspense>
        {editing !== undefined && (
          <Editor {...editing} onOpenChange={(shown) => setEditing({ ...editing, open: shown })} />
        )}
        {now !== undefined && <Now open={now} onOpenChange={setNow} />}
      </Suspense>
    </>
  );
}

function All({ onNew }: { readonly onNew: (() => void) | undefined }) {
  const { api } = useDoors();
  const app = useApp();
  const query = useInfiniteQuery(celebrationQueries.list(api, app.id));
  const celebrations = useEndless(query, ({ id }) => id);
  const slow = useSlow(query.isPending);
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
        title={t("Celebrate what people reach")}
        actions={
          onNew !== undefined && (
            <Button look="primary" icon={<Plus />} onClick={onNew}>
              {t("New celebration")}
            </Button>
          )
        }
      >
        {t(
          "The first order, a checklist done, a goal that their own server reports: each is celebrated once for a person, on the device where they are, a few times a day at most.",
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
        <ListEnd of={celebrations} words={tCount(total, "1 celebration", "{n} celebrations")} />
      )}
    </>
  );
}
