import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import { toJson } from "../lib/json.ts";
import type { Identity } from "./identity.ts";

/** What came of a call. Nothing here throws: a page must not notice that the server cannot be reached. */
export type ApiResult<Body> =
  | { readonly kind: "ok"; readonly body: Body; readonly etag: string | null | undefined }
  /** `date`: the server's time, if it sent it. */
  | { readonly kind: "unchanged"; readonly date?: string | null }
  /** Refused; a retry would be refused, too. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      readonly current?: unknown;
    }
  /** No response, or a temporary failure. */
  | { readonly kind: "failed"; readonly retry_after_ms: number };

export interface Payload {
  readonly json?: object | undefined;
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly etag?: string | null | undefined;
  /** The request outlives the page. Browsers allow 64 KiB of such bodies in total. */
  readonly keepalive?: boolean | undefined;
}

export interface Net {
  call<Body>(method: "GET" | "POST" | "DELETE", path: string, payload: Payload): Promise<ApiResult<Body>>;
}

/**
 * Sends all HTTP requests: app key in the query, identity as a bearer token, a timeout, and one retry with a fresh
 * token if the old one was refused.
 */
export function createNet(deps: {
  readonly host: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly cookies: () => boolean;
}): Net {
  const { identity, clock } = deps;

  const once = async (method: string, path: string, payload: Payload) => {
    const { json, form, query, etag, keepalive } = payload;
    const bearer = await identity.bearer();
    const headers: Record<string, string> = {};
    // Neither a content type nor, in forms, a header for the token: either would make browsers ask first (CORS).
    const fields = form && new URLSearchParams(form);
    if (bearer) {
      if (!fields) headers["authorization"] = `Bearer ${bearer}`;
      else fields.set("token", bearer);
    }
    if (etag) headers["if-none-match"] = etag;
    const abort = new AbortController();
    const cancel = clock.after(limits.request_timeout_ms, () => abort.abort());
    try {
      const response = await deps.fetch(`${deps.host}${path}?${new URLSearchParams({ app: deps.key, ...query })}`, {
        method,
        headers,
        body: fields ?? (json ? toJson(json) : null),
        credentials: deps.cookies() ? "include" : "omit",
        keepalive: !!keepalive,
        signal: abort.signal,
      });
      // The timeout includes the body. Non-JSON responses (204, 304, a proxy's page) become an empty object.
      // All problem fields are optional here: a proxy may have responded.
      const body: Partial<Problem> = await response.json().catch(() => ({}));
      return { response, body };
    } finally {
      cancel();
    }
  };

  return {
    async call<Body>(method: string, path: string, payload: Payload): Promise<ApiResult<Body>> {
      const about = identity.epoch();
      try {
        let answer = await once(method, path, payload);
        if (STALE_TOKEN.test(`${answer.body.code}`) && (await identity.renew(about)))
          answer = await once(method, path, payload);
        const { response, body } = answer;
        const { status, headers } = response;
        if (status === 304) return { kind: "unchanged", date: headers.get("date") };
        // The server guarantees this shape in contract/schema/v1.ts.
        if (response.ok) return { kind: "ok", body: body as Body, etag: headers.get("etag") };
        // A refusal of the person identified before says nothing about the request.
        if (about !== identity.epoch() || (status !== 401 && (body.retryable || status === 429 || status >= 500))) {
          // A proxy may send a date.
          const told_ms = Number(headers.get("retry-after")) * SECOND_MS || 0;
          return { kind: "failed", retry_after_ms: Math.min(told_ms, limits.retry_cap_ms) };
        }
        return { code: "", detail: "", ...body, kind: "refused", status };
      } catch {
        return { kind: "failed", retry_after_ms: 0 };
      }
    },
  };
}

const STALE_TOKEN = /^identity_(expired|invalid)$/;
