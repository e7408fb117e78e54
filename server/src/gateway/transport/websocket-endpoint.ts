import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Log } from "../../lib/log.ts";
import { BunSocket, type BunSocketData } from "./bun-socket.ts";
import type { SocketInput } from "./socket.ts";
import type { Topics } from "./topics.ts";

export interface WebSocketEndpoint {
  readonly handler: Bun.WebSocketHandler<BunSocketData>;
  /** WebSockets closed without a close frame since startup. */
  lost(): number;
}

/** Sessions check liveness themselves. Bun's timeout only frees sockets that they missed. */
const IDLE_TIMEOUT_S = limits.activity_timeout_s + limits.activity_slack_s + limits.pong_timeout_s + 60;

const CONTROL: SocketInput = { kind: "control" };
const CLOSED: SocketInput = { kind: "closed" };
/** RFC 6455 section 7.1.5. */
const ABNORMAL_CLOSURE = 1006;

export function createWebSocketEndpoint(deps: {
  readonly topics: Topics;
  readonly log: Log;
  readonly onClosed: (data: BunSocketData) => void;
}): WebSocketEndpoint {
  let lost = 0;
  /** Isolates errors: an error ends only its own connection, and is logged. */
  const deliver = (ws: Bun.ServerWebSocket<BunSocketData>, input: SocketInput): void => {
    try {
      ws.data.receive(input);
    } catch (error) {
      deps.log.error("session_failed", { input: input.kind, error });
      ws.close(closeCodes.over_capacity.code, closeCodes.over_capacity.text);
    }
  };
  return {
    handler: {
      maxPayloadLength: limits.frame_bytes_read_max,
      backpressureLimit: limits.reader_buffer_bytes_max,
      closeOnBackpressureLimit: true,
      perMessageDeflate: false,
      sendPings: false,
      idleTimeout: IDLE_TIMEOUT_S,
      // Handlers must be synchronous: Bun can't pause a client, so messages must not queue behind an await.
      open(ws) {
        deliver(ws, { kind: "opened", socket: new BunSocket(ws, deps.topics) });
      },
      message(ws, message) {
        deliver(
          ws,
          typeof message === "string" ? { kind: "text", text: message } : { kind: "binary", octets: message },
        );
      },
      ping(ws) {
        deliver(ws, CONTROL);
      },
      pong(ws) {
        deliver(ws, CONTROL);
      },
      close(ws, code) {
        if (code === ABNORMAL_CLOSURE) lost++;
        deps.onClosed(ws.data);
        deliver(ws, CLOSED);
      },
    },
    lost: () => lost,
  };
}
