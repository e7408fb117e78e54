import {
  hashKey,
  type InferDataFromTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { type ApiProblem, asProblem } from "./api/api-problem.ts";
import { t } from "./i18n/t.ts";
import { toast } from "./toast.ts";

interface ToastText {
  readonly title: string;
  readonly description?: string;
}

/** A change that is displayed before the server confirms it. */
export interface OptimisticUpdate<Key extends QueryKey> {
  /** Query that displays the change, and the change to its data. */
  readonly shown: { readonly queryKey: Key };
  readonly change: (data: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>;
  readonly act: () => Promise<unknown>;
  /** Queries to refetch when the update settles. Defaults to `shown`. */
  readonly stale?: QueryFilters;
  readonly done?: ToastText;
  /** Undo, offered with `done`. */
  readonly undo?: { readonly act: () => Promise<unknown>; readonly done?: ToastText };
  /** Title of the error toast. */
  readonly refused?: string;
}

export interface Notifier {
  done(words: ToastText & { readonly action?: { readonly label: string; readonly onClick: () => void } }): unknown;
  problem(problem: ApiProblem, title: string | undefined, onRetry: () => void): unknown;
}

/** A query's data before all pending updates, and their changes. */
interface PendingUpdates {
  before: unknown;
  readonly changes: Set<(data: never) => unknown>;
}
const pending_updates = new WeakMap<QueryClient, Map<string, PendingUpdates>>();

/**
 * Applies a change optimistically. If the server rejects it, rolls it back and shows the reason, with a retry if that
 * can help. Concurrent changes stay. Resolves to whether it succeeded.
 *
 * @example
 * const change = (list) => withoutItem(list, goal.id);
 * await runOptimisticUpdate(client, toast, { shown: goals, change, act: () => api.deleteGoal(app.id, goal.id) });
 */
export async function runOptimisticUpdate<Key extends QueryKey>(
  client: QueryClient,
  toasts: Notifier,
  update: OptimisticUpdate<Key>,
): Promise<boolean> {
  const { shown, change, act, stale = shown, done, undo, refused } = update;
  const { queryKey } = shown;
  // Responses in flight would restore the old data.
  await client.cancelQueries({ queryKey, exact: true });
  const of_client = pending_updates.get(client) ?? new Map<string, PendingUpdates>();
  pending_updates.set(client, of_client);
  const hash = hashKey(queryKey);
  const known = client.getQueryData(queryKey);
  const line = of_client.get(hash) ?? { before: known, changes: new Set() };
  of_client.set(hash, line);
  const show = (): void => {
    if (line.before === undefined) return;
    // Safe cast: each change was written for this query's data.
    const data = [...line.changes].reduce<unknown>((now, each) => each(now as never), line.before);
    client.setQueryData(queryKey, data as never);
  };
  line.changes.add(change);
  show();
  const settle = (): void => {
    line.changes.delete(change);
    if (line.changes.size > 0) return;
    of_client.delete(hash);
    void client.invalidateQueries(stale);
  };
  try {
    await act();
  } catch (error) {
    line.changes.delete(change);
    show();
    settle();
    toasts.problem(asProblem(error), refused, () => void runOptimisticUpdate(client, toasts, update));
    return false;
  }
  if (line.before !== undefined) line.before = change(line.before as InferDataFromTag<unknown, Key>);
  settle();
  if (done === undefined) return true;
  const back = undo && {
    ...{ shown, stale, act: undo.act, ...(undo.done === undefined ? {} : { done: undo.done }) },
    change: (now: InferDataFromTag<unknown, Key>) =>
      known === undefined ? now : (known as InferDataFromTag<unknown, Key>),
  };
  toasts.done({
    ...done,
    ...(back === undefined
      ? {}
      : { action: { label: t("Undo"), onClick: () => void runOptimisticUpdate(client, toasts, back) } }),
  });
  return true;
}

export function useOptimisticUpdate(): <Key extends QueryKey>(update: OptimisticUpdate<Key>) => Promise<boolean> {
  const client = useQueryClient();
  return async (update) => {
    const done = await runOptimisticUpdate(client, toast, update);
    // The change may have removed the focused element.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    return done;
  };
}

interface List<Item> {
  readonly items: readonly Item[];
}

export function withoutItem<Whole extends List<{ readonly id: string }>>(list: Whole, id: string): Whole {
  return { ...list, items: list.items.filter((each) => each.id !== id) };
}

export function withChangedItem<Item extends { readonly id: string }, Whole extends List<Item>>(
  list: Whole & List<Item>,
  id: string,
  change: Partial<Item>,
): Whole {
  return { ...list, items: list.items.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

/** Applies a change to every page of an infinite list. */
export function inEachPage<Part, Whole extends { readonly pages: Part[] }>(
  list: Whole & { readonly pages: Part[] },
  change: (part: Part) => Part,
): Whole {
  return { ...list, pages: list.pages.map(change) };
}
