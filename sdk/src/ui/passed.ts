import { limits } from "@fanfare/contract/limits";
import type { Identity } from "../identity.ts";

/** Tells who looks at the page, of one instance: its number changes with the person. */
export type Whose = Pick<Identity, "epoch">;

/** A toast that nothing else keeps: what it said, when, in which language, and to whom. */
export interface Passed {
  readonly text: string;
  readonly at_ms: number;
  readonly locale: string | undefined;
  readonly epoch: number;
}

/** By instance, the newest first. */
const kept = new WeakMap<Whose, readonly Passed[]>();
const watchers = new WeakMap<Whose, () => void>();

/** What the person who looks at the page now was told in passing, the newest first. Nobody reads what another was told. */
export function passedBy(whose: Whose): readonly Passed[] {
  const epoch = whose.epoch();
  return (kept.get(whose) ?? []).filter((each) => each.epoch === epoch);
}

/** Keeps it for as long as the page is open, in its memory alone. */
export function keepPassed(whose: Whose, passed: Passed): void {
  kept.set(whose, [passed, ...passedBy(whose)].slice(0, limits.passed_toasts_kept_max));
  watchers.get(whose)?.();
}

/** Calls `changed` for each that comes; the last who asked is called. */
export function watchPassed(whose: Whose, changed: () => void): void {
  watchers.set(whose, changed);
}
