import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";
import { hmacHex } from "../../../lib/signing.ts";

const clock = manualClock(Date.UTC(2026, 10, 21, 12));
const { server, owner } = await sharedServer({ clock });

const status = async (id: string) => (await owner.call("GET", `/api/apps/${id}/status`)).json;
const lastUses = async () =>
  (await owner.call("GET", `/api/apps/${APP.id}/secrets`)).json.items.map(
    (item: { last_used_at: string | null }) => item.last_used_at,
  );

async function askChannels(secret: string): Promise<number> {
  const path = `/apps/${APP.id}/channels`;
  const timestamp = String(Math.floor(clock.now() / 1_000));
  const query = new Map([
    ["auth_key", APP.key],
    ["auth_timestamp", timestamp],
    ["auth_version", "1.0"],
  ]);
  const signature = hmacHex(secret, requestSignatureText("GET", path, query));
  const text = new URLSearchParams([...query, ["auth_signature", signature]]);
  return (await fetch(`${server.origin}${path}?${text}`)).status;
}

test("records the first page of an app once and signals consoles", async () => {
  expect(await status(APP.id)).toEqual({ connections: 0, first_page_at: null, visitor_storage: null });
  const at = new Date(clock.now()).toISOString();
  expect((await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {})).status).toBe(200);
  await server.fanfare.store.write([]);
  clock.advance(60_000);
  expect((await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {})).status).toBe(200);
  expect(await status(APP.id)).toEqual({ connections: 0, first_page_at: at, visitor_storage: "browser" });
});

test("counts a page that identifies a person right away as the first one", async () => {
  await using fresh = await startTemporaryServer({ clock });
  const member = await fresh.ownerBrowser();
  const first = async () => (await member.call("GET", `/api/apps/${APP.id}/status`)).json.first_page_at;
  expect(await first()).toBeNull();
  const person = { external_id: "u_42", attributes: {} };
  expect((await fresh.browser().call("POST", `/v1/identify?app=${APP.key}`, person)).status).toBe(200);
  await fresh.fanfare.store.write([]);
  expect(await first()).toBe(new Date(clock.now()).toISOString());
});

test("reports the visitor storage of the newest page of the app", async () => {
  const storage = async (site: string): Promise<string> => {
    await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {}, { "Sec-Fetch-Site": site });
    return (await status(APP.id)).visitor_storage;
  };
  expect(await storage("same-site")).toBe("cookie");
  expect(await storage("cross-site")).toBe("browser");
});

test("stores the last use of secrets a minute later, in one statement", async () => {
  expect(await lastUses()).toEqual([null]);
  expect(await askChannels("another secret")).toBe(401);
  clock.advance(limits.secret_use_note_ms);
  expect(await lastUses()).toEqual([null]);

  const rotated = (await owner.call("POST", `/api/apps/${APP.id}/secrets`, {})).json.secret;
  for (let calls = 0; calls < 3; calls++) expect(await askChannels(APP.secret)).toBe(200);
  expect(await lastUses()).toEqual([null, null]);
  clock.advance(limits.secret_use_note_ms);
  await server.fanfare.store.write([]);
  const noted = new Date(clock.now()).toISOString();
  expect(await lastUses()).toEqual([null, noted]);
  expect(await askChannels(rotated)).toBe(200);
  clock.advance(limits.secret_use_note_ms);
  await server.fanfare.store.write([]);
  expect((await lastUses())[0]).toBe(new Date(clock.now()).toISOString());
});
