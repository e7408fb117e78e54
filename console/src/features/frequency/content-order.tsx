import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, ListOrdered, Send } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { StatusBadge } from "../../components/content/content-status.tsx";
import { formatContentCount, TYPE_INFO } from "../../components/content/content-types.tsx";
import { type ContentAction, useContentActions } from "../../components/content/use-content-actions.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { type InfiniteList, useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DragHandle } from "../../ui/reorder/drag-handle.tsx";
import { useReorder } from "../../ui/reorder/use-reorder.ts";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { useOrder } from "./use-order.ts";

/** Automatic content in its order, which can be changed here. */
export function ContentOrder() {
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(frequencyQueries.order(api, app.id));
  const rows = useInfiniteList(query, ({ id }) => id);
  return (
    <Section
      bare
      title={t("Order of automatic content")}
      description={t(
        "Content starts automatically with a pause in between, from the top of this list. Only one item at a time appears over the page, in a corner, as a banner, or as a toast.",
      )}
    >
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mb-6 h-40" />}>
        {({ pages }) =>
          rows.items.length === 0 ? (
            <EmptyState art={<EmptyArt icon={ListOrdered} />} title={t("No automatic content yet")}>
              {t("Content with an automatic trigger appears here.")}
            </EmptyState>
          ) : (
            <>
              <OrderList rows={rows} total={pages[0]?.total ?? 0} />
              <ListEnd of={rows} text={formatContentCount(pages[0]?.total ?? 0)} />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

interface OrderListProps {
  readonly rows: InfiniteList<ContentSummary>;
  readonly total: number;
}

function OrderList({ rows, total }: OrderListProps) {
  const list = useRef<HTMLElement>(null);
  const { actions, run, dialog } = useContentActions();
  const publish = actions.find(({ name }) => name === "publish");
  const { items, move } = useOrder(rows.items, total, (id, focused) => {
    if (list.current !== null) focusRow(list.current, id, focused);
  });
  // What follows the last loaded item isn't known yet, so nothing moves past it.
  const movable = rows.state === "ended" ? items.length : items.length - 1;
  const reorder = useReorder({ ids: items.map(({ id }) => id), movable, onMove: move });
  return (
    <>
      <ol
        ref={(element) => {
          list.current = element;
          reorder.list(element);
        }}
        aria-label={t("Order of automatic content")}
        className="border-t border-line"
      >
        {items.map((content, index) => (
          <li
            key={content.id}
            data-content={content.id}
            className={cx(
              "flex items-center gap-x-2 border-b border-line bg-surface py-2.5 ps-[calc(var(--gutter)-0.5rem)] pe-(--gutter)",
              "data-dragged:border-transparent data-dragged:bg-raised data-dragged:shadow-float",
            )}
            {...reorder.item(index)}
          >
            <OrderRow
              content={content}
              position={index + 1}
              handle={
                <DragHandle
                  {...reorder.handle(index)}
                  className={cx("h-10 w-6 pointer-coarse:w-8", index >= movable && "invisible")}
                />
              }
              onUp={index > 0 && index < movable ? () => move(index, index - 1) : undefined}
              onDown={index < movable - 1 ? () => move(index, index + 1) : undefined}
              publish={publish?.fits(content) === true ? publish : undefined}
              onPublish={(action) => run(action, [content])}
            />
          </li>
        ))}
      </ol>
      {dialog}
    </>
  );
}

/** Keeps the focus in a row that moved, or focuses its link. */
function focusRow(list: HTMLElement, id: string, focused: Element | null): void {
  const row = list.querySelector(`[data-content="${CSS.escape(id)}"]`);
  const next = row?.contains(focused) === true ? focused : row?.querySelector("a");
  if (next instanceof HTMLElement) next.focus();
}

interface OrderRowProps {
  readonly content: ContentSummary;
  readonly position: number;
  readonly handle: ReactNode;
  /** Undefined at the ends of the list. */
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly publish: ContentAction | undefined;
  readonly onPublish: (publish: ContentAction) => void;
}

function OrderRow({ content, position, handle, onUp, onDown, publish, onPublish }: OrderRowProps) {
  const app = useApp();
  const may_edit = useCan("content.write");
  const { id, name, type, priority, edited } = content;
  const moves = [
    { label: t("Move {name} up", { name }), icon: <ArrowUp />, act: onUp },
    { label: t("Move {name} down", { name }), icon: <ArrowDown />, act: onDown },
  ];
  return (
    <>
      {may_edit ? handle : <span className="w-2" />}
      <span className="w-6 shrink-0 text-center text-sm text-ink-3 tabular-nums">{number(position)}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="flex min-w-28 flex-1 flex-col gap-0.5">
          <Link
            to="/$app/content/$id"
            params={{ app: app.id, id }}
            search={{ tab: "frequency" }}
            className="w-fit rounded-xs text-base font-medium hover:underline wrap-anywhere"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="text-xs text-ink-3">
            {TYPE_INFO[type].label} · {t("Priority {n}", { n: number(priority) })}
          </span>
        </div>
        <StatusBadge of={content} />
      </div>
      {may_edit && (
        <span className="flex shrink-0">
          {publish !== undefined && edited && (
            <IconButton label={publish.labelOf(name)} onClick={() => onPublish(publish)}>
              <Send />
            </IconButton>
          )}
          {moves.map(({ label, icon, act }) => (
            <IconButton key={label} label={label} disabled={act === undefined} onClick={act}>
              {icon}
            </IconButton>
          ))}
        </span>
      )}
    </>
  );
}
