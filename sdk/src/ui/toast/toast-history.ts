import { limits } from "@fanfare/contract/limits";
import type { Identity } from "../../net/identity.ts";

/** Tells who looks at the page, of one instance: its number changes with the person. */
export type EpochSource = Pick<Identity, "epoch">;

/** A toast that nothing else keeps: what it said, when, in which language, and to whom. */
export interface PastToast {
  readonly text: string;
  readonly at_ms: number;
  readonly locale: string | undefined;
  readonly epoch: number;
}

/** By instance, the newest first. */
const histories = new WeakMap<EpochSource, readonly PastToast[]>();
const watchers = new WeakMap<EpochSource, () => void>();

/** What the person who looks at the page now was told in passing, the newest first. Nobody reads what another was told. */
export function toastHistory(epochs: EpochSource): readonly PastToast[] {
  const epoch = epochs.epoch();
  return (histories.get(epochs) ?? []).filter((each) => each.epoch === epoch);
}

/** Keeps it for as long as the page is open, in its memory alone. */
export function recordToast(epochs: EpochSource, passed: PastToast): void {
  histories.set(epochs, [passed, ...toastHistory(epochs)].slice(0, limits.passed_toasts_kept_max));
  watchers.get(epochs)?.();
}

/** Calls `changed` for each that comes; the last who asked is called. */
export function watchToastHistory(epochs: EpochSource, changed: () => void): void {
  watchers.set(epochs, changed);
}
