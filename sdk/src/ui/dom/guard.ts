import type { Page } from "../types.ts";

/** Gives back the same function, which no longer throws. */
export type Guard = <Args extends readonly unknown[]>(task: (...args: Args) => void) => (...args: Args) => void;

/** Everything that the page may call of ours goes through this: an error is ours to tell, not the page's to catch. */
export function createGuard(fail: (error: unknown) => void): Guard {
  return (task) =>
    (...args) => {
      try {
        task(...args);
      } catch (error) {
        fail(error);
      }
    };
}

/** The same page, whose timers cannot throw. */
export function guardedPage({ clock, ...page }: Page, guard: Guard): Page {
  return {
    ...page,
    clock: { now: () => clock.now(), after: (delay_ms, task) => clock.after(delay_ms, guard(task)) },
  };
}
