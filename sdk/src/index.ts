import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Fanfare } from "./api/fanfare.ts";
import type { InitOptions } from "./api/options.ts";
import { createClient } from "./client/client.ts";
import { webSocketConnect } from "./realtime/transport.ts";

export type { ContentNotice, FanfareEvents } from "./api/events.ts";
export type { Fanfare, Gate, Started } from "./api/fanfare.ts";
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
export type { Celebration, Feed, Grouped, Identified, OpenPanel } from "./api/results.ts";
export type { Off } from "./lib/emitter.ts";
export type { Consent } from "./lib/storage.ts";
export type { Attributes, GetToken } from "./net/identity.ts";
export type { ChannelHandle } from "./realtime/channels.ts";
export type { Labels } from "./ui/types.ts";

const instances = new Map<string, Fanfare>();

/** What makes a content more than a tour for everybody on every page. Where this errs, the guide asks for that part itself. */
const ADVANCED_CONTENT = /clude":\["|page_rule|"type":"[^t]/;

/** Where this file came from, when it is the one that Fanfare serves: `https://host/prefix/sdk/fanfare.js`. */
const OWN_HOST = /(.*)\/sdk\/fanfare\.js/.exec(import.meta.url)?.[1];

/**
 * Starts Fanfare in this page, once per key: a second call answers the first one's instance.
 *
 * @example
 * import { init } from "https://fanfare.example/sdk/fanfare.js";
 * const fanfare = init({ key: "app-key" });
 * fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { token });
 *
 * @example Bundled into the page's own script, it must be told where its server is:
 * import { init } from "@fanfare/sdk";
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 */
export function init(options: InitOptions): Fanfare {
  // A page without types may say anything; it hears of it in its console.
  const { key = "", host = OWN_HOST }: Partial<InitOptions> = options ?? {};
  const known = instances.get(key);
  if (known) return known;
  const instance = createClient(
    { ...options, key, host: `${host ?? ""}`.replace(/\/+$/, "") },
    {
      window,
      clock: systemClock,
      rng: systemRng,
      fetch: window.fetch.bind(window),
      connect: webSocketConnect(window.WebSocket),
      async loadGuide(contents) {
        // Asked for beside the guide, not after it.
        if (ADVANCED_CONTENT.test(contents)) import("./engage/stage/advanced-content.ts").catch(() => {});
        return (await import("./engage/stage/guide.ts")).createGuide;
      },
      loadConfetti: async () => (await import("./ui/confetti/confetti.ts")).celebrate,
    },
    () => instances.delete(key),
  );
  instances.set(key, instance);
  return instance;
}
