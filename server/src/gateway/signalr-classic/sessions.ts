import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { limits } from "@fanfare/contract/limits";
import type { CloseReason } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Hub } from "../hub/hub.ts";
import { createLastRequests } from "../last-requests.ts";
import { createTally } from "../tally.ts";
import type { Topics } from "../topics.ts";
import { parseCursor } from "./cursor.ts";
import { CLASSIC_DIALECT } from "./dialect.ts";
import { restore } from "./restore.ts";
import { ClassicSession, type Position } from "./session.ts";
import type { ClassicTokens, ConnectionClaims } from "./tokens.ts";

export interface ClassicSessionsDeps {
  readonly clock: Clock;
  readonly rng: Pick<Rng, "bytes">;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly tokens: ClassicTokens;
}

/** A connection that comes with good papers. */
export interface ClassicArrival {
  readonly claims: ConnectionClaims;
  readonly app: AppRecord;
  /** The part of the caller's address that one caller holds. */
  readonly network: string;
  readonly encrypted: boolean;
  readonly is_listening: boolean;
  /** What the client says that it was on and has heard, where it comes from a server that is no more. */
  readonly came_from: Position | undefined;
}

/** The connections of classic SignalR that this server knows. */
export interface ClassicSessions {
  find(connection_id: string): ClassicSession | undefined;
  /** Lets a connection in, and back into the channels that its groups token names. */
  open(arrival: ClassicArrival): ClassicSession | { readonly refused: CloseReason };
  /** Resolves when every connection has heard its end, or none is left that comes to hear it in time. */
  settled(): Promise<void>;
  /** Why a connection has ended for good, while that is remembered. */
  endOf(connection_id: string): string | undefined;
}

const LIFE_BYTES = 6;
const ABORTED = "The client has ended this connection.";

export function createClassicSessions(deps: ClassicSessionsDeps): ClassicSessions {
  const open = new Map<string, ClassicSession>();
  const ended = new Map<string, string>();
  const lane = deps.hub.laneOf(CLASSIC_DIALECT);
  const tally = createTally({ total_max: limits.http_sessions_max });
  const last = createLastRequests(deps.clock);

  const remember = (connection_id: string, why: string): void => {
    ended.set(connection_id, why);
    const [oldest] = ended.keys();
    if (ended.size > hubLimits.classic_ended_max && oldest !== undefined) ended.delete(oldest);
  };

  return {
    find: (connection_id) => open.get(connection_id),
    settled: () =>
      last.settled(open.size, () => {
        for (const session of [...open.values()]) session.abandon();
      }),
    endOf: (connection_id) => ended.get(connection_id),
    open({ claims, app, network, encrypted, is_listening, came_from }) {
      const { connection_id, identity } = claims;
      const caller = `${app.id} ${network}`;
      const { http_sessions_per_caller_max } = app.settings.limits;
      if (!tally.take(caller, http_sessions_per_caller_max)) return { refused: "too_many_sessions" };
      let is_counted = true;
      const release = (): void => {
        if (is_counted) tally.release(caller);
        is_counted = false;
      };
      const session = new ClassicSession({
        ...deps,
        connection_id,
        life: BigInt(`0x${Buffer.from(deps.rng.bytes(LIFE_BYTES)).toString("hex")}`).toString(36),
        is_listening,
        // Requests come and go; a WebSocket holds a connection of its own, as those of every other protocol do.
        onWebSocket: release,
        onOver(end) {
          if (open.get(connection_id) === session) open.delete(connection_id);
          if (open.size === 0) last.emptied();
          release();
          if (end === "aborted") remember(connection_id, ABORTED);
          else if (end !== "gone") remember(connection_id, end.fatal);
        },
      });
      const client = deps.hub.open({ app, socket_id: connection_id, lane, transport: session, identity, encrypted });
      if ("refused" in client) {
        session.abandon();
        return client;
      }
      open.set(connection_id, session);
      session.admit(client);
      const held = deps.tokens.readGroups(came_from?.groups_token ?? "", connection_id);
      const heard = parseCursor(came_from?.message_id ?? "")?.positions;
      if (held !== undefined) restore({ hub: deps.hub, client, app, held, heard, session });
      return session;
    },
  };
}
