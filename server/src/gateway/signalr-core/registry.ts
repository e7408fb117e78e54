import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { Lane } from "../../channels/subscriber.ts";
import type { Log } from "../../log.ts";
import type { Hub } from "../hub/hub.ts";
import { createLastRequests } from "../last-requests.ts";
import { createTally } from "../tally.ts";
import type { Topics } from "../topics.ts";
import { CoreConnection } from "./connection.ts";
import type { CoreGuest } from "./connection-deps.ts";
import { JSON_PROTOCOL } from "./json-protocol.ts";
import { MESSAGE_PACK_PROTOCOL } from "./message-pack-protocol.ts";
import type { HubProtocol } from "./messages.ts";
import { CoreTransports } from "./transports.ts";

export interface CoreRegistryDeps {
  readonly clock: Clock;
  readonly rng: Pick<Rng, "bytes">;
  readonly hub: Hub;
  readonly topics: Topics;
  readonly log: Log;
}

/** Whoever has negotiated, until the connection is over and told so. */
export interface CoreRegistry {
  find(token: string): CoreTransports | undefined;
  /** Once all connections have been ended: resolves when their clients know, or none comes to hear it in time. */
  settled(): Promise<void>;
  /** `has_id`: the client does not know of tokens, and will come back with the id of the connection in their place. */
  begin(
    guest: CoreGuest,
    wish: { readonly caller: string; readonly resumable: boolean; readonly has_id: boolean },
  ): { readonly token: string; readonly transports: CoreTransports } | undefined;
}

const TOKEN_BYTES = 32;

export function createCoreRegistry(deps: CoreRegistryDeps): CoreRegistry {
  const open = new Map<string, CoreTransports>();
  const lanes: ReadonlyMap<HubProtocol, Lane> = new Map(
    [JSON_PROTOCOL, MESSAGE_PACK_PROTOCOL].map((protocol) => [protocol, deps.hub.laneOf(protocol.dialect)]),
  );
  const tally = createTally({ total_max: limits.http_sessions_max });
  const last = createLastRequests(deps.clock);

  return {
    find: (token) => open.get(token),
    settled: () =>
      last.settled(open.size, () => {
        for (const transports of [...open.values()]) transports.stop();
      }),
    begin(guest, { caller, resumable, has_id }) {
      const allowed = guest.app.settings.limits;
      if (!tally.take(caller, allowed.http_sessions_per_caller_max)) return undefined;
      const token = has_id ? guest.socket_id : Buffer.from(deps.rng.bytes(TOKEN_BYTES)).toString("base64url");
      const transports: CoreTransports = new CoreTransports({
        ...deps,
        resumable,
        reader_buffer_bytes_max: allowed.reader_buffer_bytes_max,
        connection: (onEnded) => new CoreConnection(guest, { ...deps, lanes, onEnded }),
        // WebSockets are counted by the app's own quota, not by what one address may hold in waiting.
        onWebSocket: () => tally.release(caller),
        onOver({ is_web_socket }) {
          open.delete(token);
          if (open.size === 0) last.emptied();
          if (!is_web_socket) tally.release(caller);
        },
      });
      open.set(token, transports);
      return { token, transports };
    },
  };
}
