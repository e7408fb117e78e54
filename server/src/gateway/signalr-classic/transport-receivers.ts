import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { Transport } from "@fanfare/contract/realtime/transport";
import { openHttpStream } from "../transport/http-stream.ts";
import { openLongPoll } from "../transport/long-poll.ts";
import type { Receiver } from "../transport/mailbox.ts";
import { isSlow } from "../transport/slow-reader.ts";
import type { Socket } from "../transport/socket.ts";
import { KEEP_ALIVE } from "./envelope.ts";
import type { Reader } from "./reader.ts";

/** Current transport of envelopes to a client. */
export interface ClassicReceiver extends Receiver {
  readonly transport: Transport;
  /** Sends a keepalive if the transport stays open. Ends a transport whose client doesn't read. */
  keepAlive(allowed: AppLimits): void;
}

/** Called once. */
type OnEnd = (receiver: ClassicReceiver) => void;

/** WebSocket close codes (RFC 6455 section 7.4.1). Clients reconnect after each of them and ignore the code. */
const GOING_AWAY_CODE = { code: 1001, reason: "The connection continues on another transport." } as const;

/** WebSocket receiver. Call `markAlive` on any activity of the client. */
export interface WebSocketReceiver extends ClassicReceiver {
  markAlive(): void;
}

/** Batches messages of the same tick into one envelope. */
export function webSocketReceiver(socket: Socket, reader: Reader, onEnd: OnEnd): WebSocketReceiver {
  let is_ended = false;
  let is_waking = false;
  let unanswered = 0;
  const end = (): void => {
    if (is_ended) return;
    is_ended = true;
    socket.close(GOING_AWAY_CODE.code, GOING_AWAY_CODE.reason);
    onEnd(receiver);
  };
  const flush = (): void => {
    is_waking = false;
    for (let reading = is_ended ? undefined : reader.next(); reading !== undefined; reading = reader.next()) {
      socket.send(reading.text);
      if (reading.last) {
        end();
        return;
      }
    }
  };
  const receiver: WebSocketReceiver = {
    transport: "classic_websocket",
    markAlive() {
      unanswered = 0;
    },
    wake() {
      if (is_waking || is_ended) return;
      is_waking = true;
      queueMicrotask(flush);
    },
    ping: () => socket.ping(),
    keepAlive(allowed) {
      if (is_ended) return;
      if (isSlow(socket, allowed)) {
        end();
        socket.cut?.();
        return;
      }
      if (unanswered === hubLimits.classic_pings_unanswered_max) {
        end();
        return;
      }
      unanswered++;
      // The first resets the client's own timeout. Browsers answer the second, which shows that the client is alive.
      socket.send(KEEP_ALIVE);
      socket.ping();
    },
    drop: end,
  };
  return receiver;
}

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Accel-Buffering": "no",
} as const;
export const toServerSentEvent = (text: string): string => `data: ${text}\n\n`;

/** Server-sent events. Starts with an empty event, so that every browser detects the open stream. */
export function eventStreamReceiver(
  reader: Reader,
  headers: Readonly<Record<string, string>>,
  onEnd: OnEnd,
): { readonly receiver: ClassicReceiver; readonly response: Response } {
  let opening = toServerSentEvent("initialized");
  const stream = openHttpStream({
    headers: { ...headers, ...STREAM_HEADERS },
    ping: toServerSentEvent(KEEP_ALIVE),
    next() {
      const reading = reader.next();
      const text = opening + (reading === undefined ? "" : toServerSentEvent(reading.text));
      opening = "";
      return text === "" ? undefined : { text, last: reading?.last ?? false };
    },
    onEnd: () => onEnd(receiver),
  });
  let is_waking = false;
  const receiver: ClassicReceiver = {
    transport: "classic_sse",
    // Batch messages of the same tick into one envelope.
    wake() {
      if (is_waking) return;
      is_waking = true;
      queueMicrotask(() => {
        is_waking = false;
        stream.wake();
      });
    },
    ping: stream.ping,
    drop: stream.drop,
    keepAlive: stream.ping,
  };
  return { receiver, response: stream.response };
}

/** Responds to a poll with the next envelope, not before `not_before_ms` unless it's the last one. */
export function pollReceiver(
  reader: Reader,
  given: {
    readonly clock: Clock;
    readonly not_before_ms: number;
    readonly signal: AbortSignal;
    answer(text: string): Response;
  },
  onEnd: OnEnd,
): { readonly receiver: ClassicReceiver; readonly response: Promise<Response> } {
  const { clock, not_before_ms, answer, signal } = given;
  const poll = openLongPoll({
    clock,
    not_before_ms,
    signal,
    hold_ms: limits.http_heartbeat_ms,
    isUrgent: () => reader.is_ending,
    answer() {
      const reading = reader.next();
      return reading === undefined ? undefined : answer(reading.text);
    },
    nothing: () => answer(reader.emptyEnvelope()),
    replaced: () => answer(reader.emptyEnvelope()),
    onEnd: () => onEnd(receiver),
  });
  const receiver: ClassicReceiver = {
    transport: "classic_poll",
    wake: poll.wake,
    ping: poll.ping,
    drop: poll.drop,
    keepAlive() {},
  };
  return { receiver, response: poll.response };
}
