import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { CloseReason } from "@fanfare/contract/realtime/pusher";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Hub } from "../hub/hub.ts";
import { RequestSessions } from "../session/request-sessions.ts";
import { createSessionQuota } from "../session/session-quota.ts";
import type { Topics } from "../transport/topics.ts";
import { parseCursor } from "./cursor.ts";
import { CLASSIC_DIALECT } from "./dialect.ts";
import { restoreSubscriptions } from "./restore-subscriptions.ts";
import { ClassicSession, type ClientPosition } from "./session.ts";
import type { ClassicTokens, ConnectionClaims } from "./tokens.ts";

export interface ClassicSessionsDeps {
  readonly clock: Clock;
  readonly rng: Pick<Rng, "bytes">;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly tokens: ClassicTokens;
}

/** A connection with a valid token. */
export interface ClassicConnectRequest {
  readonly claims: ConnectionClaims;
  readonly app: AppRecord;
  /** The part of the caller's address that one caller holds. */
  readonly network: string;
  readonly encrypted: boolean;
  readonly is_listening: boolean;
  /** The client's last position, if it comes from a server that is gone. */
  readonly restore_from: ClientPosition | undefined;
}

/** The connections of classic SignalR that this server knows. */
export interface ClassicSessions {
  find(connection_id: string): ClassicSession | undefined;
  /** Opens a connection, and restores the channels of its groups token. */
  open(request: ClassicConnectRequest): ClassicSession | { readonly refused: CloseReason };
  /** Once all connections have been ended: resolves when their clients know. */
  settled(): Promise<void>;
  /** Why a connection has ended for good, while that is remembered. */
  endOf(connection_id: string): string | undefined;
}

const LIFE_BYTES = 6;
const ABORTED = "The client ended this connection.";

export function createClassicSessions(deps: ClassicSessionsDeps): ClassicSessions {
  const open = new RequestSessions<ClassicSession>(deps.clock);
  const ended = new Map<string, string>();
  const lane = deps.hub.createLane(CLASSIC_DIALECT);
  const quota = createSessionQuota();

  const remember = (connection_id: string, why: string): void => {
    ended.set(connection_id, why);
    const [oldest] = ended.keys();
    if (ended.size > hubLimits.classic_ended_max && oldest !== undefined) ended.delete(oldest);
  };

  return {
    find: (connection_id) => open.find(connection_id),
    settled: () => open.settled(),
    endOf: (connection_id) => ended.get(connection_id),
    open({ claims, app, network, encrypted, is_listening, restore_from }) {
      const { connection_id, identity } = claims;
      const release = quota.take(app, network);
      if (release === undefined) return { refused: "too_many_sessions" };
      const session = new ClassicSession({
        ...deps,
        connection_id,
        instance_id: BigInt(`0x${Buffer.from(deps.rng.bytes(LIFE_BYTES)).toString("hex")}`).toString(36),
        is_listening,
        // The quota bounds sessions that requests hold open; a WebSocket is a connection of its own.
        onWebSocket: release,
        onClosed(end) {
          open.remove(connection_id, session);
          release();
          if (end === "aborted") remember(connection_id, ABORTED);
          else if (end !== "gone") remember(connection_id, end.fatal);
        },
      });
      const client = deps.hub.open({ app, socket_id: connection_id, lane, link: session, identity, encrypted });
      if ("refused" in client) {
        session.abandon();
        return client;
      }
      open.add(connection_id, session);
      session.admit(client);
      const groups = deps.tokens.readGroups(restore_from?.groups_token ?? "", connection_id);
      const positions = parseCursor(restore_from?.message_id ?? "")?.positions;
      if (groups !== undefined) restoreSubscriptions({ hub: deps.hub, client, app, groups, positions, session });
      return session;
    },
  };
}
