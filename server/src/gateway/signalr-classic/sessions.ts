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

export interface ClassicConnectRequest {
  readonly claims: ConnectionClaims;
  readonly app: AppRecord;
  /** Part of the client address that identifies one caller. */
  readonly network: string;
  readonly encrypted: boolean;
  readonly is_listening: boolean;
  /** The client's last position, if its previous server has stopped. */
  readonly restore_from: ClientPosition | undefined;
}

export interface ClassicSessions {
  find(connection_id: string): ClassicSession | undefined;
  open(request: ClassicConnectRequest): ClassicSession | { readonly refused: CloseReason };
  /** Call after all connections have ended. Resolves when their clients have been notified. */
  settled(): Promise<void>;
  /** Returns why a connection ended for good, for as long as that's stored. */
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
        // The quota limits sessions held open by requests. WebSockets count as connections instead.
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
