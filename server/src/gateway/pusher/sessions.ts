import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Frame, Lane } from "../../channels/subscriber.ts";
import { ConnectionRegistry, type ConnectionRegistryDeps } from "../session/connection-registry.ts";
import { encodeMessage } from "./encode-frame.ts";
import type { HandshakeResult } from "./handshake.ts";
import type { OpenSession } from "./open-session.ts";
import { Session } from "./session.ts";

export interface Sessions {
  begin(admission: HandshakeResult): Session;
  readonly open: ConnectionRegistry<OpenSession>;
}

export interface SessionsDeps extends ConnectionRegistryDeps {
  readonly rng: Rng;
  readonly broadcast: (topic: string, frame: Frame) => void;
}

/**
 * @example
 * const sessions = createSessions({ clock, rng, apps, channels, watchlists, connections, broadcast: (topic, frame) => server.publish(topic, frame) });
 * const session = sessions.begin(admitConnection(handshake, apps));
 */
export function createSessions(deps: SessionsDeps): Sessions {
  const registry = new ConnectionRegistry<OpenSession>(deps, limits.liveness_sweep_ms);
  const lane: Lane = {
    name: "pusher",
    encode: encodeMessage,
    fanOut(topic, frame, except) {
      const excepted = except === undefined ? undefined : registry.find(except);
      if (excepted === undefined) deps.broadcast(topic, frame);
      else excepted.socket.publish(topic, frame);
    },
  };
  const session_deps = { ...deps, lane, registry };
  return { open: registry, begin: (admission) => new Session(session_deps, admission) };
}
