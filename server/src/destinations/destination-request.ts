import {
  type DestinationPreset,
  PRESETS,
  type PresetDescription,
  withDefaults,
} from "@fanfare/contract/destinations/presets";
import { renderTemplate, type Template } from "@fanfare/contract/destinations/template";
import { limits } from "@fanfare/contract/limits";
import type { PostRequest } from "../outbound-http/guarded-post.ts";
import { type MessageContext, messageContext } from "./message-context.ts";

export interface OpenDestination {
  readonly preset: DestinationPreset;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export type BuiltRequest =
  /** `count`: how many of the messages it has. */
  | { readonly outcome: "built"; readonly request: Omit<PostRequest, "attempts">; readonly count: number }
  /** `of`: whether the first message can't be sent, or none can. */
  | { readonly outcome: "failed"; readonly of: "message" | "settings"; readonly reason: string };

const METHODS = ["POST", "PUT", "PATCH"] as const;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Printable ASCII: other characters aren't portable, and line breaks would start another header. */
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** Set by the connection itself. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...["host", "content-length", "connection", "transfer-encoding", "upgrade", "expect", "te", "trailer"],
]);

/**
 * Fills in a preset's request with as many of the messages as fit. `bodies`: stored messages, in order, of which the
 * first is always sent.
 */
export function buildRequest(destination: OpenDestination, bodies: readonly string[]): BuiltRequest {
  const preset = PRESETS[destination.preset];
  const scope = { setting: withDefaults(destination.preset, destination.settings), secret: destination.secrets };
  const contexts = bodies.map((body) => messageContext(body, preset.markup));
  const filled = fillBody(preset, scope, contexts);
  if ("reason" in filled) return { outcome: "failed", of: "message", reason: filled.reason };
  const headers = fillHeaders(preset, scope);
  if (headers === undefined) return failed("A header's name or value has characters that aren't allowed.");
  const method = METHODS.find((known) => known === renderTemplate(preset.request.method, scope));
  if (method === undefined) return failed("The method must be POST, PUT, or PATCH.");
  const url = destinationUrl(destination);
  return { outcome: "built", request: { method, url, headers, body: filled.body }, count: filled.count };
}

/** URL with secrets. Empty without its settings. */
export function destinationUrl({ preset, settings, secrets }: OpenDestination): string {
  const url = renderTemplate(PRESETS[preset].request.url, { setting: withDefaults(preset, settings), secret: secrets });
  return typeof url === "string" ? url : "";
}

function failed(reason: string): BuiltRequest {
  return { outcome: "failed", of: "settings", reason };
}

type Scope = {
  readonly setting: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
};

function fillBody(
  { request, batch }: PresetDescription,
  scope: Scope,
  contexts: readonly MessageContext[],
): { readonly body: string; readonly count: number } | { readonly reason: string } {
  const template = bodyTemplate(request.body, scope);
  if (request.item === undefined) {
    const body = JSON.stringify(renderTemplate(template, { ...scope, ...contexts[0] }) ?? null);
    return fits(body) ? { body, count: 1 } : { reason: TOO_LARGE };
  }
  const items: unknown[] = [];
  let bytes = 0;
  for (const context of contexts.slice(0, batch.items_max)) {
    const item = renderTemplate(request.item, { ...scope, ...context }) ?? null;
    const text = JSON.stringify(item);
    if (!fits(text)) {
      if (items.length === 0) return { reason: TOO_LARGE };
      break;
    }
    bytes += Buffer.byteLength(text);
    if (items.length > 0 && bytes > limits.destination_batch_bytes_max) break;
    items.push(item);
  }
  const body = renderTemplate(template, { ...scope, items, lines: items.join("\n") });
  return { body: JSON.stringify(body), count: items.length };
}

const TOO_LARGE = `The message is larger than ${limits.destination_item_bytes_max} bytes.`;
const fits = (text: string): boolean => Buffer.byteLength(text) <= limits.destination_item_bytes_max;

function bodyTemplate(body: PresetDescription["request"]["body"], { setting }: Scope): Template {
  if (typeof body !== "object" || body === null || !("field" in body) || typeof body.field !== "string") {
    // Cast: a field's name is the only form that isn't a template.
    return body as Template;
  }
  // Checked when it was saved.
  return JSON.parse(setting[body.field] ?? "null");
}

/** Undefined if a name or a value isn't allowed. */
function fillHeaders({ request }: PresetDescription, scope: Scope): Record<string, string> | undefined {
  const headers: Record<string, string> = { "User-Agent": "Fanfare", "Content-Type": "application/json" };
  const { auth } = request;
  if (auth !== undefined) {
    const [user, password] = [auth.user, auth.password].map((part) => renderTemplate(part, scope) ?? "");
    headers["Authorization"] = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  }
  for (const header of request.headers) {
    const [name, value] = [renderTemplate(header.name, scope), renderTemplate(header.value, scope)];
    if (typeof name !== "string" || typeof value !== "string" || value === "") continue;
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value) || RESERVED_HEADERS.has(name.toLowerCase())) {
      return undefined;
    }
    headers[name] = value;
  }
  return headers;
}

export const HIDDEN = "••••••";
/** Shorter ones would hide ordinary words. */
const SECRET_CHARS_MIN = 4;

/** Replaces a destination's secrets, as they are and as Basic authentication, URLs, and JSON encode them. */
export function hideSecrets({ secrets }: Pick<OpenDestination, "secrets">, text: string): string {
  let shown = text.replaceAll(/\bBasic [A-Za-z0-9+/=]+/g, `Basic ${HIDDEN}`);
  for (const secret of Object.values(secrets)) {
    if (secret.length < SECRET_CHARS_MIN) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      shown = shown.replaceAll(form, HIDDEN);
    }
  }
  return shown;
}

/** The URL of a test, if it isn't that of messages. */
export function testUrl({ preset, settings, secrets }: OpenDestination): string | undefined {
  const { test } = PRESETS[preset];
  if (test === undefined) return undefined;
  return String(renderTemplate(test.url, { setting: withDefaults(preset, settings), secret: secrets }));
}

/** Whether a tool that accepts everything found issues in a test. */
export function hasIssues({ preset }: Pick<OpenDestination, "preset">, answer: string): boolean {
  const { test } = PRESETS[preset];
  return test !== undefined && !new RegExp(`"${test.issues}"\\s*:\\s*\\[\\s*\\]`).test(answer);
}

/** How many messages a request has at most, and how long the first one waits for others. */
export function batchOf({ preset }: Pick<OpenDestination, "preset">): PresetDescription["batch"] {
  return PRESETS[preset].batch;
}

/** Statuses that are about the messages. All others are about the receiver, which may recover. */
const REJECTED: ReadonlySet<number> = new Set([400, 413, 422]);

/** Whether a response rejects the messages of a request, and not the key that it was made with. */
export function isRejection(
  { preset }: Pick<OpenDestination, "preset">,
  { status, excerpt }: { readonly status: number; readonly excerpt: string },
): boolean {
  const { wrong_key } = PRESETS[preset];
  const is_about_key =
    wrong_key !== undefined &&
    wrong_key.status === status &&
    excerpt.toLowerCase().replaceAll("_", " ").includes(wrong_key.text);
  return REJECTED.has(status) && !is_about_key;
}
