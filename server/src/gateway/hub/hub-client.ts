import type { OccupiedChannel } from "../../channels/occupied-channel.ts";
import type { Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Identity, VerifyIdentity } from "../../people/identity/identity.ts";
import { Connection, type ConnectionLink, type SessionContext } from "../session/connection.ts";
import type { Socket } from "../transport/socket.ts";
import { ChannelStream } from "./channel-stream.ts";
import type { HubCallback } from "./hub-callback.ts";

/** The way from the hub to one client, over any generation and transport. */
export interface HubTransport extends ConnectionLink {
  /** Joins topics for the client and carries the frames of its dialect. */
  readonly socket: Socket;
  /** Calls one method of this client alone. */
  call(callback: HubCallback): void;
}

/** What the methods of the hub need to serve one call. */
export interface HubContext extends SessionContext {
  readonly verifyIdentity: VerifyIdentity;
}

/** An open connection to the hub. Its socket id has the form of a Pusher socket id, so that any Pusher backend can sign for it. */
export class HubClient extends Connection<HubTransport> {
  /** From the verified token. */
  identity: Identity | undefined = undefined;
  /** Receives the welcome of the channel that is being entered. */
  onWelcome: ((welcome: Welcome) => void) | undefined = undefined;
  /** Made with the first stream, which is on its channel in place of the connection. */
  #streams: Map<OccupiedChannel, ChannelStream> | undefined;

  welcome(_channel: string, welcome: Welcome): void {
    this.onWelcome?.(welcome);
  }

  override subscriberOn(occupied: OccupiedChannel): Subscriber {
    return this.#streams?.get(occupied) ?? this;
  }

  override addChannel(occupied: OccupiedChannel, subscriber: Subscriber): void {
    super.addChannel(occupied, subscriber);
    if (!(subscriber instanceof ChannelStream)) return;
    this.#streams ??= new Map();
    this.#streams.set(occupied, subscriber);
  }

  override removeChannel(occupied: OccupiedChannel): void {
    super.removeChannel(occupied);
    this.#streams?.delete(occupied);
  }

  /** The stream of this client that listens to a topic. */
  streamOn(topic: string): ChannelStream | undefined {
    for (const [{ lanes }, stream] of this.#streams ?? []) {
      if (lanes.some((entry) => entry.lane === stream.lane && entry.topic === topic)) return stream;
    }
    return undefined;
  }

  silenceStreams(): void {
    for (const stream of this.#streams?.values() ?? []) stream.silence();
  }
}
