import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ServerMetadata } from "openid-client";
import type { DiscoveryDeps } from "./discovery.ts";
import { fetchFor } from "./provider-fetch.ts";
import { providerProblem } from "./provider-problem.ts";
import type { StoredProvider } from "./provider-settings.ts";

/**
 * Fetches the provider's keys for unsolicited logout tokens. Anyone can send those, so the keys are fetched at most
 * once every few seconds.
 *
 * @throws ProblemError `provider_unreachable`.
 */
export type ProviderKeys = (known: StoredProvider, metadata: ServerMetadata) => Promise<unknown>;

export function createProviderKeys({ clock, net, may_be_plain }: DiscoveryDeps): ProviderKeys {
  let last: { readonly url: string; readonly until_ms: number; readonly keys: Promise<unknown> } | undefined;
  const fetchKeys = async (url: string, known: StoredProvider): Promise<unknown> => {
    if (!may_be_plain && !url.startsWith("https:")) throw noKeys();
    const call = { method: "GET", headers: { Accept: "application/json" }, body: null } as const;
    try {
      const answer = await fetchFor(net, known.provider)(url, { ...call, redirect: "manual" });
      if (answer.ok) return await answer.json();
    } catch (error) {
      throw error instanceof SyntaxError ? noKeys() : providerProblem(error);
    }
    throw noKeys();
  };
  return async (known, { jwks_uri = "" }) => {
    const now_ms = clock.now();
    if (last === undefined || last.url !== jwks_uri || now_ms >= last.until_ms) {
      last = {
        url: jwks_uri,
        until_ms: now_ms + limits.provider_keys_kept_s * SECOND_MS,
        keys: fetchKeys(jwks_uri, known),
      };
    }
    return await last.keys;
  };
}

function noKeys(): ProblemError {
  return new ProblemError("provider_unreachable", "Couldn't load the identity provider's signing keys.");
}
