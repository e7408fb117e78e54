import { systemClock } from "@fanfare/contract/lib/clock";
import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, Link2, Link2Off, RefreshCw, ScrollText } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { EntryText } from "../../../components/audit/entry-text.tsx";
import { RESOURCE_LABELS } from "../../../components/audit/labels.ts";
import { useMemberNames } from "../../../components/audit/use-member-names.ts";
import type { ApiQuery } from "../../../lib/api/api.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { timeOfDay } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { isScrolledFar, useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useSearchChange } from "../../../lib/use-search-change.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../../ui/table/long-list.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { AuditFilters } from "./filters.tsx";
import { type AuditSearch, auditFilter, isFiltered } from "./search.ts";

const AuditExport = lazy(async () => ({ default: (await import("./export-dialog.tsx")).AuditExport }));

function ExportMenu({ filter }: { readonly filter: ApiQuery<"GET /api/audit"> }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button icon={<Download />} onClick={() => setOpen(true)}>
        {t("Export")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <AuditExport open={open} onOpenChange={setOpen} filter={filter} />
        </Suspense>
      )}
    </>
  );
}

/** Whether the hash chain is intact. The server recomputes all of it. */
function VerificationBadge() {
  const { api } = useAppContext();
  const { data, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...settingsQueries.auditVerdict(api),
    // Reads the whole log, so it runs only on request.
    refetchOnWindowFocus: false,
  });
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm">
      {data !== undefined &&
        (data.intact ? (
          <span className="flex items-center gap-1.5 text-positive-text">
            <Link2 className="size-4" />
            {/* Auditors store the hash of the last entry elsewhere. */}
            <span title={data.head === null ? undefined : t("Entry {seq}, {hash}", data.head)}>
              {tCount(data.entries, "Verified at {clock}, {n} entry", "Verified at {clock}, {n} entries", {
                clock: timeOfDay(dataUpdatedAt),
              })}
            </span>
          </span>
        ) : (
          <span className="flex items-center gap-1.5 font-medium text-negative-text">
            <Link2Off className="size-4" />
            {t("Verification failed at entry {seq}", { seq: data.broken_at ?? "?" })}
          </span>
        ))}
      <IconButton label={t("Verify again")} size="sm" busy={isFetching} onClick={() => void refetch()}>
        <RefreshCw />
      </IconButton>
    </span>
  );
}

const route = getRouteApi("/$app/settings/audit");

export function AuditPage() {
  useTitle(t("Audit log"), t("Settings"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const { entry: open, ...asked } = search;
  const question = JSON.stringify(asked);
  // The same question for as long as the address asks the same, whichever entry is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected entry isn't part of the query
  const filter = useMemo(() => auditFilter(asked, systemClock.now()), [question]);
  const query = useInfiniteQuery(settingsQueries.audit(api, filter));
  const entries = useInfiniteList(query, ({ id }) => id);
  const items = query.data === undefined ? undefined : entries.items;
  const listed = items?.find(({ id }) => id === open);
  // A link may open an entry that isn't loaded yet.
  const alone = useQuery({
    ...settingsQueries.auditEntry(api, open ?? ""),
    enabled: open !== undefined && items !== undefined && listed === undefined,
  });
  const setSearch = (change: Partial<AuditSearch>): void =>
    void navigate({
      params: { app: app.id },
      search: changed({ entry: undefined, ...change }),
      resetScroll: isScrolledFar(),
    });
  const show = (entry: string | undefined): void =>
    void navigate({
      params: { app: app.id },
      search: changed({ entry }),
      resetScroll: false,
      replace: entry === undefined,
      state: true,
    });
  return (
    <>
      <PageHeader
        title={t("Audit log")}
        description={t("Review every change and its author. Verification shows whether entries were altered.")}
        actions={<ExportMenu filter={filter} />}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-(--gutter) pb-3">
        <div className="grid grow grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:grow-0">
          <AuditFilters search={search} filter={filter} onAsk={setSearch} />
        </div>
        <VerificationBadge />
      </div>
      {items === undefined ? (
        <Loading query={query} />
      ) : items.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={ScrollText} />}
          title={isFiltered(search) ? t("No results") : t("No entries yet")}
          actions={
            isFiltered(search) && <Button onClick={() => void navigate({ search: {} })}>{t("Clear filters")}</Button>
          }
        >
          {t("Sign-ins, publishing, and settings changes appear here. Verification detects removed entries.")}
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
          <ListEnd of={entries} text={tCount(items.length, "{n} entry", "{n} entries")} />
        </>
      )}
      <EntryPanel entry={listed ?? alone.data ?? undefined} onClose={() => show(undefined)} onAsk={setSearch} />
    </>
  );
}

function Entry({ entry, onOpen }: { readonly entry: AuditEntry; readonly onOpen: () => void }) {
  const nameOf = useMemberNames();
  const [focused, setFocused] = useState(false);
  return (
    <LongListItem className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-(--gutter) py-3 hover:bg-fill has-[button:focus-visible]:bg-fill">
      <span className="w-32 shrink-0 text-xs text-ink-3 max-sm:w-full">
        <RelativeTime at={entry.at} focused={focused} className="relative z-1" />
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        onFocus={({ currentTarget }) => setFocused(currentTarget.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
        className="row-link min-w-52 flex-1 cursor-default text-start text-sm"
      >
        <EntryText entry={entry} who={nameOf(entry.member_id)} />
      </button>
      <span className="w-32 shrink-0 truncate text-xs text-ink-3 max-sm:w-full">
        {RESOURCE_LABELS[entry.resource_type] ?? entry.resource_type}
      </span>
    </LongListItem>
  );
}
