import type { Frame } from "../../src/channels/subscriber.ts";
import type { Socket } from "../../src/gateway/transport/socket.ts";

/** In-memory topics, like Bun's native ones: a frame reaches all members in the order they joined. */
export interface MemoryTopics {
  broadcast(topic: string, frame: Frame): void;
  joined(topic: string): number;
}

export interface TestSocket extends Socket {
  readonly received: readonly TestFrame[];
  readonly pings: number;
  readonly closed: { readonly code: number; readonly reason: string } | undefined;
  /** Frames since the last call. */
  take(): readonly TestFrame[];
}

export interface TestFrame {
  readonly event: string;
  readonly channel?: string;
  /** Parsed if it was a JSON string. */
  readonly data: unknown;
  readonly user_id?: string;
  readonly position?: string;
}

export interface TestWire {
  /** Called once when either side closes, synchronously like in Bun. */
  readonly onClose: () => void;
  /** Called with each received frame. A simulator delivers it later instead. */
  readonly onFrame?: (text: string) => void;
}

/**
 * Sockets without a network, for tests and simulators in virtual time.
 *
 * @example
 * const net = memoryNet();
 * const sessions = createSessions({ clock, rng, apps, channels, broadcast: net.topics.broadcast });
 * const session = sessions.begin(admission);
 * const socket = net.connect({ onClose: () => session.receive({ kind: "closed" }) });
 * session.receive({ kind: "opened", socket });
 */
export function createMemoryNetwork(): { readonly topics: MemoryTopics; connect(wire: TestWire): TestSocket } {
  const members = new Map<string, Set<Socket>>();
  const topics: MemoryTopics = {
    broadcast(topic, frame) {
      for (const socket of members.get(topic) ?? []) socket.send(frame);
    },
    joined: (topic) => members.get(topic)?.size ?? 0,
  };
  return {
    topics,
    connect(wire) {
      const received: TestFrame[] = [];
      const topics_joined = new Set<string>();
      let taken = 0;
      let pings = 0;
      let closed: TestSocket["closed"];
      const leave = (topic: string): void => {
        topics_joined.delete(topic);
        members.get(topic)?.delete(socket);
        if (members.get(topic)?.size === 0) members.delete(topic);
      };
      const socket: TestSocket = {
        received,
        get pings() {
          return pings;
        },
        get closed() {
          return closed;
        },
        take() {
          const fresh = received.slice(taken);
          taken = received.length;
          return fresh;
        },
        send(frame) {
          if (closed !== undefined) return;
          const text = String(frame);
          received.push(parseFrame(text));
          wire.onFrame?.(text);
        },
        ping() {
          pings++;
        },
        close(code, reason) {
          if (closed !== undefined) return;
          closed = { code, reason };
          for (const topic of [...topics_joined]) leave(topic);
          wire.onClose();
        },
        join(topic) {
          if (closed !== undefined) return;
          topics_joined.add(topic);
          members.set(topic, (members.get(topic) ?? new Set()).add(socket));
        },
        leave,
        publish(topic, frame) {
          for (const other of members.get(topic) ?? []) if (other !== socket) other.send(frame);
        },
      };
      return socket;
    },
  };
}

function parseFrame(text: string): TestFrame {
  // Cast: every server frame has an event and data. A frame without them is a bug that the test shows.
  const frame = JSON.parse(text) as { event: string; channel?: string; data: unknown; user_id?: string };
  return { ...frame, data: typeof frame.data === "string" ? parsedOrText(frame.data) : frame.data };
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
