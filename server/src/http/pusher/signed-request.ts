import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { asObject, type JsonObject, parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import type { Log } from "../../lib/log.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import { bodyMismatch, checkSignature } from "./signature.ts";
import type { SignedQuery } from "./signed-query.ts";

export interface SignedRequestDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: AppDirectory;
  readonly log: Log;
  /** Path that a reverse proxy strips from requests. None by default. */
  readonly path_prefix?: string;
  readonly isEncrypted: (request: Request) => boolean;
}

/** `answered`: the call was refused in plain text, as Pusher's libraries expect. */
export type SignedRequest<Body> =
  | { readonly outcome: "read"; readonly app: AppRecord; readonly query: SignedQuery; readonly body: Body }
  | { readonly outcome: "answered"; readonly response: Response };

const TLS_REQUIRED = "This app accepts only TLS (require_tls). Use https.";

const PLAIN = { "Content-Type": "text/plain; charset=UTF-8" };

/** Plain-text response, as Pusher's libraries expect errors. */
export function plainTextResponse(text: string, status: number): Response {
  return new Response(text, { status, headers: PLAIN });
}

function endedWith(text: string, status: number): { readonly outcome: "answered"; readonly response: Response } {
  return { outcome: "answered", response: plainTextResponse(text, status) };
}

/** Reads a call signed by an app's backend, with its body as text. */
export function readSignedRequest(
  request: Request,
  app_id: string,
  deps: SignedRequestDeps,
): Promise<SignedRequest<string>> {
  return readSigned(request, app_id, deps, (body) => body);
}

export function readSignedJson(
  request: Request,
  app_id: string,
  deps: SignedRequestDeps,
): Promise<SignedRequest<JsonObject>> {
  return readSigned(request, app_id, deps, jsonObject);
}

async function readSigned<Body>(
  request: Request,
  app_id: string,
  deps: SignedRequestDeps,
  parse: (body: string, query: SignedQuery, depth_max: number) => Body | undefined,
): Promise<SignedRequest<Body>> {
  const signature = { clock: deps.clock, apps: deps.apps, path_prefix: deps.path_prefix ?? "" };
  const call = checkSignature(signature, request.method, request.url, app_id);
  if (call.outcome === "refused") {
    deps.log.debug("pusher_api_refused", { status: call.status, reason: call.message });
    return endedWith(call.message, call.status);
  }
  const { app, query } = call;
  if (app.settings.require_tls && !deps.isEncrypted(request)) return endedWith(TLS_REQUIRED, 403);
  const { publish_body_bytes_max, json_depth_max } = app.settings.limits;
  const text = await readText(request, publish_body_bytes_max);
  if (text === undefined) {
    return endedWith(
      `The body is larger than ${publish_body_bytes_max} bytes (publish_body_bytes_max). Send less.`,
      413,
    );
  }
  const mismatch = bodyMismatch(text, call.body_md5);
  if (mismatch !== undefined) return endedWith(mismatch, 401);
  const body = parse(text, query, json_depth_max);
  if (body !== undefined) return { outcome: "read", app, query, body };
  return endedWith(
    `The body must be a JSON object of at most ${json_depth_max} levels (json_depth_max). Check its syntax.`,
    400,
  );
}

/** Body as UTF-8 text. Undefined if it exceeds the limit. */
function readText(request: Request, bytes_max: number): Promise<string | undefined> {
  const announced = request.headers.get("Content-Length");
  if (announced === null) return readChunked(request, bytes_max);
  // The server passes on exactly as many bytes as Content-Length announced.
  return Number(announced) > bytes_max ? Promise.resolve(undefined) : request.text();
}

async function readChunked(request: Request, bytes_max: number): Promise<string | undefined> {
  const bytes = await readBytes(request, bytes_max);
  return bytes === "too_large" ? undefined : new TextDecoder().decode(bytes);
}

/** With an empty body, the parameters are in the query (Pusher HTTP API, "POST parameters"). */
function jsonObject(text: string, query: SignedQuery, depth_max: number): JsonObject | undefined {
  if (text === "") return Object.fromEntries(query.pairs());
  return exceedsDepth(text, depth_max) ? undefined : asObject(parseJson(text));
}
