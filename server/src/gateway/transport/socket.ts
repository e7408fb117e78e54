import type { Frame } from "../../channels/subscriber.ts";

/**
 * Transport of a session: a Bun WebSocket, a mailbox emptied by polls or streams, or a test double. Never throws after
 * the other side has closed: frames are lost, and the session gets `closed`.
 */
export interface Socket {
  /** Sends a frame to this client: text as text, bytes as a binary frame if the transport supports them. */
  send(frame: Frame): void;
  /**
   * Sends a control frame that a healthy client answers automatically. Does nothing on transports without control
   * frames.
   */
  ping(): void;
  /** Closes after the frames already sent. The client receives `code` and `reason` (at most 123 bytes). */
  close(code: number, reason: string): void;
  /** Bytes that the client hasn't read, if the transport can report them. */
  buffered?(): number;
  /** Ends immediately and drops unread frames, if closing would wait for a client that doesn't read. */
  cut?(): void;
  join(topic: string): void;
  leave(topic: string): void;
  publish(topic: string, frame: Frame): void;
}

export type SocketInput =
  | { readonly kind: "opened"; readonly socket: Socket }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly octets: Uint8Array }
  /** Keepalive without content: a control frame, ping or pong, or a request for more. */
  | { readonly kind: "control" }
  | { readonly kind: "closed" };
