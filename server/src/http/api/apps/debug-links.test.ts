import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { DebugPanelResponse } from "@fanfare/contract/schema/people/debug-link";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour, type TestBrowser } from "../../../../test/support/temporary-server.ts";
import { temporaryStore } from "../../../../test/support/temporary-store.ts";
import { appRecord } from "../../../../test/support/v1-server.ts";
import { createDebugLinks } from "../../../accounts/access/debug-links.ts";

const { server, owner } = await sharedServer();

const make = (url: string, by: TestBrowser = owner, app_id: string = APP.id) =>
  by.call("POST", "/api/debug-links", { app_id, url });
const tokenIn = (url: string): string => /fanfare_debug=[^.]+\.([^&#]+)/.exec(url)?.[1] ?? "";
const PANEL = "the only panel of a debug link";
const requestPanel = (debug_token: string, key: string = APP.key, panel = PANEL, external_id = "u_debug") =>
  owner.call("POST", `/v1/explain?app=${key}`, { debug_token, panel, url: "https://shop.example/", external_id });

describe("debug link", () => {
  test("has its token in the fragment, or in the query of a page with a fragment", async () => {
    const plain = (await make("https://shop.example/orders?page=2")).json;
    expect(plain.url).toMatch(/^https:\/\/shop\.example\/orders\?page=2#fanfare_debug=shop\.[\w.-]+$/);
    const routed = (await make("https://shop.example/?a=1#/orders")).json;
    expect(routed.url).toMatch(/^https:\/\/shop\.example\/\?a=1&fanfare_debug=shop\.[\w.-]+#\/orders$/);
    const minutes = (Date.parse(plain.expires_at) - Date.now()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(limits.debug_link_minutes - 1);
    expect(minutes).toBeLessThanOrEqual(limits.debug_link_minutes);
  });

  test("contains no secret and no names", async () => {
    const [, claims = ""] = tokenIn((await make("https://shop.example/")).json.url).split(".");
    const decoded = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(Object.keys(decoded).toSorted()).toEqual(["aud", "exp", "iss", "jti", "sid", "sub"]);
    expect(decoded.aud).toBe(APP.key);
  });

  test("finds the step for the panel in live content, for any person", async () => {
    const target = { strategies: [{ kind: "test_id", value: "save" }] };
    const steps = [
      { kind: "anchored", id: "save", title: "Save", blocks: [], target },
      { kind: "centered", id: "bye", title: "Bye", blocks: [] },
    ];
    const audience = { kind: "attribute", name: "plan", test: { type: "text", op: "is", value: "nobody" } };
    const draft = { body: { type: "tour", steps }, targeting: { urls: { include: [], exclude: [] }, audience } };
    const input = { app_id: APP.id, slug: "lost", name: "Lost", draft };
    const { json: content } = await owner.call("POST", "/api/contents", input);
    const placeIn = async (step_id: string) => {
      const place = { content_id: content.id, step_id };
      const link = await owner.call("POST", "/api/debug-links", {
        app_id: APP.id,
        url: "https://shop.example/",
        place,
      });
      expect(link.status).toBe(201);
      return ((await requestPanel(tokenIn(link.json.url))).json as DebugPanelResponse).place;
    };
    expect(await placeIn("save")).toBeUndefined();
    await owner.call("POST", `/api/contents/${content.id}/publish`, { app_id: APP.id }, { "If-Match": '"1"' });
    expect(await placeIn("save")).toEqual({
      ...{ name: "Lost", station: "save", target: target as never },
      edit_url: `${server.origin}/console/${APP.id}/content/${content.id}`,
    });
    expect(await placeIn("bye")).toBeUndefined();
    expect(await placeIn("gone")).toBeUndefined();
  });

  test("gives the panel every content with its private rules, unlike a page", async () => {
    const audience = { kind: "attribute", name: "plan", test: { type: "text", op: "is", value: "secret-plan" } };
    const draft = { ...sampleTour("Hello"), targeting: { urls: { include: [], exclude: [] }, audience } };
    const input = { app_id: APP.id, slug: "for-some", name: "For some", draft };
    const { json: content } = await owner.call("POST", "/api/contents", input);
    await owner.call("POST", `/api/contents/${content.id}/publish`, { app_id: APP.id }, { "If-Match": '"1"' });
    const token = tokenIn((await make("https://shop.example/")).json.url);
    const { status, json } = await requestPanel(token);
    expect(status).toBe(200);
    const { items, person } = json as DebugPanelResponse;
    expect(person).toMatchObject({ external_id: "u_debug", verified: false });
    const item = items.find(({ content_id }) => content_id === content.id);
    expect(item).toMatchObject({ outcome: "hide", gate: "audience" });
    expect(item?.gates[0]?.evidence).toContain("secret-plan");
    const path = `/v1/explain?app=${APP.key}&content=for-some&external_id=u_debug`;
    expect(JSON.stringify((await owner.call("GET", path)).json)).not.toContain("secret-plan");
  });

  test("rejects a token that is missing, forged, or of another app or kind", async () => {
    const { json: other } = await owner.call("POST", "/api/apps", { name: "Another shop", key: "another-shop" });
    const token = tokenIn((await make("https://shop.example/")).json.url);
    const [head, claims, signature = ""] = token.split(".");
    const of_other_app = tokenIn((await make("https://shop.example/", owner, other.id)).json.url);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
    const forged = [`${head}.${claims}.${signature.split("").toReversed().join("")}`, unsigned, "x", of_other_app];
    const { json: boot } = await owner.call("POST", `/v1/boot?app=${APP.key}`, {});
    for (const wrong of [...forged, boot.anonymous.token]) {
      const { status, json } = await requestPanel(wrong);
      expect([status, (json as Problem).code]).toEqual([401, "debug_link_invalid"]);
    }
    expect((await requestPanel(of_other_app, other.key)).status).toBe(200);
    expect((await requestPanel("")).status).toBe(400);
  });

  test("works once: for the first panel until it expires, and for no other", async () => {
    const token = tokenIn((await make("https://shop.example/")).json.url);
    const [one, two] = ["the first one", "the second one"].map((name) => name.padEnd(22, "-"));
    const first = await Promise.all([one, two].map((panel) => requestPanel(token, APP.key, panel)));
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const [winner, loser] = first[0]?.status === 200 ? [one, two] : [two, one];
    expect((await requestPanel(token, APP.key, winner)).status).toBe(200);
    const { status, json } = await requestPanel(token, APP.key, loser);
    expect([status, json.code]).toEqual([401, "debug_link_used"]);
    expect((await requestPanel(token, APP.key, "short")).status).toBe(400);
  });

  test("expires with the session of its creator", async () => {
    const elsewhere = await server.ownerBrowser();
    const token = tokenIn((await make("https://shop.example/", elsewhere)).json.url);
    expect((await requestPanel(token)).status).toBe(200);
    await elsewhere.call("POST", "/api/sign-out", {});
    const { status, json } = await requestPanel(token);
    expect([status, json.code]).toEqual([401, "debug_link_expired"]);
  });

  test("is audited, and limited to members and pages of the app", async () => {
    expect((await make("javascript:alert(1)")).json.code).toBe("body_invalid");
    const { json: made } = await owner.call("POST", "/api/tokens", { name: "Script", scopes: ["person.read"] });
    const by_token = await fetch(`${server.origin}/api/debug-links`, {
      method: "POST",
      headers: { Authorization: `Bearer ${made.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ app_id: APP.id, url: "https://shop.example/" }),
    });
    expect(by_token.status).toBe(403);
    const { json: shut } = await owner.call("POST", "/api/apps", { name: "Shut", key: "shut-shop" });
    const { headers } = await owner.call("GET", `/api/apps/${shut.id}`);
    const origins = { allowed_origins: ["https://only.example"] };
    const changed = await owner.call("PATCH", `/api/apps/${shut.id}`, origins, {
      "If-Match": headers.get("ETag") ?? "",
    });
    expect(changed.status).toBe(200);
    expect((await make("https://shop.example/", owner, shut.id)).json.code).toBe("body_invalid");
    const { json: log } = await owner.call("GET", "/api/audit?action=debug_link.make");
    expect(log.items[0]).toMatchObject({ action: "debug_link.make", detail: { origin: "https://shop.example" } });
  });
});

test("expires a debug link after its minutes, to the second", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock(Date.UTC(2026, 10, 21));
  const { members, sign_ins, apps } = sampleRows("debug");
  const sign_in_id = "sgn_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a" as typeof sign_ins.id;
  const shop = appRecord({ id: apps.id });
  await store.write([
    { query: store.db.insertInto("apps").values(apps).compile() },
    { query: store.db.insertInto("members").values(members).compile() },
    {
      query: store.db
        .insertInto("sign_ins")
        .values({ ...sign_ins, id: sign_in_id, expires_at: Number.MAX_SAFE_INTEGER })
        .compile(),
    },
  ]);
  const links = createDebugLinks({ clock, rng: seededRng(1), store, keys: () => [new TextEncoder().encode("a key")] });
  const { url } = await links.make(shop, { sign_in_id, member_id: members.id }, "https://shop.example/");
  clock.advance(limits.debug_link_minutes * MINUTE_MS - 1_000);
  expect((await links.check(shop, tokenIn(url), PANEL)).expires_at_ms).toBeGreaterThan(clock.now());
  clock.advance(1_000);
  await expect(links.check(shop, tokenIn(url), PANEL)).rejects.toMatchObject({ code: "debug_link_expired" });
});
