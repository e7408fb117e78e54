import { CHECKLIST_POSITION } from "@fanfare/contract/content/positions";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { PlayerLife } from "../dom/guard.ts";
import { CHECKLIST_DONE_MS, CLAIM_MS } from "../limits.ts";
import type { Page, PlayerOptions } from "../types.ts";
import type { ChecklistEffect, ChecklistInput } from "./checklist-state.ts";

export interface ChecklistEffectDeps extends Pick<PlayerOptions, "content_id" | "on"> {
  readonly life: PlayerLife;
  /** Shows what changed, and announces these tasks. */
  showChange(tasks: readonly string[]): void;
  /** No task is left. */
  isSettled(): boolean;
  send(input: ChecklistInput): void;
  complete(): void;
}

export interface ChecklistEffects {
  run(effect: ChecklistEffect): void;
  /** No task is left: it completes in a moment. */
  completing(): boolean;
  cancel(): void;
}

export function createChecklistEffects(deps: ChecklistEffectDeps): ChecklistEffects {
  const { guard, page } = deps.life;
  let finishing: Cancel | undefined;
  /** True if this window, of several that show the checklist, reports a task or the end. */
  const isOurs = (position: string): Promise<boolean> =>
    deps.content_id === undefined
      ? Promise.resolve(true)
      : oncePerBrowser(page, `fanfare:${deps.content_id}:${position}`);
  return {
    completing: () => finishing !== undefined && deps.isSettled(),
    cancel: () => finishing?.(),
    run(effect) {
      switch (effect.kind) {
        case "changed":
          deps.showChange(effect.tasks);
          break;
        case "claim": {
          const { step_id } = effect;
          const claimed = guard((ours: boolean) => ours && deps.send({ kind: "claimed", step_id }));
          void isOurs(step_id).then(claimed);
          break;
        }
        case "complete":
          // Once the person has seen that it was the last one.
          finishing ??= page.clock.after(CHECKLIST_DONE_MS, async () => {
            // The person may have undone a skipped task.
            if (!deps.isSettled()) finishing = undefined;
            // If another tab completes it, the server's next response removes it here.
            else if (await isOurs(CHECKLIST_POSITION)) deps.complete();
          });
          break;
        default:
          deps.on(effect);
      }
    },
  };
}

/**
 * True if this window is the first in the browser to do something that must happen once. Holds the lock until other
 * windows learn of it from the server. Without Web Locks (pages without TLS), every window is first.
 */
function oncePerBrowser({ window, clock }: Page, what: string): Promise<boolean> {
  const locks: LockManager | undefined = window.navigator.locks;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise((release) => clock.after(CLAIM_MS, release));
    };
    locks.request(what, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}
