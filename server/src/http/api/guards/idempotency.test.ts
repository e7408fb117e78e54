import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";

const clock = manualClock(Date.UTC(2026, 10, 21));
const { server, ...shared } = await sharedServer({ clock });
let { owner } = shared;

const make = (key: string, name = "Staging", page = owner) =>
  page.call("POST", "/api/apps", { name }, { "Idempotency-Key": key });
const appsNamed = async (name: string) =>
  (await owner.call("GET", "/api/apps")).json.items.filter((app: { name: string }) => app.name === name);

test("returns the first response for a repeated call, including its secret", async () => {
  const first = await make("one");
  const again = await make("one");
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  expect([first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")]).toEqual([null, "true"]);
  expect(await appsNamed("Staging")).toHaveLength(1);
  const rows = await server.fanfare.store.db.selectFrom("idempotent_answers").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(first.json.secret);
});

test("runs one of several simultaneous calls, and the rest get that or busy", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => make("herd", "Herd")));
  expect(await appsNamed("Herd")).toHaveLength(1);
  for (const { status, json } of answers) expect([201, "idempotency_busy"]).toContain(json.code ?? status);
});

test("rejects a key with another body", async () => {
  await make("two", "Second");
  expect((await make("two", "Third")).json.code).toBe("idempotency_mismatch");
  expect(await appsNamed("Third")).toEqual([]);
});

test("allows reusing the key of a rejected call", async () => {
  const { json } = await owner.call("POST", "/api/apps", { key: "no spaces" }, { "Idempotency-Key": "three" });
  expect(json.code).toBe("body_invalid");
  expect((await make("three", "Mended")).status).toBe(201);
});

test("keeps the keys of callers separate", async () => {
  const { token } = await createControlClient(server.config, silentLog)("token.create", {
    name: "x",
    scopes: ["app.*"],
  });
  const script = await fetch(`${server.origin}/api/apps`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": "one" },
    body: JSON.stringify({ name: "Staging" }),
  });
  expect([script.status, script.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
});

test("rejects an invalid key and remembers a valid one for a day", async () => {
  expect((await make("with space")).json.code).toBe("idempotency_key_invalid");
  await make("daily", "Daily");
  clock.advance(DAY_MS);
  owner = await server.ownerBrowser();
  expect((await make("daily", "Daily")).headers.get("Idempotent-Replayed")).toBeNull();
});
