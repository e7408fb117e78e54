import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Context } from "hono";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { readBytes } from "../bounded-bytes.ts";
import { exceedsDepth } from "../json-depth.ts";
import type { Log } from "../log.ts";
import { bodyMismatch, checkSignature, type Query } from "./signed.ts";

/** What every route under `/apps/{id}` needs to know who calls. */
export interface SignedCallDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: AppDirectory;
  readonly log: Log;
  /** Path that a reverse proxy cuts off before it hands a request on; none by default. */
  readonly path_prefix?: string;
}

/** `answered`: the call was not good, and the answer, in plain text as Pusher's libraries expect, says why. */
export type SignedCall<Body> =
  | { readonly outcome: "read"; readonly app: AppRecord; readonly query: Query; readonly body: Body }
  | { readonly outcome: "answered"; readonly response: Response };

export type JsonObject = Readonly<Record<string, unknown>>;

/** A call that an app's back end signed, whose body is of no interest beyond being the signed one. */
export async function readSignedCall(c: Context, deps: SignedCallDeps): Promise<SignedCall<Uint8Array>> {
  const answer = (message: string, status: 401 | 404 | 413): SignedCall<Uint8Array> => ({
    outcome: "answered",
    response: c.text(message, status),
  });
  const signature = { clock: deps.clock, apps: deps.apps, path_prefix: deps.path_prefix ?? "" };
  const call = checkSignature(signature, c.req.method, c.req.raw.url, c.req.param("id") ?? "");
  if (call.outcome === "refused") {
    deps.log.debug("pusher_api_refused", { status: call.status, reason: call.message });
    return answer(call.message, call.status);
  }
  const body = await readBytes(c.req.raw, limits.publish_body_bytes_max);
  if (body === "too_large") return answer(`The body may have ${limits.publish_body_bytes_max} bytes. Send less.`, 413);
  const mismatch = bodyMismatch(body, call.body_md5);
  if (mismatch !== undefined) return answer(mismatch, 401);
  return { outcome: "read", app: call.app, query: call.query, body };
}

/** A signed call whose body is an object of JSON. */
export async function readSignedJson(c: Context, deps: SignedCallDeps): Promise<SignedCall<JsonObject>> {
  const call = await readSignedCall(c, deps);
  if (call.outcome === "answered") return call;
  const body = jsonObject(call.body, call.query);
  if (body !== undefined) return { outcome: "read", app: call.app, query: call.query, body };
  const sentence = "The body is not a JSON object in UTF-8, or is nested too deep. Check its syntax.";
  return { outcome: "answered", response: c.text(sentence, 400) };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** An empty body leaves its parameters to the query (Pusher HTTP API, "POST parameters"). */
function jsonObject(bytes: Uint8Array, query: Query): JsonObject | undefined {
  if (bytes.length === 0) return Object.fromEntries(query);
  try {
    const text = utf8.decode(bytes);
    return exceedsDepth(text, limits.json_depth_max) ? undefined : asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The value where it is an object of JSON with names. */
export function asObject(value: unknown): JsonObject | undefined {
  const named = typeof value === "object" && value !== null && !Array.isArray(value);
  // Every field of an object of unknown shape is unknown.
  return named ? (value as JsonObject) : undefined;
}
