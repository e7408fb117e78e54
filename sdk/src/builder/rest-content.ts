import type { Rng } from "@fanfare/contract/lib/rng";
import type { Celebrate } from "../client/celebrate.ts";
import type { EventQueue } from "../engage/outbox/event-queue.ts";
import type { Guidance } from "../engage/stage/guidance.ts";
import type { HostActions } from "../engage/types.ts";
import type { Emitter } from "../lib/emitter.ts";
import type { Identity } from "../net/identity.ts";
import type { SessionDeps } from "./session.ts";

export interface BuilderDeps extends SessionDeps {
  readonly window: Window & typeof globalThis;
  readonly rng: Rng;
  readonly emitter: Emitter;
  readonly events: EventQueue;
  readonly actions: HostActions;
  readonly identity: Pick<Identity, "identifiedPerson">;
  readonly loadConfetti: () => Promise<Celebrate>;
  readonly guidance: Pick<Guidance, "leave" | "pause" | "restorePage" | "resume" | "stage">;
}

const PAUSE_REASON = "builder";

/** Rests live content with its runs open, and stops counting in this tab. Returns what undoes it. */
export function restContent({ guidance, events }: BuilderDeps): () => void {
  const { add } = events;
  let rests = true;
  events.add = () => Promise.resolve();
  guidance.pause(PAUSE_REASON);
  void guidance.stage().then(() => {
    if (rests) guidance.leave();
  });
  return () => {
    rests = false;
    events.add = add;
    guidance.resume(PAUSE_REASON);
    guidance.restorePage();
  };
}
