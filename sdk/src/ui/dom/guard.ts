import type { Page, PlayerEvent, PlayerOptions } from "../types.ts";

/** Wraps a function so that it doesn't throw. */
export type Guard = <Args extends readonly unknown[]>(task: (...args: Args) => void) => (...args: Args) => void;

/** Wraps every callback that the page may invoke: errors are reported by the SDK and never reach the page. */
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

export function guardedPage({ clock, ...page }: Page, guard: Guard): Page {
  return {
    ...page,
    clock: { now: () => clock.now(), after: (delay_ms, task) => clock.after(delay_ms, guard(task)) },
  };
}

export type EndedEvent = Extract<PlayerEvent, { readonly kind: "ended" }>;

/** Player state until it ends, by a call or by an error. */
export interface PlayerLife {
  readonly guard: Guard;
  readonly page: Page;
  /** Guards what may come too late: once it is over, nothing happens. */
  readonly whileOpen: Guard;
  /** Removes the player and reports its end, once. If it `stays`, the next call removes it. */
  end(event: EndedEvent): void;
}

/** `takeDown`: leaves nothing of it on the screen. */
export function openPlayerLife(options: PlayerOptions, takeDown: () => void): PlayerLife {
  let over = false;
  let ended = false;
  const end = (event: EndedEvent): void => {
    if (over) return;
    over = !event.stays;
    if (over) takeDown();
    const news: PlayerEvent = ended ? { kind: "removed" } : event;
    ended = true;
    options.on(news);
  };
  const guard = createGuard((error) => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // The failure itself can't be reported.
    }
  });
  return {
    ...{ guard, end, page: guardedPage(options, guard) },
    whileOpen: (task) => guard((...args) => over || task(...args)),
  };
}
