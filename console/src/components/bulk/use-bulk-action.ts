import { useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { type BulkOutcome, groupByReason, runBatch } from "./run-batch.ts";

/** The same done with each of several. */
export interface BulkAction<Item> {
  /** Tells the button that is busy. */
  readonly name: string;
  readonly act: (item: Item) => Promise<unknown>;
  /** What is said of so many with whom it was done. */
  readonly said: (done: number) => string;
  /** The same of one alone, by its name. */
  readonly saidOf?: (item: Item) => string;
  /** Takes it back from one. */
  readonly undo?: (item: Item) => Promise<unknown>;
  /** Shows it done before the server has done it: it is given what does it, and shows them as they were where that fails. */
  readonly at_once?: ((items: readonly Item[], act: () => Promise<void>) => Promise<unknown>) | undefined;
}

interface BulkOptions<Item> {
  readonly nameOf: (item: Item) => string;
  /** `3 contents: not done`. */
  readonly refusedWords: (count: number) => string;
  /** `3 contents back as they were`. */
  readonly undoneWords: (count: number) => string;
  /** Once all were tried: the choice is over, and lists are read anew. */
  readonly onEnd: () => void;
}

/** A action that is under way, and with how many it was tried. */
export interface BulkProgress {
  readonly name: string;
  readonly tried: number;
  readonly all: number;
}

interface Bulk<Item> {
  readonly under_way: BulkProgress | undefined;
  /** Begins; while another action is under way it does nothing. */
  readonly run: (action: BulkAction<Item>, items: readonly Item[]) => void;
}

/** Runs an action on several items. Refusals are grouped by reason and can be retried; what was done can be undone. */
export function useBulkAction<Item>({ nameOf, refusedWords, undoneWords, onEnd }: BulkOptions<Item>): Bulk<Item> {
  const [under_way, setUnderWay] = useState<BulkProgress>();
  const trying = async (action: BulkAction<Item>, items: readonly Item[]): Promise<BulkOutcome<Item>> => {
    const now = { name: action.name, tried: 0, all: items.length };
    const all = () => runBatch(items, action.act, (tried) => setUnderWay({ ...now, tried }));
    setUnderWay(now);
    if (action.at_once === undefined) return all();
    let outcome: BulkOutcome<Item> = { done: [], refused: [] };
    await action.at_once(items, async () => {
      outcome = await all();
      const [first] = outcome.refused;
      if (outcome.done.length === 0 && first !== undefined) throw first.problem;
    });
    return outcome;
  };
  const work = async (action: BulkAction<Item>, items: readonly Item[]): Promise<void> => {
    const { done, refused } = await trying(action, items);
    setUnderWay(undefined);
    onEnd();
    for (const { problem, items: these } of groupByReason(refused)) {
      const [one] = these;
      const title =
        one !== undefined && these.length === 1
          ? t("Couldn’t update “{name}”", { name: nameOf(one) })
          : refusedWords(these.length);
      // The choice is gone from the screen: what is tried again is kept here.
      toast.problem(problem, title, () => void work(action, these));
    }
    const [first] = done;
    if (first === undefined) return;
    const { undo } = action;
    const back = undo && { name: "undo", act: undo, said: undoneWords };
    const offer = back && { action: { label: t("Undo"), onClick: () => void work(back, done) } };
    const title = (done.length === 1 ? action.saidOf?.(first) : undefined) ?? action.said(done.length);
    toast.done({ title, ...offer });
  };
  const run = (action: BulkAction<Item>, items: readonly Item[]): void => {
    if (under_way === undefined) void work(action, items);
  };
  return { under_way, run };
}
