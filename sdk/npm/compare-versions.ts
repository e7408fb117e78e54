import { version } from "../package.json";
import type { InitOptions } from "../src/api/options.ts";

const compared = new Set<string>();

/**
 * Logs once if the server has another version than this package, which is part of your own build. Only for `debug`: it
 * costs a request.
 */
export async function compareVersions({ host }: InitOptions): Promise<void> {
  const url = `${host ?? ""}`.replace(/\/+$/, "");
  if (url === "" || compared.has(url)) return;
  compared.add(url);
  try {
    // Written next to the served SDK by package/pack.ts.
    const served = ((await (await fetch(`${url}/sdk/version.json`)).json()) as { readonly version: string }).version;
    if (served === version) return;
    const update = `npm install ${url}/sdk/npm/fanfare-sdk-${served}.tgz`;
    // biome-ignore lint/suspicious/noConsole: the only console output of the package, with `debug` on
    console.debug(`Fanfare: this page has the SDK ${version}, and the server has ${served}. Update it: ${update}`);
  } catch {
    // A server that can't be reached is reported by the SDK itself.
  }
}
