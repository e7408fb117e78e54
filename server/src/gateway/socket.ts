/**
 * A transport as a session sees it: a WebSocket of Bun, a long poll, a test pair. Nothing here throws when the other side
 * is gone already; what is sent then is lost, and the session hears that the transport has closed.
 */
export interface Socket {
  /** One text frame to this client. */
  send(text: string): void;
  /** A control frame that any healthy client answers by itself. Does nothing on transports without control frames. */
  ping(): void;
  /** Closes after what was sent so far. `code` and `reason` (at most 123 bytes) reach the client. */
  close(code: number, reason: string): void;
  /** From now on frames published on `topic` reach this client. */
  join(topic: string): void;
  leave(topic: string): void;
  /** One frame to everyone who joined `topic`, save this client. */
  publish(topic: string, frame: string): void;
}
