import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { SELECT_COLUMN_CLASS, SelectAllBox, SelectBox } from "../../../components/bulk/selection.tsx";
import { IdentityBadge } from "../../../components/person/identity-badge.tsx";
import { PersonCell } from "../../../components/person/person-link.tsx";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { attributeText, personName } from "../../../model/person-labels.ts";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { columnHelper } from "../../../ui/table/data-table.tsx";

const helper = columnHelper<PersonSummary>();

const select = helper.columns([
  helper.display({
    id: "select",
    header: () => <SelectAllBox />,
    cell: ({ row }) => <SelectBox id={row.original.id} name={personName(row.original)} />,
    meta: { className: SELECT_COLUMN_CLASS },
  }),
]);

/** Fixed columns and one per requested attribute, with checkboxes if rows are selectable. */
export function peopleColumns(attributes: readonly string[], selectable: boolean) {
  // On narrow screens, requested attributes take precedence over fixed columns.
  const some = attributes.length > 0;
  const many = attributes.length > 2;
  return helper.columns([
    ...(selectable ? select : []),
    helper.accessor("name", {
      header: t("Name"),
      cell: ({ row }) => <PersonCell external_id={row.original.external_id} name={personName(row.original)} />,
      meta: { className: some ? "" : "w-64" },
    }),
    helper.accessor("email", {
      header: t("Email"),
      cell: ({ row }) => <Clipped text={row.original.email ?? ""} />,
      meta: { className: many ? "w-64 max-2xl:hidden" : some ? "w-60 max-xl:hidden 2xl:w-80" : "w-56 max-lg:hidden" },
    }),
    ...attributes.map((name) =>
      helper.accessor((person) => attributeText(person.attributes[name]), {
        id: `attribute ${name}`,
        header: name,
        enableSorting: false,
        cell: ({ getValue }) => <Clipped text={getValue()} />,
        meta: { className: many ? "w-28 max-md:hidden" : "w-24 max-md:hidden lg:w-32" },
      }),
    ),
    helper.accessor("anonymous", {
      header: t("Identity"),
      enableSorting: false,
      cell: ({ row }) => <IdentityBadge person={row.original} />,
      meta: { className: some ? "w-32 max-lg:hidden" : "w-32" },
    }),
    helper.accessor("first_seen_at", {
      header: t("First seen"),
      cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
      meta: { className: some ? "w-36 whitespace-nowrap max-2xl:hidden" : "w-36 whitespace-nowrap max-xl:hidden" },
    }),
    helper.accessor("last_seen_at", {
      header: t("Last seen"),
      cell: ({ getValue }) => <RelativeTime at={getValue()} className="relative z-1" />,
      meta: { className: "w-38 whitespace-nowrap" },
    }),
  ]);
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
export function PersonCard({ person }: { readonly person: PersonSummary }) {
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
