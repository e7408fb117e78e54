import type { Frame } from "../channels/subscriber.ts";

/**
 * A transport as a session sees it: a WebSocket of Bun, a mailbox that polls and streams empty, a test pair. Nothing here
 * throws when the other side is gone already; what is sent then is lost, and the session hears that the transport has closed.
 */
export interface Socket {
  /** One frame to this client: text as text, octets as a binary frame where the transport knows them. */
  send(frame: Frame): void;
  /** A control frame that any healthy client answers by itself. Does nothing on transports without control frames. */
  ping(): void;
  /** Closes after what was sent so far. `code` and `reason` (at most 123 bytes) reach the client. */
  close(code: number, reason: string): void;
  /** Bytes that wait for the client to read them, where the transport knows. */
  buffered?(): number;
  /** Ends at once, without what waits; where closing would wait for a client that does not read. */
  cut?(): void;
  /** From now on frames published on `topic` reach this client. */
  join(topic: string): void;
  leave(topic: string): void;
  /** One frame to everyone who joined `topic`, save this client. */
  publish(topic: string, frame: Frame): void;
}

/** What a transport tells its session, in the order in which it happened. */
export type SocketInput =
  | { readonly kind: "opened"; readonly socket: Socket }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly octets: Uint8Array }
  /** A sign of life that says nothing: a control frame, ping or pong, or a request for more. */
  | { readonly kind: "control" }
  /** The transport is gone. */
  | { readonly kind: "closed" };
