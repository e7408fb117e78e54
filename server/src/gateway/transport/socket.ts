import type { Frame } from "../../channels/subscriber.ts";

/**
 * The transport of a session: a WebSocket of Bun, a mailbox that polls and streams empty, a test pair. Nothing here throws
 * after the other side has closed: frames are lost, and the session gets `closed`.
 */
export interface Socket {
  /** One frame to this client: text as text, octets as a binary frame where the transport knows them. */
  send(frame: Frame): void;
  /** Sends a control frame that a healthy client answers by itself. Does nothing on transports without control frames. */
  ping(): void;
  /** Closes after what was sent so far. `code` and `reason` (at most 123 bytes) reach the client. */
  close(code: number, reason: string): void;
  /** Bytes that the client has not read, where the transport knows. */
  buffered?(): number;
  /** Ends at once and drops unread frames; where closing would wait for a client that does not read. */
  cut?(): void;
  /** Subscribes this client to a topic. */
  join(topic: string): void;
  leave(topic: string): void;
  /** Sends a frame to everyone on a topic except this client. */
  publish(topic: string, frame: Frame): void;
}

/** Input of a session from its transport, in order. */
export type SocketInput =
  | { readonly kind: "opened"; readonly socket: Socket }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly octets: Uint8Array }
  /** A sign of life without content: a control frame, ping or pong, or a request for more. */
  | { readonly kind: "control" }
  /** The transport has closed. */
  | { readonly kind: "closed" };
