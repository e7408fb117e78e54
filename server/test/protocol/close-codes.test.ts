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

// Nothing is measured here: a busy machine may take its time.
setDefaultTimeout(120_000);

/** What pusher-js, unmodified, does at each code of the protocol. Time stands still save where a test moves it. */
const clock = manualClock(Date.now());
const withSettings = (key: string, settings: StoredAppSettings): AppRecord => ({
  ...TEST_APP,
  // Casts: ids by hand.
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
  // The certificate is nobody's.
  pusherJs = await startPusherJs({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
});
afterAll(() => Promise.all([pusherJs.stop(), fixture.stop()]));

const open = (key: string, more: Readonly<Record<string, unknown>> = {}): Page =>
  pusherJs.open(key, { ...fixture.client_options, ...more });
/** pusher-js puts its key into the address as it is; of a parameter that is there twice the first counts. */
const client = (query: string): string => `${TEST_APP.key}?${query}&rest=`;

const closedWith = (code: number) => (report: PageReport) =>
  report.kind === "error" && Bun.deepMatch({ code }, report.error as object);
const times = (page: Page, state: string): number =>
  page.reports.filter((report) => report.kind === "state" && report.state === state).length;

describe("pusher-js gives up at", () => {
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

  test("4009, where it does not authorize itself in time", async () => {
    const page = open("strict");
    await page.connected();
    clock.advance(60 * SECOND_MS);
    await page.until("4009", closedWith(4009));
    await page.until("end", (report) => report.kind === "state" && report.state === "disconnected");
  });
});

test("at 4000 pusher-js comes back by TLS, and is let in", async () => {
  const page = open("only-tls");
  await page.until("4000", closedWith(4000));
  await page.connected();
  page.disconnect();
});

test("at 4000 over HTTP, too", async () => {
  const page = open("only-tls", { enabledTransports: ["xhr_streaming"] });
  await page.until("4000", closedWith(4000));
  await page.connected();
  page.disconnect();
});

test("an app that accepts only TLS tells so in the form of each generation of SignalR", async () => {
  const connect = async (query: string, method: string): Promise<string> =>
    (await fetch(`${fixture.origin}/signalr/negotiate?app=only-tls&${query}`, { method })).text();
  expect(JSON.parse(await connect("clientProtocol=2.1", "GET"))).toMatchObject({ Error: closeCodes.tls_required.text });
  expect(await connect("negotiateVersion=1", "POST")).toContain("[tls_required]");
});

describe("pusher-js comes back at", () => {
  test.each<[number, string, number]>([
    // Asked once, and over the time for an answer before one could come.
    [4201, TEST_APP.key, 200],
    [4202, "idle?protocol=4&rest=", 70],
  ])("%d, at once", async (code, key, seconds) => {
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

test("a frame that is too long is answered by name, and the client stays", async () => {
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

test("every code that ends a connection has a text that fits into a close frame", () => {
  for (const { text } of Object.values(closeCodes)) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(123);
});
