import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings, type StoredAppSettings } from "@fanfare/contract/realtime/app-settings";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { AppRecord } from "../../src/accounts/apps/app-directory.ts";
import { silentLog } from "../../src/lib/log.ts";
import { type Page, type PageReport, type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { selfSignedCertificate } from "./support/certificate.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

/** Behavior of unmodified pusher-js at each close code of the protocol. Time passes only when a test advances it. */
const clock = manualClock(Date.now());
const withSettings = (key: string, settings: StoredAppSettings): AppRecord => ({
  ...TEST_APP,
  // Casts: made-up test IDs.
  id: String(100 + records.length) as AppRecord["id"],
  key: key as AppRecord["key"],
  settings: appSettings(settings),
});
const records: AppRecord[] = [TEST_APP];
records.push(withSettings("only-tls", { require_tls: true }));
records.push(withSettings("off", { live_updates: false }));
records.push(withSettings("full", { connections_max: 0 }));
records.push(withSettings("strict", { authorized_connections: true }));
records.push(withSettings("idle", { limits: { inactivity_timeout_s: 60 } }));

let fixture: TestServer;
let pusherJs: PusherJs;
beforeAll(async () => {
  fixture = startTestServer(records, async () => undefined, silentLog, 0, { clock, tls: selfSignedCertificate() });
  // The certificate is self-signed.
  pusherJs = await startPusherJs({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
});
afterAll(() => Promise.all([pusherJs.stop(), fixture.stop()]));

const open = (key: string, more: Readonly<Record<string, unknown>> = {}): Page =>
  pusherJs.open(key, { ...fixture.client_options, ...more });
/** pusher-js inserts its key into the URL unescaped. The first of duplicate parameters applies. */
const client = (query: string): string => `${TEST_APP.key}?${query}&rest=`;

const closedWith = (code: number) => (report: PageReport) =>
  report.kind === "error" && Bun.deepMatch({ code }, report.error as object);
const times = (page: Page, state: string): number =>
  page.reports.filter((report) => report.kind === "state" && report.state === state).length;

describe("pusher-js disconnects for good at", () => {
  test.each<[number, string, Readonly<Record<string, unknown>>]>([
    [4001, "nobody", {}],
    [4003, "off", {}],
    [4004, "full", {}],
    [4005, "a/b", {}],
    [4006, client("protocol=7&version=%20"), {}],
    [4007, client("protocol=3"), {}],
    [4008, client("protocol="), {}],
  ])("%d", async (code, key, more) => {
    const page = open(key, more);
    await page.until(String(code), closedWith(code));
    await page.until("end", (report) => report.kind === "state" && report.state === "disconnected");
    expect(times(page, "connected")).toBe(0);
  });

  test("4009 without authorization in time", async () => {
    const page = open("strict");
    await page.connected();
    clock.advance(60 * SECOND_MS);
    await page.until("4009", closedWith(4009));
    await page.until("end", (report) => report.kind === "state" && report.state === "disconnected");
  });
});

test("reconnects over TLS after 4000 in pusher-js", async () => {
  const page = open("only-tls");
  await page.until("4000", closedWith(4000));
  await page.connected();
  page.disconnect();
});

test("reconnects after 4000 over HTTP too", async () => {
  const page = open("only-tls", { enabledTransports: ["xhr_streaming"] });
  await page.until("4000", closedWith(4000));
  await page.connected();
  page.disconnect();
});

test("reports that an app accepts only TLS to each SignalR generation", async () => {
  const connect = async (query: string, method: string): Promise<string> =>
    (await fetch(`${fixture.origin}/signalr/negotiate?app=only-tls&${query}`, { method })).text();
  expect(JSON.parse(await connect("clientProtocol=2.1", "GET"))).toMatchObject({ Error: closeCodes.tls_required.text });
  expect(await connect("negotiateVersion=1", "POST")).toContain("[tls_required]");
});

describe("pusher-js reconnects at", () => {
  test.each<[number, string, number]>([
    // One ping, and past the response timeout before an answer can arrive.
    [4201, TEST_APP.key, 200],
    [4202, "idle?protocol=4&rest=", 70],
  ])("%d, immediately", async (code, key, seconds) => {
    const page = open(key);
    await page.connected();
    const { connections } = fixture.gateway.counts();
    clock.advance(seconds * SECOND_MS);
    await page.until(String(code), closedWith(code));
    await eventually("the client is back", () => times(page, "connected") === 2);
    expect(fixture.gateway.counts().connections).toBeLessThanOrEqual(connections);
    page.disconnect();
    await eventually("it has left", () => fixture.gateway.counts().connections === 0);
  });
});

test("reports a frame that is too long and keeps the client connected", async () => {
  const page = open(TEST_APP.key);
  page.subscribe("news");
  await page.subscribed("news");
  page.trigger("news", "client-x", "x".repeat(limits.frame_bytes_max));
  await page.until(
    "answer",
    (report) => report.kind === "error" && JSON.stringify(report).includes("(frame_bytes_max)"),
  );
  expect(times(page, "connected")).toBe(1);
  page.disconnect();
});

test("has a reason that fits into a close frame for every code", () => {
  for (const { text } of Object.values(closeCodes)) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(123);
});
