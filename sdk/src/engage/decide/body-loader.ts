import type { Body } from "@fanfare/contract/content/body";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { Decisions } from "./decisions.ts";

export interface BodyLoaderDeps {
  readonly clock: Clock;
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly host: string;
  readonly decisions: Pick<Decisions, "load">;
}

type LoadBody = (decision: Decision) => Promise<void>;

const loaders = new WeakMap<BodyLoaderDeps, LoadBody>();

/** Adds the body to a decision that came without it. Rejects if it can't. `deps` are those of the page's guide. */
export function loadBody(deps: BodyLoaderDeps, decision: Decision): Promise<void> {
  const loader = loaders.get(deps) ?? createBodyLoader(deps);
  loaders.set(deps, loader);
  return loader(decision);
}

/**
 * Fetches bodies without identity or headers, so that browsers send no preflight and cache them. One request per path,
 * until it fails. In a file of its own, because most responses contain everything.
 */
function createBodyLoader({ clock, fetch, host, decisions }: BodyLoaderDeps): LoadBody {
  const loading = new Map<string, Promise<Body>>();
  const refused = new Set<string>();

  const fetchBody = async (path: string): Promise<Body> => {
    const abort = new AbortController();
    const cancel = clock.after(limits.request_timeout_ms, () => abort.abort());
    try {
      const response = await fetch(host + path, { signal: abort.signal });
      // The server guarantees this shape.
      if (response.ok) return (await response.json()) as Body;
      // The edition was replaced since the last response. Ask once, in case this server never has it.
      if (response.status === 404 && !refused.has(path)) void decisions.load();
      refused.add(path);
      throw new Error(`no edition: ${response.status}`);
    } catch (error) {
      loading.delete(path);
      throw error;
    } finally {
      cancel();
    }
  };

  return async (decision) => {
    const { body_path } = decision;
    if (!body_path) return;
    const request = loading.get(body_path) ?? fetchBody(body_path);
    loading.set(body_path, request);
    const body = await request;
    // Fill in the response itself, so that everything on the page, and its cache, has the body from now on.
    Object.assign(decision, { edition: { ...decision.edition, body }, body_path: undefined });
  };
}
