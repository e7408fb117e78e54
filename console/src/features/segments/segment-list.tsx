import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import type { Rule, RuleLeaf } from "@fanfare/contract/targeting/rule";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Copy, ListChecks, ListFilter, Pencil, Trash2, Users } from "lucide-react";
import { createContext, use } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { queries } from "../../lib/queries/queries.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { formatPeople, groupName } from "../../model/person-labels.ts";
import { describeRule, type RuleNames } from "../../model/rules/rule-labels.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { columnHelper, DataTable } from "../../ui/table/data-table.tsx";
import { DELETION } from "./segment-used-by.tsx";
import { useSegmentActions } from "./use-segment-actions.ts";

const helper = columnHelper<Segment>();
/** Counts and names take requests, so only the first segments of a long list have them. Others do when opened. */
const COUNTED_MAX = 25;

interface ListContext {
  readonly names: RuleNames;
  readonly counted: ReadonlySet<string>;
  readonly actions: Pick<ReturnType<typeof useSegmentActions>, "duplicate" | "remove">;
}
const ListContext = createContext<ListContext>({
  names: { segment: () => undefined, content: () => undefined },
  counted: new Set(),
  actions: { duplicate: () => undefined, remove: async () => false },
});

const columns = helper.columns([
  helper.accessor("name", {
    header: t("Name"),
    enableSorting: false,
    cell: ({ row }) => <Name segment={row.original} />,
    meta: { className: "w-2/5" },
  }),
  helper.accessor("rule", {
    header: t("Conditions"),
    enableSorting: false,
    cell: ({ row }) => (
      <span className="line-clamp-2 wrap-anywhere">
        <Conditions segment={row.original} />
      </span>
    ),
    meta: { className: "max-lg:hidden" },
  }),
  helper.accessor("updated_at", {
    header: t("Edited"),
    enableSorting: false,
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
    meta: { className: "w-36 whitespace-nowrap" },
  }),
  helper.accessor("id", {
    header: t("People"),
    enableSorting: false,
    cell: ({ getValue }) => <People id={getValue()} />,
    meta: { className: "w-40" },
  }),
  helper.display({
    id: "more",
    header: () => <span className="sr-only">{t("Actions")}</span>,
    cell: ({ row }) => <SegmentMenu segment={row.original} />,
    meta: { className: "w-20 text-end" },
  }),
]);

interface SegmentListProps {
  readonly rows: readonly Segment[];
  /** All segments, for the names in conditions. */
  readonly all: readonly Segment[];
}

export function SegmentList({ rows, all }: SegmentListProps) {
  const counted = rows.slice(0, COUNTED_MAX);
  const leaves = counted.flatMap(({ rule }) => (rule.kind === "list" ? [] : leavesOf(rule)));
  const group = useGroupNames(leaves.flatMap((leaf) => (leaf.kind === "group" ? [leaf.external_id] : [])));
  const content = useContentNames(leaves.flatMap((leaf) => (leaf.kind === "content" ? [leaf.content_id] : [])));
  const context: ListContext = {
    names: { group, content, segment: (id) => all.find((each) => each.id === id)?.name },
    counted: new Set(counted.map(({ id }) => id)),
    actions: useSegmentActions(),
  };
  return (
    <ListContext value={context}>
      <DataTable
        caption={t("Segments")}
        columns={columns}
        rows={rows}
        sort=""
        onSort={() => undefined}
        card={(segment) => <Card segment={segment} />}
        state="ready"
      />
    </ListContext>
  );
}

function leavesOf(rule: Rule): readonly RuleLeaf[] {
  switch (rule.kind) {
    case "not":
      return leavesOf(rule.rule);
    case "and":
    case "or":
      return rule.rules.flatMap(leavesOf);
    default:
      return [rule];
  }
}

/** Resolves groups in conditions to names. Groups that don't exist have none. */
function useGroupNames(ids: readonly string[]): (id: string) => string | undefined {
  const { api } = useAppContext();
  const app = useApp();
  const unique = [...new Set(ids)];
  const found = useQueries({
    queries: unique.map((id) => ({ ...groupQueries.one(api, app.id, id), retry: false })),
  });
  return (id) => {
    const group = found[unique.indexOf(id)]?.data;
    return group && groupName(group);
  };
}

function useContentNames(ids: readonly string[]): (id: string) => string | undefined {
  const { api } = useAppContext();
  const app = useApp();
  const unique = [...new Set(ids)];
  const found = useQueries({
    queries: unique.map((id) => ({ ...queries.content(api, app.id, id), retry: false })),
  });
  return (id) => found[unique.indexOf(id)]?.data?.name;
}

interface SegmentProps {
  readonly segment: Segment;
}

function Name({ segment }: SegmentProps) {
  // Not `useApp`, which also observes a query: tables have many of these.
  const { app } = useParams({ from: "/$app" });
  const Icon = segment.rule.kind === "list" ? ListChecks : ListFilter;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Icon className="size-4" />
      </span>
      <Link
        to="/$app/segments/$id"
        params={{ app, id: segment.id }}
        className="row-link line-clamp-2 text-base font-medium text-ink wrap-anywhere"
      >
        <bdi>{segment.name}</bdi>
      </Link>
    </div>
  );
}

function Conditions({ segment: { rule } }: SegmentProps) {
  const { names } = use(ListContext);
  return rule.kind === "list" ? t("List of people") : describeRule(rule, names);
}

function People({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const counted = use(ListContext).counted.has(id);
  const { data, isError } = useQuery({ ...segmentQueries.people(api, app.id, id), enabled: counted });
  if (data === undefined) return counted && !isError ? "…" : null;
  return (
    <span className="flex flex-col text-sm text-ink-2 tabular-nums">
      {formatPeople(data.count, data.exact)}
      {!data.exact && (
        <span className="text-xs text-ink-3">
          <Sentence
            text="estimated {when}"
            parts={{ when: <RelativeTime at={data.counted_at} className="relative z-1" /> }}
          />
        </span>
      )}
    </span>
  );
}

function SegmentMenu({ segment }: SegmentProps) {
  const { app } = useParams({ from: "/$app" });
  const navigate = useNavigate();
  const may_edit = useCan("segment.write");
  const { duplicate, remove } = use(ListContext).actions;
  const { id, name, rule } = segment;
  return (
    <span className="relative z-1">
      <RowMenu name={name}>
        <MenuItem
          icon={<Users />}
          onClick={() => void navigate({ to: "/$app/people", params: { app }, search: { segment: id } })}
        >
          {t("View people")}
        </MenuItem>
        {may_edit && (
          <>
            <MenuItem
              icon={<Pencil />}
              onClick={() => void navigate({ to: "/$app/segments/$id", params: { app, id } })}
            >
              {t("Edit")}
            </MenuItem>
            {/* A copy of a list would have no people. */}
            {rule.kind !== "list" && (
              <MenuItem icon={<Copy />} onClick={() => duplicate(segment)}>
                {t("Duplicate")}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 />}
              onClick={() =>
                void remove(segment, {
                  done: { title: t("{name} deleted", { name }), description: DELETION },
                  back: { title: t("{name} restored", { name }) },
                })
              }
            >
              {t("Delete")}
            </MenuItem>
          </>
        )}
      </RowMenu>
    </span>
  );
}

/** Row layout on phones. */
function Card({ segment }: SegmentProps) {
  return (
    <div className="relative flex flex-col gap-1.5 pe-10">
      <span className="absolute end-0 top-0">
        <SegmentMenu segment={segment} />
      </span>
      <Name segment={segment} />
      <span className="line-clamp-2 ps-11 text-xs text-ink-3 wrap-anywhere">
        <Conditions segment={segment} />
      </span>
      <span className="ps-11">
        <People id={segment.id} />
      </span>
    </div>
  );
}
