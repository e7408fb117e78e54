import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { CLIENT, openProvider, signInThroughProvider } from "../../../../test/support/identity-provider.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { OWNER, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();
const provider = await openProvider();
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(async () => {
  provider.faults = {};
  expect((await owner.call("DELETE", "/api/single-sign-on")).status).toBe(204);
});

const input = (fields: object = {}) => ({
  ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["Example.com "] },
  ...{ newcomers: "editor", passwords: "everyone", ...fields },
});
const put = (fields: object = {}, revision?: number) =>
  owner.call(
    "PUT",
    "/api/single-sign-on",
    input(fields),
    revision === undefined ? {} : { "if-match": `"${revision}"` },
  );

test("offers no provider when none is set up", async () => {
  expect((await owner.call("GET", "/api/single-sign-on")).json).toEqual({
    ...{ provider: null, redirect_url: `${server.origin}/api/provider-sign-in/callback`, is_configured: false },
    signed_out_url: `${server.origin}/console/sign-in`,
    logout_url: `${server.origin}/api/provider-sign-out`,
    scim_url: `${server.origin}/api/scim/v2`,
  });
  expect((await server.browser().call("GET", "/api/setup")).json.provider).toBeNull();
  expect(await signInThroughProvider(server.browser())).toBe("/console/sign-in?problem=single_sign_on_off");
});

test("encrypts and hides the client secret, and requires the current revision", async () => {
  const set = await put({ client_secret: CLIENT.secret });
  expect([set.status, set.headers.get("ETag")]).toEqual([200, '"1"']);
  expect(set.json.provider).toEqual({
    ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com"] },
    ...{
      in_private_network: false,
      signs_out_there: true,
      newcomers: "editor",
      passwords: "everyone",
      has_secret: true,
      revision: 1,
    },
  });
  expect((await server.browser().call("GET", "/api/setup")).json.provider).toEqual({ name: "Acme" });
  expect((await put()).json.code).toBe("revision_required");
  expect((await put({ name: "Acme GmbH" }, 1)).json.provider).toMatchObject({ has_secret: true, revision: 2 });
  expect((await put({}, 1)).json).toMatchObject({ code: "revision_stale", current: 2 });
  expect((await put({ client_secret: null }, 2)).json.provider.has_secret).toBe(false);
  const { db } = server.fanfare.store;
  const [audit, saved] = [
    await db.selectFrom("audit_entries").select("detail").where("action", "=", "single_sign_on.update").execute(),
    await db.selectFrom("single_sign_on").selectAll().execute(),
  ];
  expect(audit.length).toBe(3);
  expect(JSON.stringify([audit, saved, server.lines])).not.toContain(CLIENT.secret);
});

test("doesn't reuse a secret for another client or provider", async () => {
  await put({ client_secret: CLIENT.secret });
  for (const fields of [{ issuer: "http://127.0.0.1:9" }, { client_id: "another" }]) {
    expect((await put(fields, 1)).json.fields).toMatchObject([{ pointer: "/client_secret" }]);
  }
});

describe("invalid settings, rejected at their field", () => {
  test.each([
    [{ issuer: "accounts.example.com" }, "/issuer"],
    [{ issuer: "ftp://accounts.example.com" }, "/issuer"],
    [{ issuer: "https://user:word@accounts.example.com" }, "/issuer"],
    [{ issuer: "https://accounts.example.com/?a=1" }, "/issuer"],
    [{ domains: ["not a domain"] }, "/domains/0"],
    [{ domains: [], newcomers: "viewer" }, "/domains"],
    [{ newcomers: "owner" }, "/newcomers"],
    [{ name: " " }, "/name"],
  ])("%j", async (fields, pointer) => {
    const { status, json } = await put(fields);
    expect([status, json.fields[0].pointer]).toEqual([400, pointer]);
  });

  const metadata: readonly (readonly [object, string])[] = [
    [{ issuer: "https://another.example" }, "uses another issuer"],
    [{ token_endpoint: undefined }, "token_endpoint"],
    [{ jwks_uri: undefined }, "jwks_uri"],
    [{ response_types_supported: ["id_token"] }, "authorization code flow"],
    [{ code_challenge_methods_supported: ["plain"] }, "PKCE"],
    [{ token_endpoint_auth_methods_supported: ["private_key_jwt"] }, "client_secret_basic"],
  ];
  test.each(metadata)("rejects a provider with the metadata %j", async (changed, message) => {
    provider.faults = { metadata: { ...changed } };
    const { status, json } = await put({ client_secret: CLIENT.secret });
    expect([status, json.code, json.fields[0].pointer]).toEqual([422, "provider_unfit", "/issuer"]);
    expect(json.detail).toContain(message);
    expect((await owner.call("GET", "/api/single-sign-on")).json.provider).toBeNull();
  });

  test("rejects a URL without a provider", async () => {
    const path = "/.well-known/openid-configuration";
    for (const answer of [() => new Response("no", { status: 404 }), () => Response.redirect("http://127.0.0.1:1/")]) {
      provider.faults = { fails: { path, with: answer } };
      expect((await put()).json).toMatchObject({ code: "provider_unreachable", fields: [{ pointer: "/issuer" }] });
    }
    expect((await put({ issuer: "http://127.0.0.1:1" })).json.code).toBe("provider_unreachable");
  });
});

test("requires TLS and a public provider address on a public server", async () => {
  await using reachable = await startTemporaryServer({
    environment: { FANFARE_PUBLIC_URL: "https://tours.example.com" },
  });
  const page = reachable.browser();
  const from = { Origin: "https://tours.example.com" };
  await page.call("POST", "/api/sign-in", OWNER, from);
  const set = (issuer: string, fields: object = {}) =>
    page.call("PUT", "/api/single-sign-on", input({ issuer, ...fields }), from);
  const count = provider.requests.length;
  expect((await set(provider.issuer)).json).toMatchObject({ code: "provider_unfit" });
  for (const host of ["127.0.0.1:1", "[::1]:1", "10.0.0.7", "169.254.169.254", "localhost:1", "2130706433"]) {
    const { json } = await set(`https://${host}`);
    expect([host, json.code]).toEqual([host, "provider_unreachable"]);
    expect(json.detail).toContain("isn't on the public internet");
    expect(json.detail).toContain("in your own network, turn on that option");
  }
  // A provider in a private network still needs TLS, and cloud metadata addresses stay blocked.
  const inside = { in_private_network: true };
  expect((await set(provider.issuer, inside)).json).toMatchObject({ code: "provider_unfit" });
  for (const host of ["169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "0.0.0.0", "168.63.129.16"]) {
    expect((await set(`https://${host}`, inside)).json.detail).toContain("isn't on the public internet");
  }
  const reached = (await set(provider.issuer.replace("http:", "https:"), inside)).json;
  expect([reached.code, reached.detail.includes("public internet")]).toEqual(["provider_unreachable", false]);
  expect(provider.requests.length).toBe(count);
  const { redirect_url, is_configured } = (await page.call("GET", "/api/single-sign-on")).json;
  expect([redirect_url, is_configured]).toEqual(["https://tours.example.com/api/provider-sign-in/callback", true]);
});

describe("passwords", () => {
  test("can be limited to owners, so that others must use the provider", async () => {
    const [ed, invited] = ["ed@example.com", "fay@example.com"];
    const invite = async (email: string) => {
      const { json } = await owner.call("POST", "/api/invites", { email, role: "editor" });
      return { token: new URL(json.url).searchParams.get("token"), name: "Someone", password: "a long pass phrase" };
    };
    await server.browser().call("POST", "/api/invites/accept", await invite(ed));
    const signIn = (password = "a long pass phrase") =>
      server.browser().call("POST", "/api/sign-in", { email: ed, password });
    expect((await signIn()).status).toBe(200);
    await put({ client_secret: CLIENT.secret, passwords: "owners" });
    expect((await signIn()).json).toMatchObject({ code: "password_refused", status: 403 });
    expect((await signIn("not the password")).json.code).toBe("sign_in_failed");
    expect((await server.browser().call("POST", "/api/sign-in", OWNER)).status).toBe(200);
    const late = await server.browser().call("POST", "/api/invites/accept", await invite(invited));
    expect(late.json.code).toBe("password_refused");
    provider.faults = { claims: { sub: "sub-fay", email: invited } };
    const page = server.browser();
    expect(await signInThroughProvider(page)).toBe("/console/");
    expect((await page.call("GET", "/api/me")).json.member).toMatchObject({ email: invited, role: "editor" });
    await owner.call("DELETE", "/api/single-sign-on");
    expect((await signIn()).status).toBe(200);
  });
});
