import type { ProtocolVersion } from "@fanfare/contract/realtime/pusher";
import type { ResumeResult, Welcome } from "../../channels/subscriber.ts";
import { Connection, type ConnectionLink, type ConnectionOptions } from "../session/connection.ts";
import { encodeCacheMiss, encodeMessage, encodeMissed, encodeSubscribed } from "./encode-frame.ts";

/** Clients of earlier protocol versions don't support `pusher:ping`. */
export const PING_PROTOCOL_MIN = 5;

export class OpenSession extends Connection {
  readonly kind = "open";
  readonly protocol: ProtocolVersion;
  last_received_ms: number;
  /** Time of the last message if the protocol has no ping, otherwise undefined. */
  last_message_ms: number | undefined = undefined;
  /** Time of the last ping without a pong. */
  pinged_ms: number | undefined = undefined;

  constructor(options: ConnectionOptions<ConnectionLink> & { readonly protocol: ProtocolVersion }) {
    super(options);
    this.protocol = options.protocol;
    this.last_received_ms = options.now_ms;
    if (options.protocol < PING_PROTOCOL_MIN) this.last_message_ms = options.now_ms;
  }

  welcome(channel: string, welcome: Welcome): void {
    const { resumed } = welcome;
    this.socket.send(encodeSubscribed(channel, welcome.roster, resumed && positionBefore(resumed)));
    if (resumed !== undefined) this.#replay(channel, resumed, welcome.replay_bytes_max);
    if (welcome.cached === "miss") this.socket.send(encodeCacheMiss(channel));
    else if (welcome.cached !== undefined) {
      this.socket.send(encodeMessage(channel, { kind: "event", ...welcome.cached }));
    }
    for (const signal of welcome.signals) this.socket.send(encodeMessage(channel, { kind: "event", ...signal }));
  }

  /**
   * Replays missed events. If they exceed the limit, sends a frame for missed events instead, after which the client
   * reloads.
   */
  #replay(channel: string, resumed: ResumeResult, bytes_max: number): void {
    if (resumed.outcome === "gap") {
      this.socket.send(encodeMissed(channel, resumed.from, resumed.position));
      return;
    }
    const { from, position } = resumed;
    if (from === undefined) return;
    const frames = resumed.missed.map((event) => encodeMessage(channel, { kind: "event", ...event }));
    const bytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
    if (this.takeReplay(bytes, bytes_max)) for (const frame of frames) this.socket.send(frame);
    else this.socket.send(encodeMissed(channel, from, position));
  }
}

/** Position before the missed events. The client keeps it if the connection breaks before they arrive. */
function positionBefore(resumed: ResumeResult): string | undefined {
  if (resumed.outcome === "gap") return undefined;
  return resumed.from ?? resumed.position;
}
