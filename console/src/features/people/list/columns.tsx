import type { PersonListItem } from "@fanfare/contract/schema/responses/people/person";
import { Link, useParams } from "@tanstack/react-router";
import { SELECT_COLUMN_CLASS, SelectAllBox, SelectBox } from "../../../components/bulk/selection.tsx";
import { IdentityBadge } from "../../../components/person/identity-badge.tsx";
import { PersonCell } from "../../../components/person/person-link.tsx";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { attributeText, personName } from "../../../model/person-labels.ts";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { columnHelper } from "../../../ui/table/data-table.tsx";

const helper = columnHelper<PersonListItem>();

const select = helper.columns([
  helper.display({
    id: "select",
    header: () => <SelectAllBox />,
    cell: ({ row }) => <SelectBox id={row.original.id} name={personName(row.original)} />,
    meta: { className: SELECT_COLUMN_CLASS },
  }),
]);

interface ColumnChoice {
  /** Requested attributes, with a column each. */
  readonly attributes: readonly string[];
  /** Whether rows have checkboxes. */
  readonly selectable: boolean;
  /** Whether someone in the list is in a group. */
  readonly grouped: boolean;
}

/** Fixed columns, and those that were requested or have something to show. */
export function peopleColumns({ attributes, selectable, grouped }: ColumnChoice) {
  // On narrow screens, requested attributes take precedence over fixed columns.
  const some = attributes.length > 0;
  const many = attributes.length > 2;
  return helper.columns([
    ...(selectable ? select : []),
    helper.accessor("name", {
      header: t("Name"),
      cell: ({ row }) => <PersonCell external_id={row.original.external_id} name={personName(row.original)} />,
    }),
    helper.accessor("email", {
      header: t("Email"),
      cell: ({ row }) => <Clipped text={row.original.email ?? ""} />,
      meta: {
        className: many ? "w-64 max-2xl:hidden" : some ? "w-60 max-xl:hidden 2xl:w-64" : "w-56 max-lg:hidden",
      },
    }),
    ...attributes.map((name) =>
      helper.accessor((person) => attributeText(person.attributes[name]), {
        id: `attribute ${name}`,
        header: name,
        enableSorting: false,
        cell: ({ getValue }) => <Clipped text={getValue()} />,
        meta: { className: many ? "w-28 max-md:hidden" : "w-24 max-md:hidden lg:w-28" },
      }),
    ),
    ...(grouped
      ? helper.columns([
          helper.accessor("groups", {
            header: t("Groups"),
            enableSorting: false,
            cell: ({ row }) => <GroupsCell person={row.original} />,
            meta: { className: many ? "w-40 max-2xl:hidden" : "w-36 max-xl:hidden 2xl:w-48" },
          }),
        ])
      : []),
    helper.accessor("anonymous", {
      header: t("Identity"),
      enableSorting: false,
      cell: ({ row }) => <IdentityBadge person={row.original} />,
      // Many columns leave room for it on medium or very wide screens.
      meta: { className: some ? "w-30 max-lg:hidden xl:max-[90rem]:hidden" : "w-30" },
    }),
    helper.accessor("first_seen_at", {
      header: t("First seen"),
      cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
      meta: { className: many ? "w-32 whitespace-nowrap max-2xl:hidden" : "w-32 whitespace-nowrap max-xl:hidden" },
    }),
    helper.accessor("last_seen_at", {
      header: t("Last seen"),
      cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
      meta: { className: "w-38 whitespace-nowrap" },
    }),
  ]);
}

/** The first groups of a person, and the number of others. */
function GroupsCell({ person: { groups: first, groups_total } }: { readonly person: PersonListItem }) {
  const { app } = useParams({ from: "/$app" });
  const others = groups_total - first.length;
  if (first.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      {first.map(({ external_id, name }) => (
        <Link
          key={external_id}
          to="/$app/groups/$id"
          params={{ app, id: external_id }}
          dir="auto"
          title={name ?? external_id}
          className="relative z-1 min-w-0 truncate rounded-xs hover:underline"
        >
          {name ?? external_id}
        </Link>
      ))}
      {others > 0 && <span className="shrink-0 text-xs text-ink-3">{t("+{n}", { n: others })}</span>}
    </span>
  );
}

/** Truncates a long value and shows it in full on hover. */
function Clipped({ text }: { readonly text: string }) {
  if (text === "") return <span className="text-ink-3">–</span>;
  return (
    <span title={text} dir="auto" className="relative z-1 block w-fit max-w-full truncate">
      {text}
    </span>
  );
}

/** Row layout on phones. */
export function PersonCard({ person }: { readonly person: PersonListItem }) {
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <PersonCell external_id={person.external_id} name={personName(person)} />
        </div>
        <SelectBox id={person.id} name={personName(person)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 ps-9 text-xs text-ink-3">
        <IdentityBadge person={person} />
        <span>
          <Sentence
            text="Seen {when}"
            parts={{ when: <RelativeTime at={person.last_seen_at} className="relative z-1" /> }}
          />
        </span>
      </div>
    </div>
  );
}
