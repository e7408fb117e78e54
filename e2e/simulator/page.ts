import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/realtime/channel";
import { CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/client/v1";
import { createDecisions } from "@fanfare/sdk/engage/decide/decisions";
import { createIdentity } from "@fanfare/sdk/net/identity";
import type { ApiResult, Net } from "@fanfare/sdk/net/net";
import { createRealtimeClient, type RealtimeClient } from "@fanfare/sdk/realtime/realtime-client";
import { APP, type SimulatedServer } from "./server.ts";
import { connectWire, type Wire } from "./wire.ts";

const CALL_LATENCY_MS_MAX = 300;

/** A page with the SDK's real live client and decisions, over a simulated network. */
export interface SimulatedPage {
  readonly name: string;
  readonly version: number;
  readonly connected: boolean;
  readonly versions: readonly number[];
  readonly numbers: readonly number[];
  readonly wire: Wire | undefined;
  stop(): void;
}

/** What a page needs of a server. */
export interface PageServer extends Pick<SimulatedServer, "accept" | "boot"> {
  authorize(
    socket_id: string,
    channel: string,
  ): string | { readonly auth: string; readonly channel_data: string } | undefined;
}

export interface PageOptions {
  readonly name: string;
  /** False injects a fault: the page ignores the version in handshakes and pongs. */
  readonly heals: boolean;
  /** Adds listeners before the page connects. */
  readonly listen?: (live: RealtimeClient) => void;
}

/** Answers after the time that a call takes. */
type Later = <Value>(answer: () => Value) => Promise<Value>;

function simulatedNet(server: PageServer, later: Later): Net {
  return {
    call: <Body>(_method: string, _path: string, { etag }: { readonly etag?: string | undefined }) =>
      later((): ApiResult<Body> => {
        const answer = server.boot(etag);
        if (answer === "down") return { kind: "failed", retry_after_ms: 0 };
        if (answer === "unchanged") return { kind: "unchanged" };
        // Cast: simulated pages only request boot.
        return { kind: "ok", body: answer.body as Body, etag: answer.etag };
      }),
  };
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    get: (key: string) => items.get(key),
    set: (key: string, text: string | undefined) =>
      void (text === undefined ? items.delete(key) : items.set(key, text)),
  };
}

export function openPage(
  deps: { readonly clock: Clock; readonly rng: Rng; readonly server: PageServer },
  { name, heals, listen }: PageOptions,
): SimulatedPage {
  const { clock, rng, server } = deps;
  const versions: number[] = [];
  const numbers: number[] = [];
  let wire: Wire | undefined;

  const later: Later = (answer) =>
    new Promise((resolve) => {
      clock.after(rng.next() * CALL_LATENCY_MS_MAX, () => resolve(answer()));
    });
  const net = simulatedNet(server, later);
  const identity = createIdentity(APP.key, memoryStorage(), () => {});
  const decisions = createDecisions(
    { clock, rng, net, identity, preferences: {}, flush: async () => {}, readConfirmed: async () => undefined },
    { changed: (boot) => void versions.push(boot.app.config_version), onSilence: () => {} },
  );
  const live: RealtimeClient = createRealtimeClient({
    clock,
    rng,
    url: "simulated",
    connect(_url, observer) {
      const accepted = server.accept();
      const laid = connectWire(deps, accepted?.net ?? silentNet, accepted?.session, observer);
      wire = laid.wire;
      return laid.transport;
    },
    authorize: (socket_id, channel) =>
      later(() => {
        const auth = server.authorize(socket_id, channel);
        return auth === undefined
          ? { kind: "failed", retry_after_ms: 0 }
          : { kind: "ok", body: typeof auth === "string" ? { auth } : auth, etag: undefined };
      }),
    invoke: (listener, data) => listener(data),
    onVersion: (version) => heals && decisions.onVersionSignal(version, limits.change_spread_ms),
    onState: () => {},
  });
  live.channel(EVERYONE_CHANNEL).on(CONTENT_CHANGED, (data) => {
    // The simulated server sends nothing else under this name.
    const { config_version, spread_ms } = data as ContentChanged;
    decisions.onVersionSignal(config_version, spread_ms);
  });
  live.channel(personChannel(name)).on("number", (data) => void numbers.push(Number(data)));
  listen?.(live);
  void decisions.load();
  live.open();

  return {
    name,
    versions,
    numbers,
    get version() {
      return decisions.current()?.app.config_version ?? 0;
    },
    get connected() {
      return live.connected();
    },
    get wire() {
      return wire;
    },
    stop() {
      live.stop();
      decisions.stop();
    },
  };
}

/** Used without a server. No session ever sends through it. */
const silentNet = { topics: { broadcast() {}, joined: () => 0 }, connect: (): never => unreachable() };

function unreachable(): never {
  throw new Error("A wire without a session has no socket.");
}
