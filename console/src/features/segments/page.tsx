import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, SearchX } from "lucide-react";
import { ExportButton } from "../../components/export/export-button.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { SegmentList } from "./segment-list.tsx";

function SegmentArt() {
  const dots = Array.from({ length: 24 }, (_, index) => ({
    x: 30 + (index % 8) * 20,
    y: 26 + Math.floor(index / 8) * 22,
  }));
  const inside = ({ x, y }: { readonly x: number; readonly y: number }) => x >= 90 && x <= 150 && y >= 26 && y <= 70;
  return (
    <svg viewBox="0 0 200 100" className="h-24 w-48" aria-hidden="true">
      <rect
        x="77"
        y="12"
        width="86"
        height="72"
        rx="14"
        className="fill-accent-soft stroke-accent"
        strokeDasharray="4 4"
      />
      {dots.map((dot) => (
        <circle
          key={`${dot.x} ${dot.y}`}
          cx={dot.x}
          cy={dot.y}
          r="5.500"
          className={inside(dot) ? "fill-accent" : "fill-fill-strong"}
        />
      ))}
    </svg>
  );
}

const route = getRouteApi("/$app/segments");

export function SegmentsPage() {
  useTitle(t("Segments"));
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("segment.write");
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(segmentQueries.all(api));
  const slow = useIsSlow(query.isPending);
  const all = query.data?.items;
  const wanted = q.trim().toLowerCase();
  const found = all?.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  const create = may_edit && (
    <Link to="/$app/segments/$id" params={{ app: app.id, id: "new" }} className={buttonClass("primary")}>
      <Plus /> {t("New segment")}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t("Segments")}
        description={t("Saved conditions and lists of people for targeting")}
        actions={
          all !== undefined &&
          all.length > 0 && (
            <>
              <SegmentsExport q={wanted} expected={found.length} />
              {create}
            </>
          )
        }
      />
      {query.isError && all === undefined && <QueryProblem of={query} />}
      {slow && <Skeleton className="mx-(--gutter) h-40" />}
      {all?.length === 0 && (
        <EmptyState art={<SegmentArt />} title={t("No segments yet")} actions={create}>
          {t(
            "Save conditions as a segment, such as “Admins in Germany”. Then use it in audiences, messages, and the people list.",
          )}
        </EmptyState>
      )}
      {all !== undefined && all.length > 0 && (
        <>
          <SegmentsSearch />
          {found.length === 0 ? (
            <EmptyState
              art={<EmptyArt icon={SearchX} />}
              title={t("No results")}
              actions={<Button onClick={() => void navigate({ search: { q: "" } })}>{t("Clear search")}</Button>}
            >
              {t("No segments match your search.")}
            </EmptyState>
          ) : (
            <SegmentList rows={found} all={all} />
          )}
        </>
      )}
    </>
  );
}

function SegmentsSearch() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="border-b border-line px-(--gutter) pb-3">
      <SearchInput
        label={t("Search segments")}
        placeholder={t("Search by name")}
        value={q}
        onSearch={(next) => void navigate({ search: { q: next }, replace: true, resetScroll: false })}
        className="w-full sm:w-72"
      />
    </div>
  );
}

/** The segments that match `q`. */
function SegmentsExport({ q, expected }: { readonly q: string; readonly expected: number }) {
  if (!useCan("export.read")) return null;
  return (
    <ExportButton
      title={t("Export segments")}
      description={
        q === "" ? t("All segments with their conditions.") : t("The segments in this list with their conditions.")
      }
      table="segments"
      filter={{ q }}
      expected={expected}
      rowsInWords={(rows) => tCount(rows, "{n} segment", "{n} segments")}
    />
  );
}
