import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { Link, useParams } from "@tanstack/react-router";
import { Ellipsis, MousePointerClick } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { SELECT_COLUMN_CLASS, SelectAllBox, SelectBox } from "../../components/bulk/selection.tsx";
import { ContentStatusCell } from "../../components/content/content-status.tsx";
import { formatPartCount, TYPE_INFO } from "../../components/content/content-types.tsx";
import { useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { columnHelper } from "../../ui/table/data-table.tsx";
import { CompletedCell, PeopleCell } from "./result-cells.tsx";

const helper = columnHelper<ContentSummary>();

/** Both load when a row first opens them. */
const EditOnPage = lazy(async () => {
  const { EditOnPage } = await import("../../components/builder-link/edit-on-page.tsx");
  return { default: EditOnPage };
});
const SaveAsTemplate = lazy(async () => {
  const { SaveAsTemplate } = await import("../../components/content/save-as-template.tsx");
  return { default: SaveAsTemplate };
});

/** Undefined until first needed. The menu opens with its items, so that the keyboard reaches the first one. */
let RowMenuItems: typeof import("./row-menu-items.tsx").RowMenuItems | undefined;
const loadRowMenu = async (): Promise<void> => {
  RowMenuItems ??= (await import("./row-menu-items.tsx")).RowMenuItems;
};

interface ColumnChoice {
  /** Adds checkboxes for bulk actions, and the row's actions. */
  readonly editable: boolean;
  /** Adds people and completion on wide screens, for members who may see reports. */
  readonly with_results: boolean;
}

export function contentColumns({ editable, with_results }: ColumnChoice) {
  return helper.columns([
    ...(editable ? select : []),
    helper.accessor("name", {
      header: t("Name"),
      cell: ({ row }) => <ContentName content={row.original} />,
    }),
    helper.accessor("type", {
      header: t("Type"),
      enableSorting: false,
      cell: ({ row }) => <ContentKind content={row.original} />,
      meta: { className: "w-40 max-lg:hidden xl:max-[87rem]:hidden" },
    }),
    helper.accessor("status", {
      header: t("Status"),
      enableSorting: false,
      cell: ({ row }) => <ContentStatusCell content={row.original} />,
      meta: { className: "w-44 xl:w-40" },
    }),
    ...(with_results ? results : []),
    helper.accessor("updated_at", {
      header: t("Edited"),
      cell: ({ row }) => <Edited content={row.original} />,
      meta: { className: "w-44 xl:w-36" },
    }),
    ...(editable ? actions : []),
  ]);
}

const select = helper.columns([
  helper.display({
    id: "select",
    header: () => <SelectAllBox />,
    cell: ({ row }) => <SelectBox id={row.original.id} name={row.original.name} />,
    meta: { className: SELECT_COLUMN_CLASS },
  }),
]);

const results = helper.columns([
  helper.display({
    id: "people",
    header: t("People, 30 days"),
    cell: ({ row }) => <PeopleCell content={row.original} />,
    meta: { className: "w-32 max-xl:hidden" },
  }),
  helper.display({
    id: "completed",
    header: t("Completed"),
    cell: ({ row }) => <CompletedCell content={row.original} />,
    meta: { className: "w-28 max-xl:hidden" },
  }),
]);

const actions = helper.columns([
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">{t("Actions")}</span>,
    cell: ({ row }) => <RowActions content={row.original} />,
    meta: { className: "w-24 ps-0 text-end" },
  }),
]);

/** The row's link covers everything else. */
function RowActions({ content }: { readonly content: ContentSummary }) {
  return (
    <span className="relative z-1 inline-flex">
      {content.type !== "celebration" && <EditRowOnPage content={content} />}
      <RowMenu content={content} />
    </span>
  );
}

function RowMenu({ content }: { readonly content: ContentSummary }) {
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState<boolean>();
  const load = () => void loadRowMenu();
  return (
    <>
      <Menu
        open={open}
        onOpenChange={(next) => (next ? void loadRowMenu().then(() => setOpen(true)) : setOpen(false))}
        trigger={
          <IconButton label={t("Actions for {name}", { name: content.name })} onPointerEnter={load} onFocus={load}>
            <Ellipsis />
          </IconButton>
        }
      >
        {RowMenuItems !== undefined && <RowMenuItems content={content} onSaveAsTemplate={() => setSaving(true)} />}
      </Menu>
      {saving !== undefined && (
        <Suspense>
          <SaveAsTemplate of={{ kind: "content", content }} open={saving} onOpenChange={setSaving} />
        </Suspense>
      )}
    </>
  );
}

function EditRowOnPage({ content: { id, name } }: { readonly content: ContentSummary }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton label={t("Edit “{name}” on your page", { name })} onClick={() => setOpen(true)}>
        <MousePointerClick />
      </IconButton>
      {open !== undefined && (
        <Suspense>
          <EditOnPage content={{ id, name }} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

function ContentKind({ content: { type, steps } }: { readonly content: ContentSummary }) {
  const parts = formatPartCount(type, steps);
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-ink">{TYPE_INFO[type].label}</span>
      {parts !== undefined && <span className="truncate text-xs text-ink-3 tabular-nums">{parts}</span>}
    </span>
  );
}

/** A click anywhere in the row opens the editor. The link provides keyboard and screen reader access. */
function ContentName({ content }: { readonly content: ContentSummary }) {
  const { app } = useParams({ from: "/$app" });
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2 [&_svg]:size-4">
        {TYPE_INFO[content.type].icon}
      </span>
      <span className="flex min-w-0 flex-col">
        <Link
          to="/$app/content/$id"
          params={{ app, id: content.id }}
          dir="auto"
          className="row-link truncate rtl:text-right text-base font-medium text-ink"
        >
          {content.name}
        </Link>
        <span dir="ltr" className="truncate text-xs text-ink-3 rtl:text-right">
          {content.slug}
        </span>
      </span>
    </div>
  );
}

function Edited({ content }: { readonly content: ContentSummary }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        {/* Above the row's link, so that the exact time shows on hover. */}
        <RelativeTime at={content.updated_at} className="relative z-1" />
      </span>
      {content.updated_by !== null && (
        <span className="truncate text-xs text-ink-3">
          <bdi>{content.updated_by}</bdi>
        </span>
      )}
    </span>
  );
}

/** Row layout on phones. */
export function ContentCard({ content }: { readonly content: ContentSummary }) {
  const may_edit = useCan("content.write");
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <ContentName content={content} />
        </div>
        {may_edit && <RowActions content={content} />}
        <SelectBox id={content.id} name={content.name} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 ps-11 text-xs text-ink-3">
        <ContentStatusCell content={content} />
        <span>{TYPE_INFO[content.type].label}</span>
        <span>{formatPartCount(content.type, content.steps)}</span>
        <RelativeTime at={content.updated_at} className="relative z-1" />
      </div>
    </div>
  );
}
