import type { Clock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { ClientEvent, EventsResponse } from "@fanfare/contract/schema/client/v1";
import type { Report } from "../../lib/report.ts";
import type { Consent } from "../../lib/storage.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";
import { createOutbox, type Delivery, type Outbox, type OutboxDeps } from "./outbox.ts";

/** A queued event. `at`: milliseconds by the browser's clock. */
export type QueuedEvent = Omit<ClientEvent, "at"> & { readonly at: number };

export interface EventQueue extends Pick<Outbox<QueuedEvent>, "flush" | "flushOnLeave" | "recoverLeftovers" | "stop"> {
  /** Resolves once the event is stored. Props lose values that JSON can't represent. */
  add(name: string, props: object): Promise<void>;
}

export function createEventQueue(
  deps: Omit<OutboxDeps<QueuedEvent>, "deliver" | "delay_ms" | "batch_max"> & {
    /** By the server's clock, as far as known. */
    readonly now_ms: () => number;
    readonly clock: Clock;
    readonly rng: Rng;
    readonly net: Net;
    readonly identity: Pick<Identity, "claims">;
    readonly consent: () => Consent;
    /**
     * True once the server has responded for this person. Before, an anonymous visitor has no ID to send, and the server
     * may refuse who the page claims it is.
     */
    readonly isAccepted: () => boolean;
    readonly report: Report;
    readonly onDue: () => void;
  },
): EventQueue {
  const deliver = async (kept: readonly QueuedEvent[], keepalive: boolean): Promise<Delivery> => {
    const consent = deps.consent();
    if (consent === "denied") return { kind: "settled" };
    if (consent === "pending" || !deps.isAccepted()) return { kind: "held" };
    // Rounded to whole minutes, so that a resent event keeps its time despite varying latency.
    const skew_ms = Math.round((deps.now_ms() - deps.clock.now()) / MINUTE_MS) * MINUTE_MS;
    const events = kept.map((event) => ({ ...event, at: new Date(event.at + skew_ms).toISOString() }));
    const json = { ...deps.identity.claims(), events };
    const answer = await deps.net.call<EventsResponse>("POST", "/v1/events", { json, keepalive });
    switch (answer.kind) {
      case "failed":
        return answer;
      case "refused":
        return (await import("./rejections.ts")).handleRefusal(deps.report, "events", answer);
      case "ok":
        if (answer.body.rejected.length) deps.report("events", answer.body.rejected);
        if (answer.body.due) deps.onDue();
    }
    return { kind: "settled" };
  };
  const outbox = createOutbox<QueuedEvent>({
    ...deps,
    deliver,
    delay_ms: limits.outbox_flush_delay_ms,
    batch_max: limits.events_per_request_max,
  });
  return {
    ...outbox,
    async add(name, props) {
      if (deps.consent() === "denied") return;
      // Cast: the outbox stores a copy as JSON.
      const own = props as ClientEvent["props"];
      await outbox.put({ id: uuidv7(deps.clock, deps.rng), name: String(name), props: own, at: deps.clock.now() });
    },
  };
}
