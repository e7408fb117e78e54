import { useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { type BulkOutcome, groupByReason, runBatch } from "./run-batch.ts";

/** An action that runs for each of several items. */
export interface BulkAction<Item> {
  /** Identifies the busy button. */
  readonly name: string;
  readonly act: (item: Item) => Promise<unknown>;
  /** Success message for this many items. */
  readonly doneText: (done: number) => string;
  /** Success message for a single item. */
  readonly doneTextOf?: (item: Item) => string;
  /** Reverts the action for one item. */
  readonly undo?: (item: Item) => Promise<unknown>;
  /** Optimistic update. Runs `act`, and restores the items if it fails. */
  readonly at_once?: ((items: readonly Item[], act: () => Promise<void>) => Promise<unknown>) | undefined;
}

interface BulkOptions<Item> {
  readonly nameOf: (item: Item) => string;
  /** Error title, for example `Couldn’t update 3 items`. */
  readonly refusedWords: (count: number) => string;
  /** Confirmation of an undo, for example `Changes to 3 items undone`. */
  readonly undoneWords: (count: number) => string;
  /** Runs after all items were processed. Clears the selection and refetches lists. */
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
      // The selection is cleared by now, so the items to retry are captured here.
      toast.problem(problem, title, () => void work(action, these));
    }
    const [first] = done;
    if (first === undefined) return;
    const { undo } = action;
    const back = undo && { name: "undo", act: undo, doneText: undoneWords };
    const offer = back && { action: { label: t("Undo"), onClick: () => void work(back, done) } };
    const title = (done.length === 1 ? action.doneTextOf?.(first) : undefined) ?? action.doneText(done.length);
    toast.done({ title, ...offer });
  };
  const run = (action: BulkAction<Item>, items: readonly Item[]): void => {
    if (under_way === undefined) void work(action, items);
  };
  return { under_way, run };
}
