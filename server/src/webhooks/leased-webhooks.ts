import type { Cancel } from "@fanfare/contract/lib/clock";
import type { AppId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { ChannelObserver } from "../channels/channel-observer.ts";
import type { Fence } from "../cluster/lease.ts";
import { requeue, type Webhooks, type WebhooksDeps } from "./webhooks.ts";

/** Webhooks of one of several nodes. One node at a time stores and sends them. */
export interface LeasedWebhooks extends Webhooks {
  /** This node sends from now on. */
  begin(fence: Fence): Promise<void>;
  /** Another node may send from now on. */
  end(): Promise<void>;
}

/**
 * @param announce Tells the node that sends of changed webhooks, or of a delivery that was queued again.
 * @param replayState Reports every occupied channel and member now. A node that takes over finds out by it what changed
 *   while no node observed.
 */
export function createLeasedWebhooks(
  deps: WebhooksDeps,
  open: (deps: WebhooksDeps) => Promise<Webhooks>,
  announce: (app_id: AppId | undefined, revived?: WebhookDeliveryId) => void,
  replayState: (observer: ChannelObserver) => void,
): LeasedWebhooks {
  const { clock } = deps;
  let active: Webhooks | undefined;
  let cancelPoll: Cancel = () => {};
  /** Facts that other nodes recorded. */
  const pollFacts = (): void => {
    cancelPoll = clock.after(limits.facts_poll_ms, () => {
      active?.factsRecorded();
      pollFacts();
    });
  };
  return {
    factsRecorded: () => active?.factsRecorded(),
    observe: (app_id, activity) => active?.observe(app_id, activity),
    async refresh(app_id) {
      if (active === undefined) announce(app_id);
      else await active.refresh(app_id);
    },
    async replay(id) {
      if (active !== undefined) return await active.replay(id);
      const replayed = await requeue(deps, id);
      if (replayed === "replayed") announce(undefined, id);
      return replayed;
    },
    wake: async (id) => active?.wake(id),
    async begin(fence) {
      active = await open({ ...deps, store: fence(deps.store) });
      replayState(active.observe);
      pollFacts();
    },
    async end() {
      cancelPoll();
      const ending = active;
      active = undefined;
      await ending?.stop();
    },
    stop: async () => active?.stop(),
  };
}
