import type { Clock } from "@fanfare/contract/lib/clock";
import type { BunSocketData } from "../transport/bun-socket.ts";
import { encodeEnvelope } from "./envelope.ts";
import type { Reader } from "./reader.ts";
import type { ClassicTransport } from "./request-path.ts";
import type { ClassicResponses } from "./responses.ts";
import type { ClassicSession, Refusal } from "./session.ts";
import {
  eventStreamReceiver,
  pollReceiver,
  STREAM_HEADERS,
  toServerSentEvent,
  type WebSocketReceiver,
  webSocketReceiver,
} from "./transport-receivers.ts";

export interface TransportBinding {
  readonly session: ClassicSession;
  readonly reader: Reader;
}

export function webSocketData({ session, reader }: TransportBinding): BunSocketData {
  let receiver: WebSocketReceiver | undefined;
  let answer = (_text: string): void => {};
  const refuse = (why: Refusal): void => session.call({ name: "serverError", args: [JSON.stringify(why)] });
  return {
    receive(input) {
      receiver?.markAlive();
      switch (input.kind) {
        case "opened": {
          const { socket } = input;
          answer = (text) => {
            if (text !== "") socket.send(text);
          };
          receiver = webSocketReceiver(socket, reader, (ended) => session.detach(ended));
          // The session may have ended since the handshake.
          if (session.is_ended) receiver.drop();
          else session.attachWebSocket(receiver);
          return;
        }
        case "text":
          session.receive(input.text, answer, refuse);
          return;
        case "binary":
          session.receive(new TextDecoder().decode(input.octets), answer, refuse);
          return;
        case "control":
          return;
        case "closed":
          receiver?.drop();
          return;
      }
    },
  };
}

export function eventStream({ session, reader }: TransportBinding, answers: ClassicResponses): Response {
  const { receiver, response } = eventStreamReceiver(reader, answers.headers, (ended) => session.detach(ended));
  session.attach(receiver);
  return response;
}

export function longPoll(
  { session, reader }: TransportBinding,
  given: { readonly clock: Clock; readonly signal: AbortSignal; readonly answers: ClassicResponses },
): Promise<Response> {
  const { receiver, response } = pollReceiver(
    reader,
    { ...given, not_before_ms: session.nextPollMs(), answer: given.answers.json },
    (ended) => session.detach(ended),
  );
  session.attach(receiver);
  return response;
}

/** Sends the end of a connection over the client's transport. For WebSockets, use {@link endedWebSocketData}. */
export function endedResponse(
  transport: Exclude<ClassicTransport, "webSockets">,
  why: string,
  answers: ClassicResponses,
): Response {
  const text = encodeEnvelope({ cursor: NO_CURSOR, messages: [], fatal: why });
  if (transport === "longPolling") return answers.json(text);
  return new Response(toServerSentEvent("initialized") + toServerSentEvent(text), {
    headers: { ...answers.headers, ...STREAM_HEADERS },
  });
}

export function endedWebSocketData(why: string): BunSocketData {
  return {
    receive(input) {
      if (input.kind !== "opened") return;
      input.socket.send(encodeEnvelope({ cursor: NO_CURSOR, messages: [], fatal: why }));
      input.socket.close(NORMAL, "The connection has ended.");
    },
  };
}

const NO_CURSOR = "0-0";
/** RFC 6455, section 7.4.1. */
const NORMAL = 1000;
