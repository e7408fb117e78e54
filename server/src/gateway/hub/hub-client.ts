import type { OccupiedChannel } from "../../channels/occupied-channel.ts";
import type { Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Identity, VerifyIdentity } from "../../people/identity/identity.ts";
import { Connection, type ConnectionLink, type SessionContext } from "../session/connection.ts";
import type { Socket } from "../transport/socket.ts";
import { ChannelStream } from "./channel-stream.ts";
import type { HubCallback } from "./hub-callback.ts";

export interface HubTransport extends ConnectionLink {
  readonly socket: Socket;
  call(callback: HubCallback): void;
}

export interface HubContext extends SessionContext {
  readonly verifyIdentity: VerifyIdentity;
  /** Groups of the client's person on the server, for a call whose channels require them. */
  readonly groups?: readonly string[];
}

/** Open connection to the hub. Its socket ID has Pusher's format, so that any Pusher backend can sign for it. */
export class HubClient extends Connection<HubTransport> {
  /** From the verified token. */
  identity: Identity | undefined = undefined;
  /** Receives the welcome of the channel being subscribed to. */
  onWelcome: ((welcome: Welcome) => void) | undefined = undefined;
  /** Created with the first stream. On its channel, a stream replaces the connection as the subscriber. */
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
