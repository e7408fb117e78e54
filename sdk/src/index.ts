import { systemClock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Fanfare } from "./api/fanfare.ts";
import type { InitOptions } from "./api/options.ts";
import { createClient } from "./client/client.ts";
import { webSocketConnect } from "./realtime/transport.ts";

export type { ContentNotice, FanfareEvents } from "./api/events.ts";
export type { Fanfare, Gate, Started } from "./api/fanfare.ts";
export type { ActionName, ActionNames, ContentName, ContentNames, EventName, EventNames } from "./api/names.ts";
export type {
  CelebrateOptions,
  InitOptions,
  PanelName,
  Props,
  StartOptions,
  Suppressed,
  ToastAction,
  ToastOptions,
} from "./api/options.ts";
export type { PushNotifications, PushOptions, PushState } from "./api/push.ts";
export type { Celebration, Feed, Grouped, Identified, OpenPanel } from "./api/results.ts";
export type { Off } from "./lib/emitter.ts";
export type { Consent } from "./lib/storage.ts";
export type { Attributes, GetToken, Proof } from "./net/identity.ts";
export type { ChannelHandle, Listener } from "./realtime/channels.ts";
export type { Labels } from "./ui/types.ts";

/** Shared by all copies of this file in a page, such as a bundled one next to one from a server. */
const SHARED = Symbol.for("fanfare");
const shared: typeof globalThis & { [SHARED]?: Map<string, Fanfare> } = globalThis;

/** Detects content that needs more than the plain tour code. After a wrong guess, the guide loads that code itself. */
const ADVANCED_CONTENT = /clude":\["|page_rule|"type":"[^t]/;

/** Secure bytes for IDs. Jitter and confetti need no secure numbers. */
const PAGE_RNG: Rng = { next: Math.random, bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) };

/** The origin and path prefix of this file if Fanfare serves it: `https://host/prefix/sdk/fanfare.js`. */
const OWN_HOST = /(.*)\/sdk\/fanfare\.js/.exec(import.meta.url)?.[1];

/**
 * Starts Fanfare on this page, once per key: further calls return the same instance, also from another copy of this
 * file.
 *
 * @example
 * import { init } from "https://fanfare.example/sdk/fanfare.js";
 * const fanfare = init({ key: "app-key" });
 * fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { token });
 *
 * @example If bundled into your own script, pass the URL of your server:
 * import { init } from "@fanfare/sdk";
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 */
export function init(options: InitOptions): Fanfare {
  try {
    return open(options);
  } catch {
    // Untyped callers may pass what can't be read. As other mistakes, it's logged to the console.
    return open({});
  }
}

function open(options: Partial<InitOptions>): Fanfare {
  const { key = "", host = OWN_HOST } = options ?? {};
  // Not when the file loads: an import alone defines nothing.
  shared[SHARED] ??= new Map();
  const instances = shared[SHARED];
  const known = instances.get(key);
  if (known) return known;
  const instance = createClient(
    { ...options, key, host: `${host ?? ""}`.replace(/\/+$/, "") },
    {
      window,
      document,
      clock: systemClock,
      rng: PAGE_RNG,
      fetch: window.fetch.bind(window),
      connect: webSocketConnect(window.WebSocket),
      async loadGuide(contents) {
        // Load in parallel with the guide, which would name them later, one after another.
        if (/"type":"tour"/.test(contents)) {
          void Promise.allSettled([
            import("./lib/native.ts"),
            import("./ui/tour/tour.ts"),
            import("./ui/overlay/root.ts"),
            import("./ui/card/position-card.ts"),
          ]);
        }
        if (ADVANCED_CONTENT.test(contents)) void Promise.allSettled([import("./engage/stage/advanced-content.ts")]);
        return (await import("./engage/stage/guide.ts")).createGuide;
      },
      loadConfetti: async () => (await import("./ui/confetti/confetti.ts")).celebrate,
    },
    () => instances.delete(key),
  );
  instances.set(key, instance);
  return instance;
}
