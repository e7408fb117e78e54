import type { Clock } from "@fanfare/contract/lib/clock";
import type { Lane } from "../../channels/subscriber.ts";
import type { Log } from "../../lib/log.ts";
import type { Hub } from "../hub/hub.ts";
import { RequestSessions } from "../session/request-sessions.ts";
import { createSessionQuota } from "../session/session-quota.ts";
import type { Topics } from "../transport/topics.ts";
import { CoreConnection } from "./connection.ts";
import type { NegotiatedClient } from "./connection-types.ts";
import { JSON_PROTOCOL } from "./json-protocol.ts";
import { MESSAGE_PACK_PROTOCOL } from "./message-pack-protocol.ts";
import type { HubProtocol } from "./messages.ts";
import type { ConnectionTickets } from "./tickets.ts";
import { CoreTransports } from "./transports.ts";

export interface CoreRegistryDeps {
  readonly clock: Clock;
  readonly hub: Hub;
  readonly topics: Topics;
  readonly log: Log;
  readonly tickets: Pick<ConnectionTickets, "seal">;
}

/** Negotiated options. `has_id`: the client doesn't support tokens and connects with its connection ID instead. */
export interface NegotiatedOptions {
  /** Part of the client address that identifies one caller. */
  readonly network: string;
  readonly resumable: boolean;
  readonly has_id: boolean;
  /** Connection token, if another server negotiated. */
  readonly token?: string;
}

/** Negotiated connections, kept until their clients have received the end. */
export interface CoreRegistry {
  find(token: string): CoreTransports | undefined;
  /** Call after all connections have ended. Resolves when their clients have been notified. */
  settled(): Promise<void>;
  /** Undefined if the caller has too many sessions. */
  begin(
    peer: NegotiatedClient,
    options: NegotiatedOptions,
  ): { readonly token: string; readonly transports: CoreTransports } | undefined;
}

export function createCoreRegistry(deps: CoreRegistryDeps): CoreRegistry {
  const open = new RequestSessions<CoreTransports>(deps.clock);
  const lanes: ReadonlyMap<HubProtocol, Lane> = new Map(
    [JSON_PROTOCOL, MESSAGE_PACK_PROTOCOL].map((protocol) => [protocol, deps.hub.createLane(protocol.dialect)]),
  );
  const quota = createSessionQuota();

  return {
    find: (token) => open.find(token),
    settled: () => open.settled(),
    begin(peer, { network, resumable, has_id, token: given }) {
      const release = quota.take(peer.app, network);
      if (release === undefined) return undefined;
      const { app, socket_id, identity } = peer;
      const ticket = { app_id: app.id, socket_id, identity, resumable };
      const token = given ?? (has_id ? socket_id : deps.tickets.seal(ticket));
      const transports: CoreTransports = new CoreTransports({
        ...deps,
        resumable,
        reader_buffer_bytes_max: peer.app.settings.limits.reader_buffer_bytes_max,
        connection: (onEnded) => new CoreConnection(peer, { ...deps, lanes, onEnded }),
        // The quota limits sessions held open by requests. WebSockets count as connections instead.
        onWebSocket: release,
        onClosed() {
          open.remove(token, transports);
          release();
        },
      });
      open.add(token, transports);
      return { token, transports };
    },
  };
}
