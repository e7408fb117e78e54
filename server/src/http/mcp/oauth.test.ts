import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { sharedServer } from "../../../test/support/shared-server.ts";
import type { TestBrowser } from "../../../test/support/temporary-server.ts";

const REDIRECT = "http://127.0.0.1:7777/callback";
const SUGGESTED = ["app.read", "content.read", "content.write", "analytics.read", "goal.read"];
const VERIFIER = "v".repeat(50);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const clock = manualClock(Date.parse("2026-11-23T12:00:00Z"));

const { server, owner } = await sharedServer({ clock });

/** Each caller of a test has an address of its own, so that the rate limit of one doesn't hit another. */
let callers = 0;
const call = async (path: string, init: RequestInit): Promise<{ status: number; json: Record<string, string> }> => {
  callers += 1;
  const headers = { ...init.headers, "X-Forwarded-For": `198.51.100.${callers % 250}` };
  const response = await fetch(`${server.origin}${path}`, { ...init, headers });
  return { status: response.status, json: Object(await response.json()) };
};
const register = async (redirect_uris: readonly string[] = [REDIRECT]) =>
  call("/mcp/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Test assistant", redirect_uris }),
  });
const exchange = async (form: Record<string, string>) =>
  call("/mcp/token", { method: "POST", body: new URLSearchParams({ grant_type: "authorization_code", ...form }) });

interface Request {
  readonly client_id: string;
  readonly [parameter: string]: string;
}
async function newRequest(more: Record<string, string> = {}): Promise<Request> {
  const client_id = (await register()).json["client_id"] ?? "";
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
  return { client_id, redirect_uri: REDIRECT, response_type: "code", ...pkce, state: "s 1", ...more };
}
const look = (request: Request) => owner.call("POST", "/api/oauth-authorizations/look", request);
async function consent(request: Request, scopes: readonly string[] = SUGGESTED): Promise<URL> {
  const { json, text } = await owner.call("POST", "/api/oauth-authorizations", { request, scopes });
  return new URL(json.redirect_to ?? text);
}
async function codeFor(request: Request): Promise<string> {
  return (await consent(request)).searchParams.get("code") ?? "";
}
const formOf = ({ client_id }: Request, code: string) => ({
  ...{ client_id, code, redirect_uri: REDIRECT, code_verifier: VERIFIER },
});
const toolsWith = (token: string) =>
  fetch(`${server.origin}/mcp`, {
    method: "POST",
    headers: {
      ...{ Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" },
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

test("connects the official client, which finds everything by itself, with what the member allowed", async () => {
  let asked: URL | undefined;
  const saved: { client?: unknown; verifier?: string; tokens?: unknown; discovery?: unknown } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "Test assistant", redirect_uris: [REDIRECT] },
    // Casts: the library saves and reads its own values.
    clientInformation: () => saved.client as never,
    saveClientInformation: (client) => {
      saved.client = client;
    },
    tokens: () => saved.tokens as never,
    saveTokens: (tokens) => {
      saved.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      asked = url;
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier;
    },
    codeVerifier: () => saved.verifier ?? "",
    saveDiscoveryState: (discovery) => {
      saved.discovery = discovery;
    },
    discoveryState: () => saved.discovery as never,
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { authProvider: provider });
  const first = transport();
  await expect(new Client({ name: "test", version: "1" }).connect(first)).rejects.toThrow();
  expect(asked?.pathname).toBe("/console/connect");
  const known = ["client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method"];
  const request = Object.fromEntries(
    [...known, "scope", "state", "resource"].flatMap((name) => {
      const value = asked?.searchParams.get(name);
      return value == null ? [] : [[name, value]];
    }),
  ) as unknown as Request;
  const offer = (await look(request)).json;
  expect(offer).toMatchObject({ client_name: "Test assistant", redirect_host: "127.0.0.1:7777", is_local: true });
  const suggested = offer.scopes.flatMap((each: { scope: string; is_suggested: boolean }) =>
    each.is_suggested ? [each.scope] : [],
  );
  expect(suggested).toEqual(SUGGESTED);
  const back = await consent(request);
  await first.finishAuth(back.searchParams);

  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("create_draft");
  expect(names).not.toContain("publish");
  const [token] = (await owner.call("GET", "/api/tokens")).json.items;
  expect(token).toMatchObject({ name: "Test assistant", scopes: SUGGESTED, expires_at: "2026-12-23T12:00:00.000Z" });
  const entry = (await owner.call("GET", "/api/audit?action=token.create")).json.items[0];
  expect(entry).toMatchObject({ resource_id: token.id, member_id: token.member_id, detail: { scopes: SUGGESTED } });
  await owner.call("DELETE", `/api/tokens/${token.id}`);
  await expect(client.listTools()).rejects.toThrow();
});

describe("a code", () => {
  test("is valid once, and its token ends if it comes a second time", async () => {
    const request = await newRequest();
    const back = await consent(request);
    expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual([
      REDIRECT,
      "s 1",
      server.origin,
    ]);
    const form = formOf(request, back.searchParams.get("code") ?? "");
    const issued = await exchange(form);
    expect(issued).toMatchObject({ status: 200, json: { token_type: "Bearer", scope: SUGGESTED.join(" ") } });
    const token = issued.json["access_token"] ?? "";
    expect((await toolsWith(token)).status).toBe(200);
    for (const _ of ["second", "third"]) {
      expect(await exchange(form)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
      expect((await toolsWith(token)).status).toBe(401);
    }
  });

  test("doesn't issue its token again after the token was revoked", async () => {
    const request = await newRequest();
    const form = formOf(request, await codeFor(request));
    const ids = async (): Promise<string[]> =>
      (await owner.call("GET", "/api/tokens?limit=100")).json.items.map(({ id }: { id: string }) => id);
    const before = await ids();
    const token = (await exchange(form)).json["access_token"] ?? "";
    const issued = (await ids()).find((id) => !before.includes(id));
    expect((await owner.call("DELETE", `/api/tokens/${issued}`)).status).toBe(204);
    expect((await toolsWith(token)).status).toBe(401);
    expect(await exchange(form)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
  });

  test("issues no token for a member who was deactivated since the consent", async () => {
    const { json: invite } = await owner.call("POST", "/api/invites", { email: "leaver@example.com", role: "admin" });
    const leaver = server.browser();
    const accept = {
      token: new URL(invite.url).searchParams.get("token"),
      name: "Leah",
      password: "a long pass phrase",
    };
    const { id } = (await leaver.call("POST", "/api/invites/accept", accept)).json.member;
    const request = await newRequest();
    const { json } = await leaver.call("POST", "/api/oauth-authorizations", { request, scopes: SUGGESTED });
    const form = formOf(request, new URL(json.redirect_to).searchParams.get("code") ?? "");
    const { token } = (await owner.call("POST", "/api/tokens", { name: "Okta", scopes: ["scim.write"] })).json;
    const deactivated = await fetch(`${server.origin}/api/scim/v2/Users/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(deactivated.status).toBe(204);
    expect(await exchange(form)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect((await owner.call("GET", "/api/tokens?limit=100")).json.items).not.toContainEqual(
      expect.objectContaining({ member_id: id }),
    );
  });

  test("belongs to its client, redirect URI, and verifier, and expires", async () => {
    const request = await newRequest();
    const form = formOf(request, await codeFor(request));
    const other = (await register()).json["client_id"] ?? "";
    for (const wrong of [
      { code_verifier: "w".repeat(50) },
      { redirect_uri: "http://127.0.0.1:7778/callback" },
      { client_id: other },
      { code: form.code.slice(0, -4) },
      { code: request.client_id },
      { client_id: form.code },
    ]) {
      expect(await exchange({ ...form, ...wrong })).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    }
    expect(await exchange({ ...form, grant_type: "refresh_token" })).toMatchObject({
      json: { error: "unsupported_grant_type" },
    });
    clock.advance(61 * SECOND_MS);
    expect(await exchange(form)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect((await exchange(formOf(request, await codeFor(request)))).status).toBe(200);
  });

  test("isn't made for a decline, for more than was offered, or for an editor or a token", async () => {
    const request = await newRequest();
    const declined = await consent(request, []);
    expect([declined.searchParams.get("error"), declined.searchParams.has("code")]).toEqual(["access_denied", false]);
    const authorize = (by: TestBrowser, scopes: readonly string[], headers?: Record<string, string>) =>
      by.call("POST", "/api/oauth-authorizations", { request, scopes }, headers);
    expect((await authorize(owner, ["member.write"])).json.code).toBe("oauth_request_invalid");
    expect((await authorize(owner, ["*"])).json.code).toBe("oauth_request_invalid");
    const scopes = { name: "Admin", scopes: ["*"], expires_in_days: 1 };
    const { token } = (await owner.call("POST", "/api/tokens", scopes)).json;
    const by_token = await authorize(server.browser(), SUGGESTED, { Authorization: `Bearer ${token}` });
    expect([by_token.status, by_token.json.code]).toEqual([403, "scope_insufficient"]);
    expect((await authorize(server.browser(), SUGGESTED)).status).toBe(401);
  });
});

describe("a redirect URI", () => {
  test("is registered with HTTPS, a loopback address, or an app's scheme only", async () => {
    const accepted = [
      "https://claude.example/cb",
      "http://localhost:1/cb",
      "http://[::1]/cb",
      "cursor://x/cb",
      "com.example.app:/cb",
    ];
    for (const uri of accepted) expect([uri, (await register([uri])).status]).toEqual([uri, 201]);
    for (const uri of [
      ...["http://other.example/cb", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "cb", ""],
      ...["https://a:b@other.example/", "https://other.example/#x", "https://other.example/#", "ftp://other.example/"],
      ...[
        "http://127.0.0.1.other.example/",
        "blob:https://other.example/1",
        `https://other.example/${"x".repeat(400)}`,
      ],
    ]) {
      expect([uri, (await register([uri])).status]).toEqual([uri, 400]);
    }
  });

  test("must be one of the client's, so that no code goes anywhere else", async () => {
    const request = await newRequest();
    for (const redirect_uri of [
      ...["https://other.example/callback", "http://127.0.0.1:7777/other", "http://localhost:7777/callback"],
      ...["http://127.0.0.1:7777/callback?x=1", "http://127.0.0.1:7777/callback/", "javascript:alert(1)"],
    ]) {
      const { status, json } = await look({ ...request, redirect_uri });
      expect([redirect_uri, status, json.code]).toEqual([redirect_uri, 400, "oauth_request_invalid"]);
    }
    // RFC 8252: the port of a loopback address is only known when the client listens.
    expect((await look({ ...request, redirect_uri: "http://127.0.0.1:9999/callback" })).status).toBe(200);
    expect((await look({ ...request, client_id: "unknown" })).json.code).toBe("oauth_request_invalid");
    expect((await look({ ...request, resource: "https://other.example/mcp" })).json.code).toBe("oauth_request_invalid");
    for (const wrong of [{ code_challenge_method: "plain" }, { response_type: "token" }, { code_challenge: "short" }]) {
      expect((await look({ ...request, ...wrong })).status).toBe(400);
    }
  });
});

test("limits registrations per address", async () => {
  clock.advance(MINUTE_MS);
  const send = () =>
    fetch(`${server.origin}/mcp/register`, {
      method: "POST",
      headers: { "X-Forwarded-For": "203.0.113.9" },
      body: "{}",
    });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) statuses.push((await send()).status);
  expect([statuses.slice(0, 30).every((status) => status === 400), statuses[30]]).toEqual([true, 429]);
});

test("points clients without a token to the metadata", async () => {
  const refused = await fetch(`${server.origin}/mcp`, { method: "POST" });
  const header = refused.headers.get("WWW-Authenticate") ?? "";
  const [, url = ""] = /resource_metadata="([^"]+)"/.exec(header) ?? [];
  const resource = await (await fetch(url)).json();
  expect(resource).toMatchObject({ resource: `${server.origin}/mcp`, authorization_servers: [server.origin] });
  const metadata = await (await fetch(`${server.origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({ issuer: server.origin, code_challenge_methods_supported: ["S256"] });
});

test("counts registrations by IPv6 network", async () => {
  const statusFrom = async (address: string): Promise<number> => {
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": address };
    return (await fetch(`${server.origin}/mcp/register`, { method: "POST", headers, body: "{}" })).status;
  };
  for (let host = 1; host <= limits.oauth_calls_per_minute; host++) {
    expect(await statusFrom(`2001:db8:1:2::${host.toString(16)}`)).toBe(400);
  }
  expect(await statusFrom("2001:db8:1:2::ffff")).toBe(429);
  expect(await statusFrom("2001:db8:1:3::1")).toBe(400);
});
