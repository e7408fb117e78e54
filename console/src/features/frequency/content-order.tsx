import type { UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, ListOrdered, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { StatusBadge } from "../../components/content/content-status.tsx";
import { formatContentCount, TYPE_INFO } from "../../components/content/content-types.tsx";
import { type ContentAction, useContentActions } from "../../components/content/use-content-actions.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { announce } from "../../ui/elements/announcer.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Section } from "../../ui/page/section.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { priorityAbove, priorityBelow } from "./move-priority.ts";

/** Automatic content by priority, which can be changed here for all items. */
export function ContentOrder() {
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(frequencyQueries.order(api, app.id));
  const rows = useInfiniteList(query, ({ id }) => id);
  const { actions, run, dialog } = useContentActions();
  const publish = actions.find(({ name }) => name === "publish");
  return (
    <Section
      bare
      title={t("Order of automatic content")}
      description={t(
        "Content starts automatically with a pause in between: the highest priority first, then the older item. Only one item at a time appears over the page, in a corner, as a banner, or as a toast.",
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
              <ol aria-label={t("Order of automatic content")} className="border-t border-line">
                {rows.items.map((content, index) => (
                  <OrderRow
                    key={content.id}
                    content={content}
                    above={rows.items[index - 1]}
                    below={rows.items[index + 1]}
                    position={index + 1}
                    publish={publish}
                    onPublish={(action) => run(action, [content])}
                  />
                ))}
              </ol>
              <ListEnd of={rows} text={formatContentCount(pages[0]?.total ?? 0)} />
            </>
          )
        }
      </QueryView>
      {dialog}
    </Section>
  );
}

interface PlacedProps {
  readonly content: ContentSummary;
  /** Neighbors in the list. Undefined at its ends. */
  readonly above: ContentSummary | undefined;
  readonly below: ContentSummary | undefined;
}

interface OrderRowProps extends PlacedProps {
  readonly position: number;
  readonly publish: ContentAction | undefined;
  readonly onPublish: (publish: ContentAction) => void;
}

function OrderRow({ content, above, below, position, publish, onPublish }: OrderRowProps) {
  const app = useApp();
  const may_edit = useCan("content.write");
  const { id, name, type, priority, edited } = content;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-2.5">
      <span className="w-6 text-sm text-ink-3 tabular-nums">{number(position)}</span>
      <div className="flex min-w-40 flex-1 flex-col gap-0.5">
        <Link
          to="/$app/content/$id"
          params={{ app: app.id, id }}
          search={{ tab: "frequency" }}
          className="w-fit rounded-xs text-base font-medium hover:underline wrap-anywhere"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="text-xs text-ink-3">{TYPE_INFO[type].label}</span>
      </div>
      <StatusBadge of={content} />
      {may_edit ? (
        <PriorityForm content={content} above={above} below={below} />
      ) : (
        <span className="text-sm tabular-nums">{t("Priority {n}", { n: number(priority) })}</span>
      )}
      {may_edit && (
        <div className="w-8">
          {publish !== undefined && edited && publish.fits(content) && (
            <IconButton label={publish.labelOf(name)} onClick={() => onPublish(publish)}>
              <Send />
            </IconButton>
          )}
        </div>
      )}
    </li>
  );
}

const PRIORITY = editionSchema.shape.priority.unwrap();

/** Changes only the draft, which then needs to be published. */
function useSavePriority(id: string, { onSettled }: { readonly onSettled: () => void }) {
  const { api, client } = useAppContext();
  const app = useApp();
  return useMutation({
    mutationFn: async (next: number) => {
      const { draft, revision } = await api.call("GET /api/contents/:id", {
        params: { id },
        query: { app_id: app.id },
      });
      // Cast: the server's draft is valid input, which only the type can't tell.
      const body = { draft: { ...draft, priority: next } } as UpdateContentRequest;
      const call = { params: { id }, query: { app_id: app.id }, body, revision, lenient: true };
      return api.call("PATCH /api/contents/:id", call);
    },
    onSuccess: async ({ status }) => {
      const focused = document.activeElement;
      await client.invalidateQueries(contentQueryFilter(app.id));
      onSettled();
      // A row that moves loses the focus, or takes it out of sight.
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus();
      const is_live = status === "changed" || status === "paused";
      announce(is_live ? t("Priority saved. Publish the content to apply it.") : t("Priority saved"));
    },
    onError: (error) => {
      onSettled();
      toast.problem(asProblem(error), t("Couldn’t save priority"));
    },
  });
}

/** Saves on Enter and on leaving the field. */
function PriorityForm({ content, above, below }: PlacedProps) {
  const { id, name, priority } = content;
  const [typed, setTyped] = useState<string>();
  const save = useSavePriority(id, { onSettled: () => setTyped(undefined) });
  const moves = [
    { ...{ label: t("Move {name} up", { name }), icon: <ArrowUp /> }, to: above && priorityAbove(content, above) },
    { ...{ label: t("Move {name} down", { name }), icon: <ArrowDown /> }, to: below && priorityBelow(content, below) },
  ];
  const next = Number(typed ?? priority);
  const is_valid = PRIORITY.safeParse(next).success && typed?.trim() !== "";
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (is_valid && next !== priority && !save.isPending) save.mutate(next);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-end gap-1">
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-xs text-ink-3">
          {t("Priority")}
        </span>
        <div className="w-20">
          <Input
            type="number"
            inputMode="numeric"
            aria-label={t("Priority of {name}", { name })}
            aria-invalid={!is_valid}
            value={typed ?? String(priority)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => submit()}
            className="tabular-nums"
          />
        </div>
        <span className="flex">
          {moves.map(({ label, icon, to }) => (
            <IconButton
              key={label}
              label={label}
              disabled={!PRIORITY.safeParse(to).success}
              onClick={() => to !== undefined && !save.isPending && save.mutate(to)}
            >
              {icon}
            </IconButton>
          ))}
        </span>
      </div>
      {!is_valid && <p className="text-xs text-negative-text">{t("From -100 to 100")}</p>}
    </form>
  );
}
