import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { hmacHex } from "../../../src/lib/signing.ts";
import { TEST_APP } from "./test-server.ts";

/** Deviations from a correctly signed request. */
export interface RequestOverrides {
  readonly method?: string;
  readonly path?: string;
  /** Sent instead of the signed `path`. */
  readonly sent_path?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly body?: string;
  /** Sent instead of the signed `body`. */
  readonly sent_body?: string;
  /** Added to or replaced in the query. `undefined` removes a parameter. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Appended to the query unescaped, after signing. */
  readonly appended?: string;
  readonly encode?: (value: string) => string;
  readonly signature?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const EVENTS_PATH = `/apps/${TEST_APP.id}/events`;
export const EVENT_BODY = '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}';

export function signedRequest(origin: string, overrides: RequestOverrides = {}): Request {
  const { method = "POST", path = EVENTS_PATH, body = EVENT_BODY, encode = encodeURIComponent } = overrides;
  const query = {
    auth_key: overrides.key ?? TEST_APP.key,
    auth_timestamp: String(Math.floor(Date.now() / 1_000)),
    auth_version: "1.0",
    ...(body === "" ? {} : { body_md5: new Bun.CryptoHasher("md5").update(body).digest("hex") }),
    ...overrides.query,
  };
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const signature =
    overrides.signature ??
    hmacHex(overrides.secret ?? TEST_APP.secrets[0]?.secret ?? "", requestSignatureText(method, path, pairs));
  const sent = [...pairs, ["auth_signature", signature] as const].map(([key, value]) => `${key}=${encode(value)}`);
  const sent_body = overrides.sent_body ?? body;
  return new Request(`${origin}${overrides.sent_path ?? path}?${sent.join("&")}${overrides.appended ?? ""}`, {
    method,
    headers: { "Content-Type": "application/json", ...overrides.headers },
    ...(method === "GET" || sent_body === "" ? {} : { body: sent_body }),
  });
}
