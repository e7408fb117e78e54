import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import type { AppRecord } from "../../src/accounts/apps/app-directory.ts";
import { type Page, type PageReport, type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { type AuthEndpoint, startAuthEndpoint } from "./support/auth-endpoint.ts";
import { startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const watching: AppRecord = {
  ...TEST_APP,
  settings: appSettings({ watchlist: true, history_rules: [{ pattern: "kept-*", events_max: 10, ttl_s: 60 }] }),
};
// Casts: made-up test IDs.
const small: AppRecord = {
  ...TEST_APP,
  id: "4" as AppRecord["id"],
  key: "small" as AppRecord["key"],
  settings: appSettings({ connections_max: 1 }),
};
let fixture: TestServer;
let pusherJs: PusherJs;
let library: PusherServer;
const back_ends: AuthEndpoint[] = [];

beforeAll(async () => {
  fixture = startTestServer([watching, small]);
  [pusherJs, library] = await Promise.all([startPusherJs(), startPusherServer(fixture.library_options)]);
});
afterAll(async () => {
  await Promise.all([pusherJs.stop(), library.stop(), fixture.stop(), ...back_ends.map((each) => each.stop())]);
});

async function signedIn(id: string, watchlist?: readonly string[]): Promise<Page> {
  const back_end = startAuthEndpoint(library, { user: { id, watchlist } });
  back_ends.push(back_end);
  const page = pusherJs.open(TEST_APP.key, { ...fixture.client_options, ...back_end.client_options });
  await page.connected();
  page.signin();
  await page.until("sign-in", (report) => report.kind === "message" && report.event === "pusher:signin_success");
  return page;
}

const received =
  (event: string, id: string) =>
  (report: PageReport): boolean =>
    report.kind === "watchlist" &&
    report.event === event &&
    Bun.deepEquals(report.data, { name: event, user_ids: [id] });

test("receives who is online, joins, and leaves in pusher.user.watchlist", async () => {
  const ada = await signedIn("ada");
  const eve = await signedIn("eve", ["ada", "bob"]);
  await eve.until("ada online", received("online", "ada"));
  await eve.until("bob offline", received("offline", "bob"));
  const bob = await signedIn("bob");
  await eve.until("bob online", received("online", "bob"));
  ada.disconnect();
  await eve.until("ada offline", received("offline", "ada"));
  bob.disconnect();
});

test("disconnects a client over the limit with 4004 for good", async () => {
  const first = pusherJs.open(small.key, fixture.client_options);
  await first.connected();
  const second = pusherJs.open(small.key, fixture.client_options);
  expect(await second.until("error", ({ kind }) => kind === "error")).toMatchObject({ error: { code: 4004 } });
  await second.until("end", (report) => report.kind === "state" && report.state === "disconnected");
});

test("delivers a channel with history to a plain client like any other", async () => {
  const page = pusherJs.open(TEST_APP.key, fixture.client_options);
  page.subscribe("kept-1");
  await page.subscribed("kept-1");
  const data = { text: 'Zoë "Z"' };
  expect(await library.call("trigger", "kept-1", "created", data)).toEqual({ status: 200, body: "{}" });
  expect(await page.event("kept-1", "created")).toEqual(data);
  expect(page.reports.filter(({ kind }) => kind === "error")).toEqual([]);
});
