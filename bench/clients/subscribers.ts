/**
 * Low-overhead WebSocket subscribers: raw TCP, a manual upgrade, and received bytes that are only counted. The
 * benchmark then measures the server, not the generator.
 */
export interface Subscribers {
  received(): number;
  reset(): void;
  /** Resolves once all subscribers together have received `bytes`. Rejects after `timeout_ms`. */
  reached(bytes: number, timeout_ms: number): Promise<void>;
  close(): void;
}

interface Closable {
  end(): void;
}

export interface Plan {
  readonly port: number;
  readonly count: number;
  path(index: number): string;
  /**
   * A text that subscriber `index` sends once, after the upgrade: `received` is all that came so far. Undefined: not yet, or
   * nothing at all.
   */
  hello(index: number, received: string): string | undefined;
  /** Text whose arrival marks a subscriber as ready. */
  readonly ready: string;
  /** What a subscriber receives once it's ready. */
  onBytes?(index: number, count: number): void;
}

/** Size of an unmasked text frame in bytes (RFC 6455 section 5.2). */
export function wireBytes(text: string): number {
  const payload = Buffer.byteLength(text);
  return payload + (payload < 126 ? 2 : payload < 65_536 ? 4 : 10);
}

/** A text frame with a zero mask: valid for clients, and needs no computation. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

const CONNECT_TIMEOUT_MS = 30_000;

/** Connects one subscriber, and resolves once it is ready. What comes later is counted only. */
function connectSubscriber(plan: Plan, index: number, onBytes: (count: number) => void): Promise<Closable> {
  const { promise, resolve, reject } = Promise.withResolvers<Closable>();
  let text = "";
  let is_ready = false;
  let is_hello_sent = false;
  const timer = setTimeout(
    () => reject(new Error(`Subscriber ${index} was not ready in time. Last received: ${text.slice(-300)}`)),
    CONNECT_TIMEOUT_MS,
  );
  Bun.connect({
    hostname: "127.0.0.1",
    port: plan.port,
    socket: {
      open(socket) {
        socket.write(
          `GET ${plan.path(index)} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        );
      },
      data(socket, bytes) {
        if (is_ready) {
          onBytes(bytes.length);
          plan.onBytes?.(index, bytes.length);
          return;
        }
        text += Buffer.from(bytes).toString("latin1");
        if (!is_hello_sent && text.includes("\r\n\r\n")) {
          const hello = plan.hello(index, text);
          is_hello_sent = hello !== undefined;
          if (hello !== undefined) socket.write(clientFrame(hello));
        }
        if (!text.includes(plan.ready)) return;
        is_ready = true;
        clearTimeout(timer);
        resolve(socket);
      },
      error: (_, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}

const BATCH = 50;

export async function openSubscribers(plan: Plan): Promise<Subscribers> {
  let total = 0;
  let goal = Number.POSITIVE_INFINITY;
  let onGoal = (): void => {};
  const onBytes = (count: number): void => {
    total += count;
    if (total >= goal) onGoal();
  };
  const sockets: Closable[] = [];
  while (sockets.length < plan.count) {
    const first = sockets.length;
    const batch = Array.from({ length: Math.min(BATCH, plan.count - first) }, (_, offset) => first + offset);
    sockets.push(...(await Promise.all(batch.map((index) => connectSubscriber(plan, index, onBytes)))));
  }

  return {
    received: () => total,
    reset() {
      total = 0;
    },
    reached(bytes, timeout_ms) {
      if (total >= bytes) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(new Error(`Received ${total} of ${bytes} bytes in time.`)), timeout_ms);
      goal = bytes;
      onGoal = () => {
        goal = Number.POSITIVE_INFINITY;
        clearTimeout(timer);
        resolve();
      };
      return promise;
    },
    close() {
      for (const socket of sockets) socket.end();
    },
  };
}
