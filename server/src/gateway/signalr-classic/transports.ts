import type { Clock } from "@fanfare/contract/clock";
import type { BunSocketData } from "../bun-socket.ts";
import type { Answers } from "./answers.ts";
import type { ClassicTransport } from "./call.ts";
import { encodeEnvelope } from "./envelope.ts";
import type { Reader } from "./reader.ts";
import {
  eventOf,
  eventStreamReceiver,
  pollReceiver,
  STREAM_HEADERS,
  type WebSocketReceiver,
  webSocketReceiver,
} from "./receivers.ts";
import type { ClassicSession } from "./session.ts";

/** What carries one reader to its client. */
export interface Carriage {
  readonly session: ClassicSession;
  readonly reader: Reader;
}

/** What Bun keeps for a WebSocket that carries this session. */
export function webSocketData({ session, reader }: Carriage): BunSocketData {
  let receiver: WebSocketReceiver | undefined;
  let answer = (_text: string): void => {};
  return {
    receive(input) {
      receiver?.heard();
      switch (input.kind) {
        case "opened": {
          const { socket } = input;
          answer = (text) => {
            if (text !== "") socket.send(text);
          };
          receiver = webSocketReceiver(socket, reader, (ended) => session.detach(ended));
          // It may have ended between the handshake and now.
          if (session.is_over) receiver.drop();
          else session.attachWebSocket(receiver);
          return;
        }
        case "text":
          session.hear(input.text, answer);
          return;
        case "binary":
          session.hear(new TextDecoder().decode(input.octets), answer);
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

export function eventStream({ session, reader }: Carriage, answers: Answers): Response {
  const { receiver, response } = eventStreamReceiver(reader, answers.headers, (ended) => session.detach(ended));
  session.attach(receiver);
  return response;
}

export function poll(
  { session, reader }: Carriage,
  given: { readonly clock: Clock; readonly signal: AbortSignal; readonly answers: Answers },
): Promise<Response> {
  const { receiver, response } = pollReceiver(
    reader,
    { ...given, not_before_ms: session.nextPollMs(), answer: given.answers.json },
    (ended) => session.detach(ended),
  );
  session.attach(receiver);
  return response;
}

/** The word that a connection has ended for good, over whatever the client listens to. WebSockets are given their data. */
export function lastWord(transport: Exclude<ClassicTransport, "webSockets">, why: string, answers: Answers): Response {
  const text = encodeEnvelope({ cursor: NO_CURSOR, messages: [], fatal: why });
  if (transport === "longPolling") return answers.json(text);
  return new Response(eventOf("initialized") + eventOf(text), { headers: { ...answers.headers, ...STREAM_HEADERS } });
}

export function lastWordData(why: string): BunSocketData {
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
