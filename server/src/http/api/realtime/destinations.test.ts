import { afterAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";
import { until } from "../../../../test/support/webhook-fixture.ts";

const SECRET = "Bearer sk_very-secret";
const query = `app_id=${APP.id}`;
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of the request
const received = new Map<string, any[]>();
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const known = received.get(pathname) ?? [];
    received.set(pathname, [...known, JSON.parse(await request.text())]);
    return new Response(`You sent ${request.headers.get("authorization")}`);
  },
});
const POLL_EVERY_MS = 50;
const { server, owner } = await sharedServer();
afterAll(() => receiver.stop(true));

const fields = (path: string, more: Record<string, unknown> = {}) => ({
  ...{ preset: "http", name: `Send to ${path}`, events: ["event.tracked", "content.published"] },
  settings: { url: `http://127.0.0.1:${receiver.port}${path}` },
  secrets: { header_value: SECRET },
  filter: { event_names: ["Paid"] },
  ...more,
});
const create = (path: string, more: Record<string, unknown> = {}) =>
  owner.call("POST", `/api/destinations?${query}`, fields(path, more));
const pay = (external_id: string, props: Record<string, unknown>) =>
  owner.call("POST", `/api/track?${query}`, {
    ...{ external_id },
    events: [{ id: uuidv7(systemClock, systemRng), name: "Paid", props, at: "2026-11-21T12:00:00.000Z" }],
  });
const identify = (external_id: string, attributes: Record<string, unknown>) =>
  owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id, attributes });

test("sends only allowed fields, about people who agreed", async () => {
  const body = '{"who":"{{person.external_id}}","person":"{{person.attributes}}","props":"{{props}}"}';
  const settings = { url: `http://127.0.0.1:${receiver.port}/allowed`, body };
  const filter = { event_names: ["Paid"], person_attributes: ["plan"] };
  const made = await create("/allowed", { settings, filter, props: ["total"], consent_attribute: "agreed" });
  expect([made.status, made.json.code]).toEqual([201, undefined]);
  await identify("yes", { agreed: true, plan: "pro", age: 7 });
  await identify("no", { agreed: false, plan: "pro" });
  await pay("no", { total: 1 });
  await pay("yes", { total: 12, card: "4242" });
  await until(() => received.has("/allowed"));
  expect(received.get("/allowed")).toEqual([{ who: "yes", person: { plan: "pro" }, props: { total: 12 } }]);
  const { json } = await owner.call("GET", `/api/destination-deliveries?${query}&destination_id=${made.json.id}`);
  expect(json.items).toHaveLength(1);
  expect(json.items[0].body).not.toMatch(/4242|age/);
});

test("never returns a secret, and keeps it when others change", async () => {
  const { json: made } = await create("/kept");
  expect(made.secrets).toEqual(["header_value"]);
  const path = `/api/destinations/${made.id}?${query}`;
  const { json: changed, text } = await owner.call(
    "PATCH",
    path,
    { name: "Renamed" },
    { "If-Match": `"${made.etag}"` },
  );
  expect(text).toContain("Renamed");
  expect([changed.name, changed.secrets]).toEqual(["Renamed", ["header_value"]]);
  expect((await owner.call("PATCH", path, { name: "Late" }, { "If-Match": `"${made.etag}"` })).json.code).toBe(
    "revision_stale",
  );
  const tested = await owner.call("POST", `/api/destinations/${made.id}/test?${query}`);
  expect(tested.json).toMatchObject({ status: 200, error: null, request: { method: "POST" } });
  expect(tested.json.answer).toContain("••••••");
  await identify("u_1", {});
  await pay("u_1", {});
  const list = `/api/destination-deliveries?${query}&destination_id=${made.id}`;
  await until(async () => {
    // Stays below the member's limit of requests per second.
    await Bun.sleep(POLL_EVERY_MS);
    return (await owner.call("GET", list)).json.items[0]?.state === "delivered";
  });
  const { id } = (await owner.call("GET", list)).json.items[0];
  const texts = await Promise.all(
    [`/api/destinations?${query}`, list, `/api/audit?${query}`]
      .concat(["attempts", "request"].map((part) => `/api/destination-deliveries/${id}/${part}?${query}`))
      .map(async (url) => (await owner.call("GET", url)).text),
  );
  expect(texts.join("\n") + tested.text + server.lines.join("\n")).not.toContain("very-secret");
  expect(texts.join("\n")).toContain("You sent ••••••");
  expect(received.get("/kept")).toHaveLength(2);
});

test("requires the secrets again when the origin of the URL changes", async () => {
  const other = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => new Response(request.headers.get("authorization")),
  });
  const { json: made } = await create("/moved");
  const path = `/api/destinations/${made.id}?${query}`;
  const settings = { url: `http://127.0.0.1:${other.port}/moved` };
  const refused = await owner.call("PATCH", path, { settings });
  const fields = [
    {
      pointer: "/secrets/header_value",
      message: "The URL's host, port, or protocol changed. Enter this secret again.",
    },
  ];
  expect(refused.json).toMatchObject({ code: "body_invalid", fields });
  const same_origin = { url: `http://127.0.0.1:${receiver.port}/other-path` };
  expect((await owner.call("PATCH", path, { settings: same_origin })).json.secrets).toEqual(["header_value"]);
  const moved = await owner.call("PATCH", path, { settings, secrets: { header_value: "Bearer another" } });
  expect(moved.json).toMatchObject({ settings, secrets: ["header_value"] });
  const removed = await owner.call("PATCH", path, { settings: same_origin, secrets: { header_value: "" } });
  expect(removed.json).toMatchObject({ settings: same_origin, secrets: [] });
  expect((await owner.call("PATCH", path, { settings })).json).toMatchObject({ settings, secrets: [] });
  await other.stop(true);
});

test("keeps webhooks and destinations apart", async () => {
  const { json: made } = await create("/apart");
  expect((await owner.call("GET", `/api/webhooks?${query}`)).json.items).toEqual([]);
  expect((await owner.call("PATCH", `/api/webhooks/${made.id}?${query}`, { enabled: false })).json.code).toBe(
    "webhook_not_found",
  );
  expect((await owner.call("DELETE", `/api/destinations/${made.id}?${query}`)).status).toBe(204);
  expect((await owner.call("POST", `/api/destinations/${made.id}/test?${query}`)).json.code).toBe(
    "destination_not_found",
  );
  expect((await owner.call("POST", `/api/destinations/${made.id}/restore?${query}`)).json.id).toBe(made.id);
});

const body = (text: string) => ({ settings: { url: "https://example.com", body: text } });
test.each([
  ["no URL", { settings: {} }, "/settings/url"],
  ["a private address", { settings: { url: "http://169.254.169.254/" } }, "/settings/url"],
  ["a template that isn't JSON", body("{"), "/settings/body"],
  ["an unknown placeholder", body('{"a":"{{process.env}}"}'), "/settings/body"],
  ["501 placeholders", body(`"${"{{id}}".repeat(501)}"`), "/settings/body"],
  ["40 levels", body("[".repeat(40) + "]".repeat(40)), "/settings/body"],
  ["a long template", body(`"${"x".repeat(16_383)}"`), "/settings/body"],
  ["tracked events without names", { filter: {} }, "/filter/event_names"],
  ["a missing secret", { preset: "slack", settings: {}, secrets: {} }, "/secrets/webhook_url"],
])("refuses %s", async (_, more, pointer) => {
  const { json } = await create("/refused", more);
  expect(json.fields?.[0]?.pointer).toBe(pointer);
});
