import {
  hashKey,
  type InferDataFromTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import type { ApiProblem } from "./api-problem.ts";
import { t } from "./language/t.ts";
import { asProblem } from "./queries.ts";
import { toast } from "./ui/toast.tsx";

interface Said {
  readonly title: string;
  readonly description?: string;
}

/** Something that is done on the screen before the server has done it. */
export interface Deed<Key extends QueryKey> {
  /** The query that shows it, and what that shows from now on. */
  readonly shown: { readonly queryKey: Key };
  readonly change: (data: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>;
  readonly act: () => Promise<unknown>;
  /** What is read anew when it is done or refused; what shows it where absent. */
  readonly stale?: QueryFilters;
  /** What is said when the server has done it; nothing where absent. */
  readonly done?: Said;
  /** The way back, offered with `done`. */
  readonly undo?: { readonly act: () => Promise<unknown>; readonly done?: Said };
  /** What is said above the reason when it was refused. */
  readonly refused?: string;
}

/** By whom it is said how a deed went. */
export interface Teller {
  done(words: Said & { readonly action?: { readonly label: string; readonly onClick: () => void } }): unknown;
  problem(problem: ApiProblem, title: string | undefined, onRetry: () => void): unknown;
}

/** What a query showed before the deeds that are under way, and what each of them changes. */
interface UnderWay {
  before: unknown;
  readonly changes: Set<(data: never) => unknown>;
}
const under_way = new WeakMap<QueryClient, Map<string, UnderWay>>();

/**
 * Does something at once on the screen. What the server refuses is taken back there, and said with the reason and, where that
 * may help, a way to try again; what others do at the same time stays. Resolves with whether it was done.
 *
 * @example
 * const change = (list) => without(list, goal.id);
 * await doAtOnce(client, toast, { shown: goals, change, act: () => api.deleteGoal(app.id, goal.id) });
 */
export async function doAtOnce<Key extends QueryKey>(
  client: QueryClient,
  teller: Teller,
  deed: Deed<Key>,
): Promise<boolean> {
  const { shown, change, act, stale = shown, done, undo, refused } = deed;
  const { queryKey } = shown;
  // What is on its way was asked before, and would bring the old back.
  await client.cancelQueries({ queryKey, exact: true });
  const of_client = under_way.get(client) ?? new Map<string, UnderWay>();
  under_way.set(client, of_client);
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
    teller.problem(asProblem(error), refused, () => void doAtOnce(client, teller, deed));
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
  teller.done({
    ...done,
    ...(back === undefined ? {} : { action: { label: t("Undo"), onClick: () => void doAtOnce(client, teller, back) } }),
  });
  return true;
}

/** {@link doAtOnce} on this page. */
export function useAtOnce(): <Key extends QueryKey>(deed: Deed<Key>) => Promise<boolean> {
  const client = useQueryClient();
  return async (deed) => {
    const done = await doAtOnce(client, toast, deed);
    // What had the focus may have gone with what was done.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    return done;
  };
}

interface List<Item> {
  readonly items: readonly Item[];
}

/** A list without one of its items. */
export function without<Whole extends List<{ readonly id: string }>>(list: Whole, id: string): Whole {
  return { ...list, items: list.items.filter((each) => each.id !== id) };
}

/** A list in which one of its items is changed. */
export function withChanged<Item extends { readonly id: string }, Whole extends List<Item>>(
  list: Whole & List<Item>,
  id: string,
  change: Partial<Item>,
): Whole {
  return { ...list, items: list.items.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

/** The same in every part of a list that is read as one scrolls. */
export function inEachPart<Part, Whole extends { readonly pages: Part[] }>(
  list: Whole & { readonly pages: Part[] },
  change: (part: Part) => Part,
): Whole {
  return { ...list, pages: list.pages.map(change) };
}
