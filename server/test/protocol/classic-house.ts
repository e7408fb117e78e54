import { systemClock } from "@fanfare/contract/clock";
import { systemRng } from "@fanfare/contract/rng";
import type { AppRecord } from "../../src/accounts/app-directory.ts";
import { createWatchlists } from "../../src/channels/watchlists.ts";
import { createConnections } from "../../src/gateway/connections.ts";
import type { Hub } from "../../src/gateway/hub/hub.ts";
import { createHub } from "../../src/gateway/hub/registry.ts";
import { createClassicDoor } from "../../src/gateway/signalr-classic/door.ts";
import { createTopics } from "../../src/gateway/topics.ts";
import { createWebSocketDoor } from "../../src/gateway/websocket.ts";
import { silentLog } from "../../src/log.ts";
import { createIdentityVerifier } from "../../src/people/identity.ts";
import { ANONYMOUS_KEY, type LiveHouse, startHouse, TEST_APP } from "./house.ts";

export interface ClassicHouse {
  readonly house: LiveHouse;
  readonly hub: Hub;
  readonly port: number;
  readonly origin: string;
  stop(): Promise<void>;
}

export function startClassicHouse(records: readonly AppRecord[] = [TEST_APP], port = 0): ClassicHouse {
  const house = startHouse(records);
  const topics = createTopics(() => {});
  const verifyIdentity = createIdentityVerifier({ clock: systemClock, anonymousKey: ANONYMOUS_KEY });
  const shared = {
    clock: systemClock,
    rng: systemRng,
    apps: house.apps,
    channels: house.channels,
    topics,
    verifyIdentity,
  };
  const hub = createHub({
    ...shared,
    watchlists: createWatchlists(),
    connections: createConnections(),
    log: silentLog,
  });
  let draining = false;
  const door = createClassicDoor({
    ...shared,
    hub,
    tokenKey: new Uint8Array(32).fill(9),
    path_prefix: "",
    networkOf: () => "test",
    isDraining: () => draining,
  });
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    fetch(request, self) {
      return door.owns(request) ? door.answer(request, self) : new Response(null, { status: 404 });
    },
    websocket: createWebSocketDoor({ topics, log: silentLog }).handler,
  });
  return {
    house,
    hub,
    port: server.port ?? 0,
    origin: `http://127.0.0.1:${server.port}`,
    async stop() {
      draining = true;
      await Promise.all([server.stop(true), house.stop()]);
    },
  };
}
