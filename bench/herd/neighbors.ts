import { openSubscribers, wireBytes } from "../clients/subscribers.ts";
import type { ServerProcess } from "../server-process.ts";
import { BENCH_APP, channelName, eventFrame } from "../servers/commands.ts";

const CHANNEL = channelName(0);
const BYTES_EACH = wireBytes(eventFrame(CHANNEL));
const SETTLE_MS = 5_000;

/** Clients of another app on the same server, all on one channel. */
export interface Neighbors {
  /** Publishes `per_second` events until `done` settles. Milliseconds from each due time to each delivery. */
  delays(per_second: number, done: Promise<unknown>): Promise<readonly number[]>;
  close(): void;
}

export async function connectNeighbors(server: ServerProcess, count: number): Promise<Neighbors> {
  const received = new Float64Array(count);
  let due_ms: number[] = [];
  let delays_ms: number[] = [];
  let onDelivery = (): void => {};
  const subscribers = await openSubscribers({
    ...{ port: server.port, count, ready: "subscription_succeeded" },
    path: () => `/app/${BENCH_APP.key}?protocol=7&client=bench&version=1.0`,
    hello: (_, text) =>
      text.includes("socket_id")
        ? JSON.stringify({ event: "pusher:subscribe", data: { channel: CHANNEL } })
        : undefined,
    onBytes(index, bytes) {
      const before = Math.floor((received[index] ?? 0) / BYTES_EACH);
      received[index] = (received[index] ?? 0) + bytes;
      const now_ms = performance.now();
      for (let event = before; event < Math.floor((received[index] ?? 0) / BYTES_EACH); event++) {
        delays_ms.push(now_ms - (due_ms[event] ?? Number.NaN));
        onDelivery();
      }
    },
  });
  return {
    async delays(per_second, done) {
      received.fill(0);
      due_ms = [];
      delays_ms = [];
      let is_done = false;
      const ended = done.finally(() => {
        is_done = true;
      });
      const began_ms = performance.now();
      // At fixed times: an event that waits doesn't delay the next one, whose wait counts, too.
      for (let event = 0; !is_done; event++) {
        const at_ms = began_ms + (event * 1_000) / per_second;
        await Bun.sleep(Math.max(0, at_ms - performance.now()));
        due_ms.push(Math.max(at_ms, performance.now()));
        void server.publish({ messages: 1, gap_ms: 0, channels: 1 });
      }
      await ended;
      await allDelivered(
        () => delays_ms.length === due_ms.length * count,
        (listener) => {
          onDelivery = listener;
        },
      );
      return delays_ms;
    },
    close: () => subscribers.close(),
  };
}

/** @throws Error if some events don't arrive. */
async function allDelivered(isComplete: () => boolean, listen: (listener: () => void) => void): Promise<void> {
  if (isComplete()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  listen(() => {
    if (isComplete()) resolve();
  });
  const late = Bun.sleep(SETTLE_MS).then(() => Promise.reject(new Error("Neighbors missed events.")));
  await Promise.race([promise, late]);
}
