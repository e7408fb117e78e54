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
export function toastHistory(whose: EpochSource): readonly PastToast[] {
  const epoch = whose.epoch();
  return (histories.get(whose) ?? []).filter((each) => each.epoch === epoch);
}

/** Keeps it for as long as the page is open, in its memory alone. */
export function recordToast(whose: EpochSource, passed: PastToast): void {
  histories.set(whose, [passed, ...toastHistory(whose)].slice(0, limits.passed_toasts_kept_max));
  watchers.get(whose)?.();
}

/** Calls `changed` for each that comes; the last who asked is called. */
export function watchToastHistory(whose: EpochSource, changed: () => void): void {
  watchers.set(whose, changed);
}
