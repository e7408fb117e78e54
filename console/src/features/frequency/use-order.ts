import type { UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { isPublished } from "../../model/publish/pause-state.ts";
import { announce } from "../../ui/elements/announcer.tsx";
import { comparePlaced, prioritiesAfterMove } from "./move-priority.ts";

type Priorities = ReadonlyMap<string, number>;

interface Order {
  /** With the moves that aren't saved yet. */
  readonly items: readonly ContentSummary[];
  readonly move: (from: number, to: number) => void;
}

/** `focused`: what had the focus before the order changed on the screen. */
type OnMoved = (id: string, focused: Element | null) => void;

/** Moves content in its order at once, and saves the priorities that this takes. They change only the drafts. */
export function useOrder(stored: readonly ContentSummary[], total: number, onMoved: OnMoved): Order {
  const [unsaved, setUnsaved] = useState<Priorities>(new Map());
  const save = useSavePriorities(() => setUnsaved(new Map()));
  const undo = useRef<string>(undefined);
  // The undo toast belongs to this screen, so it closes on unmount.
  useEffect(() => () => closeToast(undo.current), []);

  const items = stored
    .map((item) => ({ ...item, priority: unsaved.get(item.id) ?? item.priority }))
    .toSorted(comparePlaced);
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });

  const apply = (priorities: Priorities, moved: ContentSummary): void => {
    const focused = document.activeElement;
    // A row that moves in the document loses the focus.
    flushSync(() => setUnsaved((before) => new Map([...before, ...priorities])));
    save(priorities);
    onMoved(moved.id, focused);
    const n = latest.current.findIndex(({ id }) => id === moved.id) + 1;
    announce(t("“{name}” is now {n} of {total}", { name: moved.name, n, total }));
  };

  const move = (from: number, to: number): void => {
    const moved = items[from];
    const changes = prioritiesAfterMove(items, from, to);
    if (moved === undefined || changes?.length === 0) return;
    if (changes === undefined) {
      toast.note({ title: t("No priorities left for this order") });
      return;
    }
    const changed = new Map(changes.map(({ id, priority }) => [id, priority]));
    const concerned = items.filter(({ id }) => changed.has(id));
    apply(changed, moved);
    closeToast(undo.current);
    undo.current = toast.done({
      title: t("“{name}” moved", { name: moved.name }),
      ...(concerned.some(isPublished) && { description: t("Publish the changed content to apply the new order.") }),
      action: {
        label: t("Undo"),
        onClick: () => apply(new Map(concerned.map(({ id, priority }) => [id, priority])), moved),
      },
    });
  };
  return { items, move };
}

function closeToast(id: string | undefined): void {
  if (id !== undefined) toast.close(id);
}

const SAVES = { mutationKey: ["content-order"] } as const;

/** Saves one move after the other. `onSaved`: after the last one, when the list is up to date. */
function useSavePriorities(onSaved: () => void): (priorities: Priorities) => void {
  const { api, client } = useAppContext();
  const app = useApp();
  const isLast = (): boolean => client.isMutating(SAVES) <= 1;
  const save = useMutation({
    ...SAVES,
    scope: { id: SAVES.mutationKey[0] },
    mutationFn: async (priorities: Priorities) => {
      for (const [id, priority] of priorities) {
        const { draft, revision } = await api.call("GET /api/contents/:id", {
          params: { id },
          query: { app_id: app.id },
        });
        // Cast: the server's draft is valid input, which only the type can't tell.
        const body = { draft: { ...draft, priority } } as UpdateContentRequest;
        const call = { params: { id }, query: { app_id: app.id }, body, revision, lenient: true };
        await api.call("PATCH /api/contents/:id", call);
      }
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t save order")),
    onSettled: async () => {
      if (isLast()) await client.invalidateQueries(contentQueryFilter(app.id));
      // Another move may have come while the list loaded.
      if (isLast()) onSaved();
    },
  });
  return save.mutate;
}
