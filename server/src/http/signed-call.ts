import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
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

const PLAIN = { "Content-Type": "text/plain; charset=UTF-8" };

/** An answer in a sentence, as Pusher's libraries expect errors. */
export function sentence(text: string, status: number): Response {
  return new Response(text, { status, headers: PLAIN });
}

function answered(text: string, status: number): { readonly outcome: "answered"; readonly response: Response } {
  return { outcome: "answered", response: sentence(text, status) };
}

/** A call that an app's back end signed, with its body as text. */
export async function readSignedCall(
  request: Request,
  app_id: string,
  deps: SignedCallDeps,
): Promise<SignedCall<string>> {
  const signature = { clock: deps.clock, apps: deps.apps, path_prefix: deps.path_prefix ?? "" };
  const call = checkSignature(signature, request.method, request.url, app_id);
  if (call.outcome === "refused") {
    deps.log.debug("pusher_api_refused", { status: call.status, reason: call.message });
    return answered(call.message, call.status);
  }
  const { publish_body_bytes_max } = call.app.settings.limits;
  const body = await readText(request, publish_body_bytes_max);
  if (body === undefined) {
    return answered(`The body may have ${publish_body_bytes_max} bytes (publish_body_bytes_max). Send less.`, 413);
  }
  const mismatch = bodyMismatch(body, call.body_md5);
  return mismatch === undefined ? { outcome: "read", app: call.app, query: call.query, body } : answered(mismatch, 401);
}

/** The body as UTF-8 text; undefined when it has more bytes than it may have. */
async function readText(request: Request, bytes_max: number): Promise<string | undefined> {
  const announced = request.headers.get("Content-Length");
  // The server hands on exactly as many bytes as were announced.
  if (announced !== null) return Number(announced) > bytes_max ? undefined : request.text();
  const bytes = await readBytes(request, bytes_max);
  return bytes === "too_large" ? undefined : new TextDecoder().decode(bytes);
}

/** A signed call whose body is an object of JSON. */
export async function readSignedJson(
  request: Request,
  app_id: string,
  deps: SignedCallDeps,
): Promise<SignedCall<JsonObject>> {
  const call = await readSignedCall(request, app_id, deps);
  if (call.outcome === "answered") return call;
  const body = jsonObject(call.body, call.query);
  if (body !== undefined) return { outcome: "read", app: call.app, query: call.query, body };
  return answered("The body is not a JSON object, or is nested too deep. Check its syntax.", 400);
}

/** An empty body leaves its parameters to the query (Pusher HTTP API, "POST parameters"). */
function jsonObject(text: string, query: Query): JsonObject | undefined {
  if (text === "") return Object.fromEntries(query);
  try {
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
