import type { Clock } from "@fanfare/contract/clock";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { readBytes } from "../bounded-bytes.ts";
import { asObject, type JsonObject, parseJson } from "../json.ts";
import { exceedsDepth } from "../json-depth.ts";
import type { Log } from "../log.ts";
import { bodyMismatch, checkSignature } from "./signed.ts";
import type { SignedQuery } from "./signed-query.ts";

/** What every route under `/apps/{id}` needs to know who calls. */
export interface SignedCallDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: AppDirectory;
  readonly log: Log;
  /** Path that a reverse proxy cuts off before it hands a request on; none by default. */
  readonly path_prefix?: string;
  /** Whether nobody on the way from the caller can read along. */
  readonly isEncrypted: (request: Request) => boolean;
}

/** `answered`: the call was not good, and the answer, in plain text as Pusher's libraries expect, says why. */
export type SignedCall<Body> =
  | { readonly outcome: "read"; readonly app: AppRecord; readonly query: SignedQuery; readonly body: Body }
  | { readonly outcome: "answered"; readonly response: Response };

const TLS_REQUIRED = "This app accepts only TLS (require_tls). Call this address with https.";

const PLAIN = { "Content-Type": "text/plain; charset=UTF-8" };

/** An answer in a sentence, as Pusher's libraries expect errors. */
export function sentence(text: string, status: number): Response {
  return new Response(text, { status, headers: PLAIN });
}

function answered(text: string, status: number): { readonly outcome: "answered"; readonly response: Response } {
  return { outcome: "answered", response: sentence(text, status) };
}

/** A call that an app's back end signed, with its body as text. */
export function readSignedCall(request: Request, app_id: string, deps: SignedCallDeps): Promise<SignedCall<string>> {
  return readSigned(request, app_id, deps, (body) => body);
}

/** A signed call whose body is an object of JSON. */
export function readSignedJson(
  request: Request,
  app_id: string,
  deps: SignedCallDeps,
): Promise<SignedCall<JsonObject>> {
  return readSigned(request, app_id, deps, jsonObject);
}

async function readSigned<Body>(
  request: Request,
  app_id: string,
  deps: SignedCallDeps,
  parse: (body: string, query: SignedQuery, depth_max: number) => Body | undefined,
): Promise<SignedCall<Body>> {
  const signature = { clock: deps.clock, apps: deps.apps, path_prefix: deps.path_prefix ?? "" };
  const call = checkSignature(signature, request.method, request.url, app_id);
  if (call.outcome === "refused") {
    deps.log.debug("pusher_api_refused", { status: call.status, reason: call.message });
    return answered(call.message, call.status);
  }
  const { app, query } = call;
  if (app.settings.require_tls && !deps.isEncrypted(request)) return answered(TLS_REQUIRED, 403);
  const { publish_body_bytes_max, json_depth_max } = app.settings.limits;
  const text = await readText(request, publish_body_bytes_max);
  if (text === undefined) {
    return answered(`The body may have ${publish_body_bytes_max} bytes (publish_body_bytes_max). Send less.`, 413);
  }
  const mismatch = bodyMismatch(text, call.body_md5);
  if (mismatch !== undefined) return answered(mismatch, 401);
  const body = parse(text, query, json_depth_max);
  if (body !== undefined) return { outcome: "read", app, query, body };
  return answered(
    `The body is not a JSON object of at most ${json_depth_max} levels (json_depth_max). Check its syntax.`,
    400,
  );
}

/** The body as UTF-8 text; undefined when it has more bytes than it may have. */
function readText(request: Request, bytes_max: number): Promise<string | undefined> {
  const announced = request.headers.get("Content-Length");
  if (announced === null) return readUnannounced(request, bytes_max);
  // The server hands on exactly as many bytes as were announced.
  return Number(announced) > bytes_max ? Promise.resolve(undefined) : request.text();
}

async function readUnannounced(request: Request, bytes_max: number): Promise<string | undefined> {
  const bytes = await readBytes(request, bytes_max);
  return bytes === "too_large" ? undefined : new TextDecoder().decode(bytes);
}

/** An empty body leaves its parameters to the query (Pusher HTTP API, "POST parameters"). */
function jsonObject(text: string, query: SignedQuery, depth_max: number): JsonObject | undefined {
  if (text === "") return Object.fromEntries(query.pairs());
  return exceedsDepth(text, depth_max) ? undefined : asObject(parseJson(text));
}
