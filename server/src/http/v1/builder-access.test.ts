import { beforeAll, describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { BUILDER_PAGE_ROUTES, BUILDER_ROUTES, PREVIEW_LINK_ROUTES } from "@fanfare/contract/schema/routes/builder";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, editorBrowser, sampleTour, type TestBrowser } from "../../../test/support/temporary-server.ts";
import { isRoleAllowed } from "../../accounts/access/policy.ts";

const SHOP = "https://shop.example";
const BLOG = "https://blog.example";
const OTHER_KEY = "another-app";
const clock = manualClock(Date.UTC(2026, 10, 23));
type Route = keyof typeof BUILDER_PAGE_ROUTES;
/** Requests of an open builder of content. The others open one or a preview, or are for trackers (tracker-builder.test.ts). */
type SessionRoute = Exclude<Route, "POST /v1/builder" | "POST /v1/builder/tracker" | "POST /v1/preview">;

const ON = { kind: "click", target: { strategies: [{ kind: "test_id", value: "share" }] } };
/** A new route needs its permission, and a body, here. */
const SESSION_ROUTES = {
  "POST /v1/builder/resume": { needs: "content.write", body: {} },
  "DELETE /v1/builder": { needs: "content.read", body: undefined },
  "GET /v1/builder/content": { needs: "content.read", body: undefined },
  "PATCH /v1/builder/content": { needs: "content.write", body: { name: "Changed" } },
  "POST /v1/builder/channels": { needs: "content.read", body: { socket_id: "1.2" } },
  "POST /v1/builder/place": { needs: "content.read", body: { step_id: "one" } },
  "POST /v1/builder/gates": { needs: "person.read", body: { url: `${SHOP}/` } },
  "POST /v1/builder/people": { needs: "person.read", body: { q: "a" } },
  "GET /v1/builder/attributes": { needs: "person.read", body: undefined },
  "POST /v1/builder/trackers": { needs: "tracker.write", body: { name: "share_clicked", on: ON } },
  "POST /v1/builder/publish": { needs: "content.publish", body: {} },
} as const satisfies Record<SessionRoute, { readonly needs: string; readonly body: object | undefined }>;
// Cast: Object.keys loses the key type.
const ROUTES = Object.keys(SESSION_ROUTES) as readonly SessionRoute[];

let editor: TestBrowser;
let other_app: { readonly id: string; readonly key: string };
let content_id: string;
/** Of other content, and so of another session. */
let other_content_id: string;

async function createContent(slug: string): Promise<string> {
  const input = { slug, name: "Tour", draft: sampleTour("Hello") };
  return (await owner.call("POST", `/api/contents?app_id=${APP.id}`, input)).json.id;
}

async function setOrigins(allowed_origins: readonly string[]): Promise<void> {
  const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
  const tag = { "If-Match": `"${revision}"` };
  expect((await owner.call("PATCH", `/api/apps/${APP.id}`, { allowed_origins }, tag)).status).toBe(200);
}

const { server, ...shared } = await sharedServer({ clock });
let { owner } = shared;
beforeAll(async () => {
  editor = await editorBrowser(owner, server);
  await setOrigins([SHOP, BLOG]);
  other_app = (await owner.call("POST", "/api/apps", { name: "Other", key: OTHER_KEY })).json;
  content_id = await createContent("tour");
  other_content_id = await createContent("other");
});

interface Sent {
  readonly origin?: string | null;
  readonly key?: string;
  readonly bearer?: string | undefined;
  readonly cookies?: TestBrowser;
}

async function send(route: Route, body: object | undefined, { origin = SHOP, key = APP.key, bearer, cookies }: Sent) {
  const [method = "", path = ""] = route.split(" ");
  const cookie = [...(cookies?.cookies ?? [])].map((pair) => pair.join("=")).join("; ");
  const response = await fetch(`${server.origin}${path}?app=${key}`, {
    method,
    headers: {
      ...(origin === null ? {} : { Origin: origin }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(cookie === "" ? {} : { Cookie: cookie }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...("revision" in BUILDER_PAGE_ROUTES[route] ? { "If-Match": '"1"' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // Cast: a problem, or a response without a code.
  const { code } = JSON.parse(text) as { readonly code?: string };
  return { status: response.status, code, text, headers: response.headers };
}

async function codeFor(member: TestBrowser, of_content = content_id, url = `${SHOP}/orders`): Promise<string> {
  const link = await member.call("POST", `/api/builder-links?app_id=${APP.id}`, { url, content_id: of_content });
  return /fanfare_build=shop\.([\w-]+)/.exec(link.json.url)?.[1] ?? "";
}

async function open(member: TestBrowser = owner, of_content = content_id): Promise<string> {
  const { text } = await send("POST /v1/builder", { code: await codeFor(member, of_content) }, {});
  return JSON.parse(text).token;
}

/** Everything that a refused request could have changed. */
async function state(): Promise<string> {
  const { db } = server.fanfare.store;
  const contents = await db.selectFrom("contents").select(["id", "name", "draft", "revision"]).execute();
  const sessions = await db.selectFrom("builder_sessions").select(["id", "token_hash"]).execute();
  const rows = await Promise.all(
    (["trackers", "versions", "publications", "audit_entries"] as const).map((table) =>
      db.selectFrom(table).select(db.fn.countAll().as("rows")).executeTakeFirst(),
    ),
  );
  return JSON.stringify([contents, sessions, rows]);
}

/** Sends every request of an open builder. Each must be refused with this code, and change nothing. */
async function expectAllRefused(sent: Sent, code: string): Promise<void> {
  const before = await state();
  for (const route of ROUTES) {
    const { text, ...refused } = await send(route, SESSION_ROUTES[route].body, sent);
    expect([route, refused.code]).toEqual([route, code]);
    expect(text).not.toContain("Hello");
  }
  expect(await state()).toBe(before);
}

test("includes every route that a page can call", () => {
  const opens: readonly Route[] = ["POST /v1/builder", "POST /v1/builder/tracker", "POST /v1/preview"];
  expect([...ROUTES, ...opens].toSorted()).toEqual((Object.keys(BUILDER_PAGE_ROUTES) as Route[]).toSorted());
});

test("lets an open session call every route, so that the refusals below have their own reason", async () => {
  for (const route of ROUTES) {
    const { code, status } = await send(route, SESSION_ROUTES[route].body, { bearer: await open() });
    // The content may have another revision.
    expect([route, code ?? status]).toEqual([route, status === 200 ? 200 : "revision_stale"]);
  }
});

describe("refuses every request", () => {
  test("without a session's token, whatever else is sent", async () => {
    const code = await codeFor(owner);
    const replaced = await open();
    await send("POST /v1/builder/resume", {}, { bearer: replaced });
    const token = (await owner.call("POST", "/api/tokens", { name: "CI", scopes: ["content.*"] })).json.token;
    const settings = { settings: { preview_links: true } };
    const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
    await owner.call("PATCH", `/api/apps/${APP.id}`, settings, { "If-Match": `"${revision}"` });
    const preview = (
      await owner.call("POST", `/api/preview-links?app_id=${APP.id}`, { url: `${SHOP}/`, content_id })
    ).json.url
      .split(".")
      .at(-1);
    expect(token).toBeString();
    expect(preview).toStartWith("ffp_");
    const bearers = [undefined, "", "ffb_", `ffb_${"A".repeat(43)}`, code, `ffb_${code}`, replaced, token, preview];
    for (const bearer of [...bearers, (await open()).slice("ffb_".length)]) {
      await expectAllRefused({ bearer, cookies: owner }, "builder_session_ended");
    }
  });

  test("from another origin, also one that the app allows, or from another app", async () => {
    const bearer = await open();
    await expectAllRefused({ bearer, origin: BLOG }, "builder_refused");
    await expectAllRefused({ bearer, origin: null }, "builder_refused");
    await expectAllRefused({ bearer, key: other_app.key }, "builder_refused");
    for (const origin of ["null", "https://evil.example", "http://shop.example", "https://shop.example:8443"]) {
      await expectAllRefused({ bearer, origin }, "origin_refused");
    }
    await expectAllRefused({ bearer, key: "nobody" }, "app_not_found");
  });

  test("after the session ended in any way", async () => {
    const left = await open();
    await send("DELETE /v1/builder", undefined, { bearer: left });
    await expectAllRefused({ bearer: left }, "builder_session_ended");

    const code = await codeFor(owner);
    const twice = JSON.parse((await send("POST /v1/builder", { code }, {})).text).token;
    expect((await send("POST /v1/builder", { code }, {})).code).toBe("builder_link_used");
    await expectAllRefused({ bearer: twice }, "builder_session_ended");

    const idle = await open();
    clock.advance(limits.builder_idle_minutes * MINUTE_MS);
    await expectAllRefused({ bearer: idle }, "builder_session_ended");

    const own = await server.ownerBrowser();
    const signed_out = await open(own);
    await own.call("POST", "/api/sign-out", {});
    await expectAllRefused({ bearer: signed_out }, "builder_session_ended");
  });

  test("that the member's present role doesn't allow, and all of a member who was removed", async () => {
    const bearer = await open(editor);
    const { items } = (await owner.call("GET", "/api/members")).json;
    const member = `/api/members/${items.find(({ role }: { role: string }) => role === "editor").id}`;
    expect((await owner.call("PATCH", member, { role: "viewer" })).status).toBe(204);
    for (const route of ROUTES) {
      const { needs, body } = SESSION_ROUTES[route];
      if (isRoleAllowed("viewer", needs)) continue;
      expect([route, (await send(route, body, { bearer })).code]).toEqual([route, "role_insufficient"]);
    }
    expect((await send("GET /v1/builder/content", undefined, { bearer })).status).toBe(200);
    expect((await owner.call("DELETE", member)).status).toBe(204);
    await expectAllRefused({ bearer }, "builder_session_ended");
    editor = await editorBrowser(owner, server);
  });

  test("from an origin that the app no longer allows", async () => {
    const bearer = await open();
    await setOrigins([BLOG]);
    await expectAllRefused({ bearer }, "origin_refused");
    await setOrigins([SHOP, BLOG]);
    expect((await send("GET /v1/builder/content", undefined, { bearer })).status).toBe(200);
  });
});

test("opens nothing with a code that isn't the page's, and leaves it for its page", async () => {
  const code = await codeFor(owner);
  const tries: readonly (readonly [Sent, string])[] = [
    [{ origin: BLOG }, "builder_refused"],
    [{ origin: null }, "builder_refused"],
    [{ origin: "https://evil.example" }, "origin_refused"],
    [{ key: other_app.key }, "builder_refused"],
  ];
  for (const [sent, expected] of tries) {
    expect((await send("POST /v1/builder", { code }, { ...sent, cookies: owner })).code).toBe(expected);
  }
  expect((await send("POST /v1/builder", { code }, {})).status).toBe(200);
});

test("reads and writes its own content only, whatever the body says", async () => {
  const bearer = await open(owner, other_content_id);
  for (const body of [
    { name: "Mine", content_id },
    { name: "Mine", id: content_id },
    { name: "Mine", app_id: "1" },
  ]) {
    expect((await send("PATCH /v1/builder/content", body, { bearer })).code).toBe("body_invalid");
  }
  const { text } = await send("GET /v1/builder/content", undefined, { bearer });
  expect(JSON.parse(text).id).toBe(other_content_id);
});

describe("CORS", () => {
  const preflight = (path: string, origin: string, method: string) =>
    fetch(`${server.origin}${path}`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization",
      },
    });

  test("lets pages of allowed origins read responses, each for its own origin, and no others", async () => {
    for (const route of Object.keys(BUILDER_PAGE_ROUTES)) {
      const [method = "", path = ""] = route.split(" ");
      for (const origin of [SHOP, BLOG]) {
        const { headers } = await preflight(`${path}?app=${APP.key}`, origin, method);
        expect([route, headers.get("Access-Control-Allow-Origin")]).toEqual([route, origin]);
        expect(headers.get("Access-Control-Allow-Methods")).toContain(method);
        expect(headers.get("Vary")).toContain("Origin");
      }
      const { headers } = await preflight(`${path}?app=${APP.key}`, "https://evil.example", method);
      expect([route, headers.get("Access-Control-Allow-Origin")]).toEqual([route, null]);
    }
    const bearer = await open();
    const evil = await send("GET /v1/builder/content", undefined, { bearer, origin: "https://evil.example" });
    expect(evil.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("opens no route of the console, also for a page with a session", async () => {
    const bearer = await open();
    for (const route of Object.keys({ ...BUILDER_ROUTES, ...PREVIEW_LINK_ROUTES })) {
      const [method = "", pattern = ""] = route.split(" ");
      const path = `${pattern.replace(":id", "some-id")}?app_id=${APP.id}`;
      const allowed = await preflight(path, SHOP, method);
      expect([route, allowed.headers.get("Access-Control-Allow-Origin")]).toEqual([route, null]);
      const cookie = [...owner.cookies].map((pair) => pair.join("=")).join("; ");
      for (const credentials of [{ Authorization: `Bearer ${bearer}` }, { Cookie: cookie }]) {
        const response = await fetch(`${server.origin}${path}`, {
          method,
          headers: { Origin: SHOP, "Content-Type": "application/json", ...credentials },
          ...(method === "GET" ? {} : { body: "{}" }),
        });
        expect([route, response.headers.get("Access-Control-Allow-Origin")]).toEqual([route, null]);
        // Reading with a cookie is safe, because the page can't see the response.
        const is_read = method === "GET" && !pattern.includes(":id") && "Cookie" in credentials;
        expect([route, response.status < 400]).toEqual([route, is_read]);
      }
    }
  });
});

describe("in the console", () => {
  test("lets members end and revoke their own only, in the same app, unless they manage members", async () => {
    const at = (path: string, app = APP.id) => `${path}?app_id=${app}`;
    const created = async (path: string, by: TestBrowser) =>
      (await by.call("POST", at(path), { url: `${SHOP}/`, content_id })).json.id;
    for (const [links, list, code] of [
      ["/api/builder-links", "/api/builder-sessions", "builder_session_not_found"],
      ["/api/preview-links", "/api/preview-links", "preview_link_not_found"],
    ] as const) {
      const [of_owner, of_editor] = [await created(links, owner), await created(links, editor)];
      expect((await editor.call("DELETE", at(`${list}/${of_owner}`))).json.code).toBe(code);
      expect((await owner.call("DELETE", at(`${list}/${of_owner}`, other_app.id))).json.code).toBe(code);
      expect((await owner.call("GET", at(list, other_app.id))).json.items).toEqual([]);
      expect((await owner.call("DELETE", at(`${list}/${of_editor}`))).status).toBe(204);
      expect((await owner.call("DELETE", at(`${list}/${of_owner}`))).status).toBe(204);
    }
  });

  test("shows no code and no token again", async () => {
    const code = await codeFor(owner);
    const bearer = await open();
    const { text } = await owner.call("GET", `/api/builder-sessions?app_id=${APP.id}`);
    const rows = await server.fanfare.store.db.selectFrom("builder_sessions").selectAll().execute();
    const audit = await owner.call("GET", "/api/audit?limit=100");
    for (const shown of [text, JSON.stringify(rows), audit.text, server.lines.join()]) {
      expect(shown).not.toContain(code);
      expect(shown).not.toContain(bearer.slice("ffb_".length));
    }
  });
});

test("refuses every request after its maximum time, however much it's used", async () => {
  owner = await server.ownerBrowser();
  const bearer = await open();
  const step_ms = limits.builder_idle_minutes * MINUTE_MS - MINUTE_MS;
  for (let used_ms = step_ms; used_ms < limits.builder_hours_max * HOUR_MS; used_ms += step_ms) {
    clock.advance(step_ms);
    expect((await send("GET /v1/builder/content", undefined, { bearer })).status).toBe(200);
  }
  clock.advance(step_ms);
  await expectAllRefused({ bearer }, "builder_session_ended");
});
