import type { GroupDetail, GroupInList } from "@fanfare/contract/schema/responses/people/person";
import { Link, useParams } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { useMemo } from "react";
import { number } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { attributeText, groupName } from "../../model/person-labels.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { columnHelper, DataTable } from "../../ui/table/data-table.tsx";

const helper = columnHelper<GroupInList>();
const ATTRIBUTES_SHOWN = 3;

interface GroupListProps {
  readonly rows: readonly GroupInList[];
  /** Including rows that aren't loaded. -1 if unknown. */
  readonly total: number;
  readonly busy: boolean;
}

/** Groups with the attributes that most of them have. */
export function GroupList({ rows, total, busy }: GroupListProps) {
  const attributes = commonAttributes(rows).join("\n");
  const columns = useMemo(() => groupColumns(attributes === "" ? [] : attributes.split("\n")), [attributes]);
  return (
    <DataTable
      caption={t("Groups")}
      columns={columns}
      rows={rows}
      total={total}
      sort=""
      onSort={() => undefined}
      card={(group) => <Card group={group} />}
      state={busy ? "refreshing" : "ready"}
    />
  );
}

/**
 * Names of the attributes that most groups have, most frequent first. Names with a line break aren't columns.
 *
 * @example
 * commonAttributes([{ ...group, attributes: { name: "Acme", plan: "pro" } }]); // ["plan"]
 */
export function commonAttributes(groups: readonly Pick<GroupDetail, "attributes">[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { attributes } of groups) {
    for (const name of Object.keys(attributes)) {
      if (name !== "name" && !name.includes("\n")) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, ATTRIBUTES_SHOWN)
    .map(([name]) => name);
}

function groupColumns(attributes: readonly string[]) {
  return helper.columns([
    helper.accessor("external_id", {
      header: t("Name"),
      enableSorting: false,
      cell: ({ row }) => <Name group={row.original} />,
    }),
    ...attributes.map((name) =>
      helper.accessor(({ attributes: all }) => attributeText(all[name]), {
        id: `attribute ${name}`,
        header: () => (
          <span dir="auto" className="block truncate">
            {name}
          </span>
        ),
        enableSorting: false,
        cell: ({ getValue }) => <Value text={getValue()} />,
        meta: { className: "w-32 xl:w-40 max-lg:hidden" },
      }),
    ),
    helper.accessor("people", {
      header: t("People"),
      enableSorting: false,
      cell: ({ getValue }) => <span className="tabular-nums">{number(getValue())}</span>,
      meta: { className: "w-28" },
    }),
    helper.accessor("updated_at", {
      header: t("Updated"),
      enableSorting: false,
      cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
      meta: { className: "w-40 whitespace-nowrap" },
    }),
  ]);
}

function Value({ text }: { readonly text: string }) {
  if (text === "") return <span className="text-ink-3">–</span>;
  return (
    <span title={text} dir="auto" className="relative z-1 block w-fit max-w-full truncate">
      {text}
    </span>
  );
}

/** The link covers the row. The ID is below if it isn't the name. */
function Name({ group }: { readonly group: GroupDetail }) {
  // Not `useApp`, which also observes a query: tables have many of these.
  const { app } = useParams({ from: "/$app" });
  const { external_id } = group;
  const name = groupName(group);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Building2 className="size-4" />
      </span>
      <span className="flex min-w-0 flex-col">
        <Link
          to="/$app/groups/$id"
          params={{ app, id: external_id }}
          className="row-link max-w-full truncate self-start text-base font-medium text-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        {name !== external_id && (
          <span dir="ltr" className="max-w-full truncate self-start font-mono text-xs text-ink-3">
            {external_id}
          </span>
        )}
      </span>
    </div>
  );
}

/** Row layout on phones. */
function Card({ group }: { readonly group: GroupInList }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Name group={group} />
      <span className="flex flex-wrap gap-x-3 ps-11 text-xs text-ink-3">
        <span>{tCount(group.people, "{n} person", "{n} people")}</span>
        <Sentence
          text="Updated {when}"
          parts={{ when: <RelativeTime at={group.updated_at} className="relative z-1" /> }}
        />
      </span>
    </div>
  );
}
