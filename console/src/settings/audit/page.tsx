import { systemClock } from "@fanfare/contract/clock";
import type { AuditEntry } from "@fanfare/contract/schema/audit";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { useMemo } from "react";
import { useDoors } from "../../doors.ts";
import { isFarDown, useEndless } from "../../endless.ts";
import { t, tCount } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/empty-state.tsx";
import { ListEnd } from "../../ui/list-end.tsx";
import { LongList, LongListItem } from "../../ui/long-list.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { ChainBadge } from "./chain-badge.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { AuditFilters } from "./filters.tsx";
import { type AuditSearch, auditFilter, isNarrowed } from "./search.ts";
import { useMemberNames } from "./use-member-names.ts";
import { wordsOf } from "./words.ts";

const route = getRouteApi("/$app/settings/audit");

/** Who did what. */
export function AuditPage() {
  useTitle(t("Audit log"), t("Settings"));
  const { api } = useDoors();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { entry: open, ...asked } = search;
  const question = JSON.stringify(asked);
  // The same question for as long as the address asks the same, whichever entry is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the search without it
  const filter = useMemo(() => auditFilter(asked, systemClock.now()), [question]);
  const query = useInfiniteQuery(settingsQueries.audit(api, filter));
  const entries = useEndless(query, ({ id }) => id);
  const items = query.data === undefined ? undefined : entries.items;
  const listed = items?.find(({ id }) => id === open);
  // A link may name an entry far below those that are here.
  const alone = useQuery({
    ...settingsQueries.auditEntry(api, open ?? ""),
    enabled: open !== undefined && items !== undefined && listed === undefined,
  });
  const ask = (change: Partial<AuditSearch>): void =>
    void navigate({ search: { ...search, entry: undefined, ...change }, resetScroll: isFarDown() });
  const show = (entry: string | undefined): void =>
    void navigate({ search: { ...search, entry }, resetScroll: false, replace: entry === undefined, state: true });
  return (
    <>
      <PageHeader
        title={t("Audit log")}
        description={t(
          "Every change, with who made it, in a chain that shows whether anything was altered afterwards.",
        )}
        actions={<ExportMenu filter={filter} />}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-(--gutter) pb-3">
        <div className="grid grow grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:grow-0">
          <AuditFilters search={search} filter={filter} onAsk={ask} />
        </div>
        <ChainBadge />
      </div>
      {items === undefined ? (
        <Waiting query={query} />
      ) : items.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={ScrollText} />}
          title={isNarrowed(search) ? t("Nothing matches") : t("Nothing was done yet")}
          actions={
            isNarrowed(search) && (
              <Button onClick={() => void navigate({ search: {} })}>{t("Clear the filters")}</Button>
            )
          }
        >
          {t("Signing in, publishing, changing settings: each leaves an entry here that nobody can take away unseen.")}
        </EmptyState>
      ) : (
        <>
          <LongList
            label={t("Entries")}
            rows={items}
            total={entries.state === "ended" ? items.length : -1}
            keyOf={({ id }) => id}
            row_px={46}
            busy={query.isPlaceholderData}
            className="flex-1"
          >
            {(entry) => <Entry entry={entry} onOpen={() => show(entry.id)} />}
          </LongList>
          <ListEnd of={entries} words={tCount(items.length, "{n} entry", "{n} entries")} />
        </>
      )}
      <EntryPanel entry={listed ?? alone.data ?? undefined} onClose={() => show(undefined)} onAsk={ask} />
    </>
  );
}

function Entry({ entry, onOpen }: { readonly entry: AuditEntry; readonly onOpen: () => void }) {
  const nameOf = useMemberNames();
  return (
    <LongListItem className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-(--gutter) py-3 hover:bg-fill has-[button:focus-visible]:bg-fill">
      <span className="w-32 shrink-0 text-xs text-ink-3 max-sm:w-full">
        <RelativeTime at={entry.at} className="relative z-1" />
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="min-w-52 flex-1 cursor-default text-start text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        <bdi className="font-medium">{nameOf(entry.member_id)}</bdi>{" "}
        <span className="text-ink-2">{wordsOf(entry.action)}</span>
      </button>
      <span dir="ltr" className="min-w-0 truncate font-mono text-xs text-ink-3 max-sm:w-full">
        {entry.resource_id}
      </span>
    </LongListItem>
  );
}
