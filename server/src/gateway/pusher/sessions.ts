import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { CloseReason } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { Transport } from "@fanfare/contract/transport";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { Frame, Lane } from "../../channels/subscriber.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import type { Connections } from "../connections.ts";
import { Mailbox } from "../mailbox.ts";
import { spread } from "../spread.ts";
import { encodeMessage } from "./dialect.ts";
import type { Admission } from "./handshake.ts";
import type { OpenSession } from "./open-session.ts";
import { Session, type SessionDeps } from "./session.ts";

/** All connections of the Pusher protocol on this node, whatever carries them. */
export interface Sessions {
  /** A session whose transport is about to open. */
  begin(admission: Admission): Session;
  /** Ends every session that has signed in as this user, with a code that lets none of them return by itself. */
  endUser(app_id: AppId, user_id: string): void;
  /** Ends every session of an app that is no more. */
  endApp(app_id: AppId): void;
  /** Has everyone who listens to this channel reconnect at once, and be let in again or not. */
  renewChannel(app_id: AppId, channel: string): void;
  /** How many are open. */
  size(): number;
  /** What carries each of an app's, counted. */
  countTransports(app_id: AppId, count: (transport: Transport) => void): void;
  /** Ends every session with `reason`, spread over `spread_ms`; resolves when the last close frame is out. */
  endAll(reason: CloseReason, spread_ms: number): Promise<void>;
}

/**
 * `broadcast` hands a frame to everyone who joined a topic. One coarse sweep watches over all connections instead of a
 * timer for each, and only while there are any.
 *
 * @example
 * const sessions = createSessions({ clock, rng, apps, channels, watchlists, connections, broadcast: (topic, frame) => server.publish(topic, frame) });
 * const session = sessions.begin(admit(handshake, apps));
 */
export function createSessions(deps: {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
  readonly connections: Connections;
  readonly broadcast: (topic: string, frame: Frame) => void;
}): Sessions {
  const open = new Map<string, { readonly session: Session; readonly open: OpenSession }>();
  let cancelSweep: Cancel | undefined;

  const sweep = (): void => {
    cancelSweep = undefined;
    for (const { session } of open.values()) session.receive({ kind: "tick" });
    watch();
  };
  const watch = (): void => {
    if (open.size > 0) cancelSweep ??= deps.clock.after(limits.liveness_sweep_ms, sweep);
  };

  const lane: Lane = {
    name: "pusher",
    encode: encodeMessage,
    fanOut(topic, frame, except) {
      const excepted = except === undefined ? undefined : open.get(except);
      if (excepted === undefined) deps.broadcast(topic, frame);
      else excepted.open.socket.publish(topic, frame);
    },
  };
  const session_deps: SessionDeps = {
    clock: deps.clock,
    rng: deps.rng,
    apps: deps.apps,
    channels: deps.channels,
    lane,
    watchlists: deps.watchlists,
    connectionsOf: deps.connections.of,
    register(session, state) {
      deps.connections.add(state.app_id);
      open.set(state.socket_id, { session, open: state });
      watch();
    },
    forget(state) {
      if (open.delete(state.socket_id)) deps.connections.remove(state.app_id);
      if (open.size > 0) return;
      cancelSweep?.();
      cancelSweep = undefined;
    },
  };

  return {
    begin: (admission) => new Session(session_deps, admission),
    endUser(app_id, user_id) {
      for (const { session, open: state } of open.values()) {
        if (state.user?.user_id === user_id && state.app_id === app_id) {
          session.receive({ kind: "end", reason: "unauthorized" });
        }
      }
    },
    endApp(app_id) {
      for (const { session, open: state } of [...open.values()]) {
        if (state.app_id === app_id) session.receive({ kind: "end", reason: "app_unknown" });
      }
    },
    renewChannel(app_id, channel) {
      for (const { session, open: state } of [...open.values()]) {
        if (state.app_id === app_id && state.roomOf(channel) !== undefined) {
          session.receive({ kind: "end", reason: "reconnect" });
        }
      }
    },
    size: () => open.size,
    countTransports(app_id, count) {
      for (const { open: state } of open.values()) {
        if (state.app_id === app_id) count(state.socket instanceof Mailbox ? "pusher_http" : "pusher_websocket");
      }
    },
    endAll: (reason, spread_ms) =>
      spread(deps.clock, [...open.values()], ({ session }) => session.receive({ kind: "end", reason }), spread_ms),
  };
}
