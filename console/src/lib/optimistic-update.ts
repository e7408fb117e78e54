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

/** Something that is done on the screen before the server has done it. */
export interface OptimisticUpdate<Key extends QueryKey> {
  /** The query that shows it, and what that shows from now on. */
  readonly shown: { readonly queryKey: Key };
  readonly change: (data: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>;
  readonly act: () => Promise<unknown>;
  /** What is read anew when it is done or refused; what shows it where absent. */
  readonly stale?: QueryFilters;
  /** What is said when the server has done it; nothing where absent. */
  readonly done?: ToastText;
  /** The way back, offered with `done`. */
  readonly undo?: { readonly act: () => Promise<unknown>; readonly done?: ToastText };
  /** What is said above the reason when it was refused. */
  readonly refused?: string;
}

/** By whom it is said how a deed went. */
export interface Notifier {
  done(words: ToastText & { readonly action?: { readonly label: string; readonly onClick: () => void } }): unknown;
  problem(problem: ApiProblem, title: string | undefined, onRetry: () => void): unknown;
}

/** What a query showed before the deeds that are under way, and what each of them changes. */
interface PendingUpdates {
  before: unknown;
  readonly changes: Set<(data: never) => unknown>;
}
const pending_updates = new WeakMap<QueryClient, Map<string, PendingUpdates>>();

/**
 * Does something at once on the screen. What the server refuses is taken back there, and said with the reason and, where that
 * may help, a way to try again; what others do at the same time stays. Resolves with whether it was done.
 *
 * @example
 * const change = (list) => without(list, goal.id);
 * await doAtOnce(client, toast, { shown: goals, change, act: () => api.deleteGoal(app.id, goal.id) });
 */
export async function runOptimisticUpdate<Key extends QueryKey>(
  client: QueryClient,
  toasts: Notifier,
  update: OptimisticUpdate<Key>,
): Promise<boolean> {
  const { shown, change, act, stale = shown, done, undo, refused } = update;
  const { queryKey } = shown;
  // What is on its way was asked before, and would bring the old back.
  await client.cancelQueries({ queryKey, exact: true });
  const of_client = pending_updates.get(client) ?? new Map<string, PendingUpdates>();
  pending_updates.set(client, of_client);
  const hash = hashKey(queryKey);
  const known = client.getQueryData(queryKey);
  const line = of_client.get(hash) ?? { before: known, changes: new Set() };
  of_client.set(hash, line);
  const show = (): void => {
    if (line.before === undefined) return;
    // Each change was written for what this query answers.
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

/** {@link runOptimisticUpdate} on this page. */
export function useOptimisticUpdate(): <Key extends QueryKey>(update: OptimisticUpdate<Key>) => Promise<boolean> {
  const client = useQueryClient();
  return async (update) => {
    const done = await runOptimisticUpdate(client, toast, update);
    // What had the focus may have gone with what was done.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    return done;
  };
}

interface List<Item> {
  readonly items: readonly Item[];
}

/** A list without one of its items. */
export function withoutItem<Whole extends List<{ readonly id: string }>>(list: Whole, id: string): Whole {
  return { ...list, items: list.items.filter((each) => each.id !== id) };
}

/** A list in which one of its items is changed. */
export function withChangedItem<Item extends { readonly id: string }, Whole extends List<Item>>(
  list: Whole & List<Item>,
  id: string,
  change: Partial<Item>,
): Whole {
  return { ...list, items: list.items.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

/** The same in every part of a list that is read as one scrolls. */
export function inEachPage<Part, Whole extends { readonly pages: Part[] }>(
  list: Whole & { readonly pages: Part[] },
  change: (part: Part) => Part,
): Whole {
  return { ...list, pages: list.pages.map(change) };
}
