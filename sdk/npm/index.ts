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
  if (!isPage()) return INERT;
  const { debug, host }: Partial<InitOptions> = options ?? {};
  if (debug && host) void import("./compare-versions.ts").then((it) => it.compareVersions(host));
  return initInPage(options);
}

/** Jest's jsdom has no `fetch`. Vitest's has Node's, but no style sheets either. */
function isPage(): boolean {
  return typeof window !== "undefined" && typeof window.fetch === "function" && !/jsdom/.test(navigator.userAgent);
}
