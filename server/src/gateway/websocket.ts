import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Log } from "../log.ts";
import { BunSocket, type BunSocketData } from "./bun-socket.ts";
import type { SocketInput } from "./socket.ts";
import type { Topics } from "./topics.ts";

/** What Bun is to do with the WebSockets of the house, whatever is spoken over them. */
export interface WebSocketDoor {
  readonly handler: Bun.WebSocketHandler<BunSocketData>;
  /** WebSockets that ended without a close frame so far. */
  lost(): number;
}

/** Liveness is the sessions' own; Bun's timer only frees what they, against expectation, left behind. */
const IDLE_TIMEOUT_S = limits.activity_timeout_s + limits.activity_slack_s + limits.pong_timeout_s + 60;

const CONTROL: SocketInput = { kind: "control" };
const CLOSED: SocketInput = { kind: "closed" };
/** RFC 6455 section 7.1.5. */
const CLOSED_WITHOUT_A_FRAME = 1006;

export function createWebSocketDoor(deps: { readonly topics: Topics; readonly log: Log }): WebSocketDoor {
  let lost = 0;
  /** A fault of ours costs the one connection on which it showed, and is never silent. */
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
      // Handlers are synchronous: Bun cannot pause a client, so nothing may pile up behind an await.
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
        if (code === CLOSED_WITHOUT_A_FRAME) lost++;
        deliver(ws, CLOSED);
      },
    },
    lost: () => lost,
  };
}
