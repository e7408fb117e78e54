import type { AppLimits } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { limits } from "@fanfare/contract/limits";
import type { Transport } from "@fanfare/contract/transport";
import { holdPoll } from "../held-poll.ts";
import { openHttpStream } from "../http-stream.ts";
import type { Receiver } from "../mailbox.ts";
import { isSlow } from "../slow-reader.ts";
import type { Socket } from "../socket.ts";
import { KEEP_ALIVE } from "./envelope.ts";
import type { Reader } from "./reader.ts";

/** What carries envelopes to a client at the moment. */
export interface ClassicReceiver extends Receiver {
  readonly transport: Transport;
  /** Breaks the silence of a transport that stays open; nothing on one that does not. Ends one that is not read. */
  keepAlive(allowed: AppLimits): void;
}

/** Called once, when a receiver is at its end. */
type OnEnd = (receiver: ClassicReceiver) => void;

/** Close codes of a WebSocket (RFC 6455, section 7.4.1). The client reconnects after each of them, and never reads them. */
const GOING_AWAY = { code: 1001, reason: "The connection goes on elsewhere." } as const;

/** A WebSocket. `heard` is to be called at each sign of life of the other side. */
export interface WebSocketReceiver extends ClassicReceiver {
  heard(): void;
}

/** What is said at one moment goes out as one envelope. */
export function webSocketReceiver(socket: Socket, reader: Reader, onEnd: OnEnd): WebSocketReceiver {
  let is_over = false;
  let is_waking = false;
  let unanswered = 0;
  const end = (): void => {
    if (is_over) return;
    is_over = true;
    socket.close(GOING_AWAY.code, GOING_AWAY.reason);
    onEnd(receiver);
  };
  const look = (): void => {
    is_waking = false;
    for (let reading = is_over ? undefined : reader.next(); reading !== undefined; reading = reader.next()) {
      socket.send(reading.text);
      if (reading.last) {
        end();
        return;
      }
    }
  };
  const receiver: WebSocketReceiver = {
    transport: "classic_websocket",
    heard() {
      unanswered = 0;
    },
    wake() {
      if (is_waking || is_over) return;
      is_waking = true;
      queueMicrotask(look);
    },
    ping: () => socket.ping(),
    keepAlive(allowed) {
      if (is_over) return;
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
      // The first is for the client's own watch; the second is answered by browsers, and shows whether there is one.
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
export const eventOf = (text: string): string => `data: ${text}\n\n`;

/** Server-Sent Events. The first event says nothing: it makes every browser notice that the stream is open. */
export function eventStreamReceiver(
  reader: Reader,
  headers: Readonly<Record<string, string>>,
  onEnd: OnEnd,
): { readonly receiver: ClassicReceiver; readonly response: Response } {
  let opening = eventOf("initialized");
  const stream = openHttpStream({
    headers: { ...headers, ...STREAM_HEADERS },
    ping: eventOf(KEEP_ALIVE),
    next() {
      const reading = reader.next();
      const text = opening + (reading === undefined ? "" : eventOf(reading.text));
      opening = "";
      return text === "" ? undefined : { text, last: reading?.last ?? false };
    },
    onEnd: () => onEnd(receiver),
  });
  let is_waking = false;
  const receiver: ClassicReceiver = {
    transport: "classic_sse",
    // What is said at one moment goes out as one envelope here, too.
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

/** A request that is answered with the next envelope, though not before `not_before_ms` unless it is the last one. */
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
  const poll = holdPoll({
    clock,
    not_before_ms,
    signal,
    hold_ms: limits.http_heartbeat_ms,
    isUrgent: () => reader.is_ending,
    answer() {
      const reading = reader.next();
      return reading === undefined ? undefined : answer(reading.text);
    },
    nothing: () => answer(reader.nothing()),
    replaced: () => answer(reader.nothing()),
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
