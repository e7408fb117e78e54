import { expect, setDefaultTimeout, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { Hono } from "hono";
import { type AppRecord, createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { Channels } from "../../src/channels/channels.ts";
import { createPusherApi } from "../../src/http/pusher/routes.ts";
import { silentLog } from "../../src/lib/log.ts";
import { hmacHex } from "../../src/lib/signing.ts";
import { TEST_APP } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 20 * 60_000);

const REQUESTS = process.env["NIGHTLY"] === undefined ? 20_000 : 1_000_000;
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
const NOW_S = 1_800_000_000;

/** The app whose backend sends the requests, and another whose data it must never see. */
const caller: AppRecord = {
  ...TEST_APP,
  settings: appSettings({ history_rules: [{ pattern: "*", events_max: 5, ttl_s: 60 }] }),
};
// Casts: made-up test IDs.
const victim: AppRecord = {
  ...TEST_APP,
  id: "4" as AppRecord["id"],
  key: "key-4" as AppRecord["key"],
  secrets: [{ id: "sec_4", secret: "victims-own-secret" }],
};
const MARK = "victim-mark";
/** Channel that the caller never names. */
const HIDDEN = "hidden-4711";
/** The caller's own channels have no subscribers. */
const LEAKED = /victim-mark|hidden-4711|victims-own-secret|"occupied":true|_count":[1-9]/;

const pick = <Each>(rng: Rng, list: readonly [Each, ...Each[]]): Each =>
  list[Math.floor(rng.next() * list.length)] ?? list[0];
const chance = (rng: Rng, share: number): boolean => rng.next() < share;

const IDS = ["3", "3", "3", "3", "3", "3", "3", "3", "3", "4", "999", "", "3%2F..%2F4", "__proto__", "3;4"] as const;
const CHANNELS = [
  ...(["news", "private-a", "presence-a", "cache-a", "private-encrypted-a", "#server-to-user-u1", "#all"] as const),
  ...([`presence-${MARK}`, `cache-${MARK}`, "a b", "", "constructor", "%", "%2e%2e", "ä", "\u0000"] as const),
  "x".repeat(201),
] as const;
const NAMES = ["ev", "pusher:error", "", "__proto__", "client-x", "x".repeat(201), "\uD800"] as const;
const VALUES = ["", "1", '{"a":1}', "x".repeat(10_241), "[".repeat(5_000), "\u0000", "🎉"] as const;
const INFO = [
  "user_count",
  "subscription_count",
  "cache",
  "user_count,subscription_count,cache",
  "__proto__",
  ",",
] as const;

function anyValue(rng: Rng): unknown {
  return pick<unknown>(rng, [pick(rng, VALUES), 7, null, true, [], {}, { a: [1] }, undefined, -0, -1]);
}

function eventOf(rng: Rng): Record<string, unknown> {
  const event: Record<string, unknown> = {
    name: pick(rng, NAMES),
    data: pick(rng, VALUES),
    channel: pick(rng, CHANNELS),
  };
  if (chance(rng, 0.4))
    event["channels"] = Array.from({ length: pick(rng, [0, 1, 2, 101]) }, () => pick(rng, CHANNELS));
  if (chance(rng, 0.3)) event["info"] = pick(rng, INFO);
  if (chance(rng, 0.3)) event["socket_id"] = pick(rng, ["1.1", "x", ""]);
  if (chance(rng, 0.2)) event[pick(rng, ["name", "data", "channel", "channels", "info"])] = anyValue(rng);
  return event;
}

function bodyOf(rng: Rng): string {
  if (chance(rng, 0.1))
    return pick(rng, ["", "{", "null", "[]", "7", '{"__proto__":{"a":1}}', "\uFEFF{}", "[".repeat(40_000)]);
  if (chance(rng, 0.4)) return JSON.stringify(eventOf(rng));
  const batch = Array.from({ length: pick(rng, [0, 1, 3, 11]) }, () =>
    chance(rng, 0.9) ? eventOf(rng) : anyValue(rng),
  );
  return JSON.stringify(chance(rng, 0.9) ? { batch, ...eventOf(rng) } : { batch: anyValue(rng) });
}

function pathOf(rng: Rng): string {
  const channel = encodeURIComponent(pick(rng, CHANNELS).replace("\uD800", ""));
  const rest = pick(rng, [
    ...(["events", "batch_events", "channels", `channels/${channel}`, `channels/${channel}/users`] as const),
    ...([`channels/${channel}/events`, `channels/${channel}/stats`, `users/${channel}/terminate_connections`] as const),
    ...(["", "nowhere", "../4/channels", "events/", "users//terminate_connections"] as const),
  ]);
  return `/apps/${pick(rng, IDS)}/${rest}`;
}

/** Mostly signed correctly, and then sometimes corrupted. */
function fuzzedRequest(rng: Rng): Request {
  const method = pick(rng, ["POST", "POST", "GET", "PUT", "DELETE"]);
  const path = pathOf(rng);
  const body = method === "GET" ? "" : bodyOf(rng);
  const query = new Map([
    ["auth_key", chance(rng, 0.95) ? caller.key : victim.key],
    ["auth_timestamp", String(NOW_S + (chance(rng, 0.97) ? 0 : pick(rng, [-601, 601, Number.NaN])))],
    ["auth_version", "1.0"],
  ]);
  if (body !== "") query.set("body_md5", Bun.MD5.hash(body, "hex"));
  if (chance(rng, 0.4))
    query.set(pick(rng, ["info", "filter_by_prefix", "name", "socket_id"]), pick(rng, [...INFO, "presence-", "ev"]));
  if (path.endsWith("/events") && path.includes("/channels/") && chance(rng, 0.8)) query.set("name", pick(rng, NAMES));
  const secret = caller.secrets[0]?.secret ?? "";
  const signature = chance(rng, 0.95) ? hmacHex(secret, requestSignatureText(method, path, query)) : pick(rng, VALUES);
  const text = [...query, ["auth_signature", signature] as const]
    .map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&");
  const spoiled = chance(rng, 0.05) ? `&${pick(rng, ["auth_version=1.0", "%", "=", "a[]=1&a[]=2", "%00=%ff"])}` : "";
  const headers: Record<string, string> = chance(rng, 0.2)
    ? { "Idempotency-Key": String(Math.floor(rng.next() * 50)) }
    : {};
  return new Request(`http://host:4000${path}?${text}${spoiled}`, {
    method,
    headers,
    ...(body === "" ? {} : { body }),
  });
}

test(`answers ${REQUESTS} fuzzed calls without other apps' data (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  const clock = manualClock(NOW_S * 1_000);
  const apps = createAppDirectory([caller, victim]);
  const channels = new Channels({ clock, settingsOf: (id) => apps.byId(id)?.settings ?? caller.settings, rng });
  const terminated: string[] = [];
  const api = createPusherApi({
    ...{ clock, apps, channels, log: silentLog },
    isEncrypted: () => false,
    terminateUser: (app_id) => void terminated.push(app_id),
  });
  const failures: unknown[] = [];
  const routes = new Hono().route("/", api.routes);
  routes.onError((error, c) => {
    failures.push(error);
    return c.text("failed", 500);
  });
  routes.notFound((c) => c.text("no such path", 404));

  const received: unknown[] = [];
  const lane = {
    name: "test",
    encode: (_: string, message: object) => JSON.stringify(message),
    fanOut: () => void received.push(1),
  };
  const subscriber = { socket_id: "9.9", lane, welcome: () => {}, join: () => {}, leave: () => {} };
  for (const name of ["news", "private-a", "presence-a", `presence-${MARK}`, `cache-${MARK}`, HIDDEN]) {
    const channel = parseChannel(name);
    if (channel === undefined) throw new Error(`${name} is a channel.`);
    if (channel.kind === "cache") channels.publishAll(victim.id, [{ channels: [channel], event: MARK, data: MARK }]);
    channels.subscribe(victim.id, channel, subscriber, { user_id: MARK, user_info: "{}" });
  }
  received.length = 0;

  const seen = new Map<number, number>();
  for (let sent = 0; sent < REQUESTS; sent++) {
    const request = fuzzedRequest(rng);
    const what = `Seed ${SEED}, call ${sent}: ${request.method} ${request.url.slice(0, 200)}`;
    const answer = await (api.publish(request) ?? routes.fetch(request));
    const [status, text] = answer === "published" ? [200, "{}"] : [answer.status, await answer.text()];
    seen.set(status, (seen.get(status) ?? 0) + 1);
    // The caller may name the victim's channels itself. Such echoes aren't leaks.
    const output = text.replaceAll(`presence-${MARK}`, "").replaceAll(`cache-${MARK}`, "");
    if (LEAKED.test(output) || failures.length > 0 || status >= 500) {
      throw new Error(`${what} was answered ${status}: ${text.slice(0, 300)}`, { cause: failures[0] });
    }
  }
  // Fuzzing that never succeeds, or always does, proves little.
  for (const status of [200, 202, 400, 401, 404, 413]) expect(seen.get(status) ?? 0).toBeGreaterThan(REQUESTS / 1_000);
  expect(received).toEqual([]);
  expect(terminated).not.toContain(victim.id);
  expect([...channels.occupiedChannels(caller.id)]).toEqual([]);
  expect([...channels.occupiedChannels(victim.id)]).toHaveLength(6);
  expect(clock.pending()).toBe(0);
});
