import { createHash } from "node:crypto";
import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from "jose";
import type { TestBrowser, TestResponse } from "./temporary-server.ts";

export const CLIENT = { id: "fanfare", secret: "the-client-secret-of-fanfare" };

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

interface Key {
  readonly kid: string;
  readonly private_key: CryptoKey;
  readonly jwk: JWK;
}

/** The provider's behavior. Omitted fields follow the protocol. */
export interface ProviderFaults {
  /** Overrides claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>;
  idToken?: (claims: Readonly<Record<string, unknown>>, key: Key) => Promise<string>;
  /** Overrides fields of the discovery document. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Changes the query of the redirect back. */
  answer?: (query: URLSearchParams) => void;
  userinfo?: Readonly<Record<string, unknown>>;
  /** Replaces every response on this path. */
  fails?: { readonly path: string; readonly with: () => Response | Promise<Response> };
}

/** Provider that the test controls, including faults that a real one can't be made to produce. */
export interface TestProvider {
  readonly issuer: string;
  faults: ProviderFaults;
  readonly requests: string[];
  /** Forms posted to the token endpoint, with the client's `Authorization` header. */
  readonly token_calls: { readonly form: URLSearchParams; readonly authorization: string | null }[];
  /** Returns a valid logout token, except for the test's changes. */
  logoutToken(claims: Readonly<Record<string, unknown>>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Signs with a new key from now on, and no longer publishes the old one. */
  rotate(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The provider's endpoints, over the codes that it has given out. */
class ProviderEndpoints {
  readonly #provider: TestProvider;
  readonly #now: () => number;
  readonly #codes = new Map<string, URLSearchParams>();
  #codes_issued = 0;
  key: Key;

  constructor(provider: TestProvider, key: Key, now: () => number) {
    this.#provider = provider;
    this.#now = now;
    this.key = key;
  }

  async answer(request: Request): Promise<Response> {
    const { issuer, faults } = this.#provider;
    const url = new URL(request.url);
    if (faults.fails?.path === url.pathname) return await faults.fails.with();
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return Response.json({ ...metadataOf(issuer), ...faults.metadata });
      case "/jwks":
        return Response.json({ keys: [this.key.jwk] });
      case "/authorize":
        return this.#authorize(url.searchParams);
      case "/token":
        return await this.#issueToken(request);
      case "/userinfo":
        return Response.json(faults.userinfo ?? { sub: "sub-ada" });
      default:
        return new Response("Path not found", { status: 404 });
    }
  }

  #authorize(query: URLSearchParams): Response {
    const { issuer, faults } = this.#provider;
    const code = `code-${++this.#codes_issued}`;
    this.#codes.set(code, query);
    const returnFromProvider = new URL(query.get("redirect_uri") ?? "");
    for (const [name, value] of Object.entries({ code, state: query.get("state") ?? "", iss: issuer })) {
      returnFromProvider.searchParams.set(name, value);
    }
    faults.answer?.(returnFromProvider.searchParams);
    return Response.redirect(returnFromProvider.href, 303);
  }

  async #issueToken(request: Request): Promise<Response> {
    const { issuer, faults, token_calls } = this.#provider;
    const form = new URLSearchParams(await request.text());
    token_calls.push({ form, authorization: request.headers.get("Authorization") });
    const code = form.get("code") ?? "";
    const query = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      query === undefined ||
      query.get("code_challenge") !== challenge ||
      query.get("redirect_uri") !== form.get("redirect_uri")
    ) {
      return Response.json({ error: "invalid_grant", error_description: CLIENT.secret }, { status: 400 });
    }
    const now_s = Math.floor(this.#now() / SECOND_MS);
    const claims = {
      ...{ iss: issuer, aud: CLIENT.id, sub: "sub-ada", nonce: query.get("nonce"), iat: now_s },
      ...{ exp: now_s + 300, email: "ada@example.com", email_verified: true, name: "Ada" },
      ...faults.claims,
    };
    const id_token = await (faults.idToken ?? signIdToken)(claims, this.key);
    return Response.json({ access_token: "access", token_type: "Bearer", expires_in: 300, id_token });
  }
}

/**
 * A provider on a free port of this machine.
 *
 * @example
 * await using provider = await openProvider();
 * provider.faults = { claims: { nonce: "another" } };
 */
export async function openProvider(clock: Pick<Clock, "now"> = systemClock): Promise<TestProvider> {
  const requests: string[] = [];
  let made = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      requests.push(new URL(request.url).pathname);
      return await endpoints.answer(request);
    },
  });
  const provider: TestProvider = {
    issuer: `http://127.0.0.1:${server.port}`,
    faults: {},
    requests,
    token_calls: [],
    logoutToken(claims, header) {
      const now_s = Math.floor(clock.now() / SECOND_MS);
      const payload = {
        ...{ iss: provider.issuer, aud: CLIENT.id, iat: now_s, exp: now_s + 120, jti: `logout-${++made}` },
        ...{ events: { [LOGOUT_EVENT]: {} }, ...claims },
      };
      return signIdToken(payload, endpoints.key, { typ: "logout+jwt", ...header });
    },
    async rotate() {
      endpoints.key = await newKey(`next-${++made}`);
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  const endpoints = new ProviderEndpoints(provider, await newKey("first"), () => clock.now());
  return provider;
}

const metadataOf = (issuer: string): Readonly<Record<string, unknown>> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256", "RS256"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  authorization_response_iss_parameter_supported: true,
});

async function newKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return { kid, private_key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
}

/** Signs a valid ID token, except for the test's changes to its header. */
export function signIdToken(
  claims: Readonly<Record<string, unknown>>,
  { kid, private_key }: Key,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(private_key);
}

/** Sends the browser from the console to the provider. Returns the URL that the provider redirects back to. */
export async function leaveForProvider(browser: TestBrowser, query = ""): Promise<URL> {
  const left = await browser.call("GET", `/api/provider-sign-in${query}`);
  const location = left.headers.get("Location") ?? "";
  if (left.status !== 303 || location.includes("/console/")) return new URL(location);
  const sent = await fetch(location, { redirect: "manual" });
  return new URL(sent.headers.get("Location") ?? "");
}

export function returnFromProvider(browser: TestBrowser, to: URL): Promise<TestResponse> {
  return browser.call("GET", `${to.pathname}${to.search}`);
}

/** Signs in through the provider. Returns the final path and query. */
export async function signInThroughProvider(browser: TestBrowser, query = ""): Promise<string> {
  const to = await leaveForProvider(browser, query);
  if (to.pathname.startsWith("/console/")) return `${to.pathname}${to.search}`;
  const { headers } = await returnFromProvider(browser, to);
  const end = new URL(headers.get("Location") ?? "");
  return `${end.pathname}${end.search}`;
}
