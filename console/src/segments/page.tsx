import type { Segment } from "@fanfare/contract/schema/segment";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, SearchX } from "lucide-react";
import { useApp, useDoors, useMayAdminister, useMayEdit } from "../doors.ts";
import { ExportButton } from "../exports/export-button.tsx";
import { Sentence } from "../language/sentence.tsx";
import { t, tCount } from "../language/t.ts";
import { peopleWords } from "../people/person-words.ts";
import { ruleWords } from "../rules/words.ts";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";
import { SegmentArt } from "./art.tsx";
import { segmentQueries } from "./queries.ts";

const route = getRouteApi("/$app/segments");
/** Each is counted by judging people: of a long list only the first are, the others when they are opened. */
const COUNTED_MAX = 25;

/** Who is meant, by name: used in audiences, live updates and lists of people. */
export function SegmentsPage() {
  useTitle(t("Segments"));
  const { api } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const may_export = useMayAdminister();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(segmentQueries.all(api));
  const slow = useSlow(query.isPending);
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
        description={t("Who is meant, by name. A segment is never a list: whoever fits is in it.")}
        actions={
          all !== undefined &&
          all.length > 0 && (
            <>
              {may_export && (
                <ExportButton
                  title={t("Export segments")}
                  description={
                    wanted === ""
                      ? t("All segments, with their rules.")
                      : t("The segments of this list, with their rules.")
                  }
                  table="segments"
                  filter={{ q: wanted }}
                  expected={found.length}
                  rowsInWords={(rows) => tCount(rows, "{n} segment", "{n} segments")}
                />
              )}
              {create}
            </>
          )
        }
      />
      {query.isError && all === undefined && <QueryProblem of={query} />}
      {slow && <Skeleton className="mx-(--gutter) h-40" />}
      {all?.length === 0 && (
        <EmptyState art={<SegmentArt />} title={t("Name a part of your people")} actions={create}>
          {t(
            "“Trials that invited nobody”, “Admins in Germany”: say once who they are, and use the name in audiences, live updates and the list of people. You see at once how many they are.",
          )}
        </EmptyState>
      )}
      {all !== undefined && all.length > 0 && (
        <>
          <div className="border-b border-line px-(--gutter) pb-3">
            <SearchInput
              label={t("Search segments")}
              placeholder={t("Search by name")}
              value={q}
              onSearch={(next) => void navigate({ search: { q: next }, replace: true, resetScroll: false })}
              className="w-full sm:w-72"
            />
          </div>
          {found.length === 0 ? (
            <EmptyState
              art={<EmptyArt icon={SearchX} />}
              title={t("Nothing matches")}
              actions={<Button onClick={() => void navigate({ search: { q: "" } })}>{t("Clear search")}</Button>}
            >
              {t("No segment has this in its name.")}
            </EmptyState>
          ) : (
            <ul aria-label={t("Segments")} className="flex flex-col">
              {found.map((segment, index) => (
                <SegmentRow key={segment.id} segment={segment} all={all} counted={index < COUNTED_MAX} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

interface SegmentRowProps {
  readonly segment: Segment;
  readonly all: readonly Segment[];
  readonly counted: boolean;
}

function SegmentRow({ segment, all, counted }: SegmentRowProps) {
  const { api } = useDoors();
  const app = useApp();
  const people = useQuery({ ...segmentQueries.people(api, app.id, segment.id), enabled: counted });
  const names = {
    segment: (id: string) => all.find((each) => each.id === id)?.name,
    content: () => undefined,
  };
  return (
    <li className="group relative flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line px-(--gutter) py-3.5 hover:bg-fill has-[a:focus-visible]:bg-fill">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <Link
          to="/$app/segments/$id"
          params={{ app: app.id, id: segment.id }}
          className="w-fit text-base font-medium outline-none wrap-anywhere after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          <bdi>{segment.name}</bdi>
        </Link>
        <span className="line-clamp-2 text-xs text-ink-3 wrap-anywhere">{ruleWords(segment.rule, names)}</span>
      </div>
      <span className="text-sm text-ink-2 tabular-nums">
        {people.data === undefined
          ? counted && !people.isError && "…"
          : peopleWords(people.data.count, people.data.exact)}
        {people.data?.exact === false && (
          <span className="text-xs text-ink-3">
            {" · "}
            <Sentence text="estimated {when}" parts={{ when: <RelativeTime at={people.data.counted_at} /> }} />
          </span>
        )}
      </span>
    </li>
  );
}
