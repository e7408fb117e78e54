import { limits } from "@fanfare/contract/limits";
import type { Identity } from "../../net/identity.ts";

/** Identifies an instance's current person: the epoch changes with the person. */
export type EpochSource = Pick<Identity, "epoch">;

export interface PastToast {
  readonly text: string;
  readonly at_ms: number;
  readonly locale: string | undefined;
  readonly epoch: number;
}

/** By instance, newest first. */
const histories = new WeakMap<EpochSource, readonly PastToast[]>();
const watchers = new WeakMap<EpochSource, () => void>();

/** Toasts shown to the current person, newest first. Excludes those of previous persons. */
export function toastHistory(epochs: EpochSource): readonly PastToast[] {
  const epoch = epochs.epoch();
  return (histories.get(epochs) ?? []).filter((each) => each.epoch === epoch);
}

/** Records a toast in memory for the lifetime of the page. */
export function recordToast(epochs: EpochSource, passed: PastToast): void {
  histories.set(epochs, [passed, ...toastHistory(epochs)].slice(0, limits.passed_toasts_kept_max));
  watchers.get(epochs)?.();
}

/** Calls `changed` for each new toast. Only the latest watcher is called. */
export function watchToastHistory(epochs: EpochSource, changed: () => void): void {
  watchers.set(epochs, changed);
}
