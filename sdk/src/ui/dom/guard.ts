import type { Page, PlayerEvent, PlayerOptions } from "../types.ts";

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

export type EndedEvent = Extract<PlayerEvent, { readonly kind: "ended" }>;

/** What is shown until it ends, by a call or by an error. */
export interface PlayerLife {
  readonly guard: Guard;
  readonly page: Page;
  /** Guards what may come too late: once it is over, nothing happens. */
  readonly whileOpen: Guard;
  /** Takes it away and tells of it, once. */
  end(event: EndedEvent): void;
}

/** `takeDown`: leaves nothing of it on the screen. */
export function openPlayerLife(options: PlayerOptions, takeDown: () => void): PlayerLife {
  let over = false;
  const end = (event: EndedEvent): void => {
    if (over) return;
    over = true;
    takeDown();
    options.on(event);
  };
  const guard = createGuard((error) => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // Failing to tell of a failure: there is nobody left to tell.
    }
  });
  return {
    ...{ guard, end, page: guardedPage(options, guard) },
    whileOpen: (task) => guard((...args) => over || task(...args)),
  };
}
