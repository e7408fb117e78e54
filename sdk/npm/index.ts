import type { Fanfare } from "../src/api/fanfare.ts";
import type { InitOptions } from "../src/api/options.ts";
import { init as initInPage } from "../src/index.ts";
import { INERT } from "./inert.ts";

export type * from "../src/index.ts";

/**
 * Starts Fanfare on this page, once per key: further calls return the same instance. Without a page, such as in server
 * rendering, workers, and jsdom, it returns an instance that does nothing.
 *
 * @example
 * import { init } from "@fanfare/sdk";
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 * fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { token });
 */
export function init(options: InitOptions): Fanfare {
  // Jest's jsdom has no `fetch`. Vitest's has Node's, but no style sheets either.
  if (!globalThis.window?.fetch || /jsdom/.test(navigator.userAgent)) return INERT;
  if (options?.debug) void import("./compare-versions.ts").then((it) => it.compareVersions(options));
  return initInPage(options);
}
