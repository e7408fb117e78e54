import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { type NodeProcess, startNode } from "./clients/node-process.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { type AuthEndpoint, startAuthEndpoint } from "./support/auth-endpoint.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

/** Echo over pusher-js, as in a Laravel frontend. The backend responds like Laravel, through Pusher's library. */
interface Report {
  readonly id: number;
  readonly kind: string;
  readonly name?: string;
  readonly data?: unknown;
}
const MASTER_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const reports: Report[] = [];
let echo: NodeProcess<Readonly<Record<string, unknown>>, Report>;
let fixture: TestServer;
let library: PusherServer;
const back_ends: AuthEndpoint[] = [];

beforeAll(async () => {
  fixture = startTestServer([{ ...TEST_APP, settings: appSettings({ client_events: true }) }]);
  library = await startPusherServer({ ...fixture.library_options, encryptionMasterKeyBase64: MASTER_KEY });
  echo = await startNode("laravel-echo.mjs");
  echo.onReport((report) => reports.push(report));
});
afterAll(async () => {
  await Promise.all([echo.stop(), library.stop(), fixture.stop(), ...back_ends.map((each) => each.stop())]);
});

let next_id = 0;
function page(name: string): number {
  const id = next_id++;
  const member = { user_id: id + 1, user_info: { id: id + 1, name } };
  const back_end = startAuthEndpoint(library, { member });
  back_ends.push(back_end);
  const options = { key: TEST_APP.key, ...fixture.client_options, ...back_end.client_options };
  echo.send({ id, order: "connect", options });
  return id;
}
async function received(id: number, kind: string, name?: string): Promise<unknown> {
  const find = () => reports.find((each) => each.id === id && each.kind === kind && each.name === name);
  await eventually(`page ${id} hears ${kind} on ${name}`, () => find() !== undefined);
  return find()?.data;
}

describe("laravel-echo", () => {
  test.each([
    ["public", "news", "news"],
    ["private", "orders", "private-orders"],
    ["encrypted", "notes", "private-encrypted-notes"],
    ["presence", "desk", "presence-desk"],
  ])("receives backend broadcasts on a %s channel", async (kind, name, channel) => {
    const id = page("Ada");
    echo.send({ id, order: "listen", kind, name, event: "order.created" });
    await received(id, "subscribed", name);
    const data = { text: 'Zoë "Z" 🎉', list: [1, null] };
    expect(await library.call("trigger", channel, "order.created", data)).toEqual({ status: 200, body: "{}" });
    expect(await received(id, "event", name)).toEqual(data);
  });

  test("receives current members, joins, and leaves", async () => {
    const [first, second] = [page("Ada"), page("Bob")];
    echo.send({ id: first, order: "listen", kind: "presence", name: "room", event: "x" });
    expect(await received(first, "here", "room")).toEqual([{ id: first + 1, name: "Ada" }]);
    echo.send({ id: second, order: "listen", kind: "presence", name: "room", event: "x" });
    expect(await received(first, "joining", "room")).toEqual({ id: second + 1, name: "Bob" });
    echo.send({ id: second, order: "leave", name: "room" });
    expect(await received(first, "leaving", "room")).toEqual({ id: second + 1, name: "Bob" });
  });

  test("whispers to the others on a private channel", async () => {
    const [first, second] = [page("Ada"), page("Bob")];
    for (const id of [first, second]) {
      echo.send({ id, order: "listen", kind: "private", name: "talk", event: "x" });
      await received(id, "subscribed", "talk");
    }
    echo.send({ id: first, order: "whisper", name: "talk", data: { at: 1 } });
    expect(await received(second, "whisper", "talk")).toEqual({ at: 1 });
    expect(reports.some((each) => each.id === first && each.kind === "whisper")).toBe(false);
  });

  test("gets the reason for a rejection and excludes its own socket", async () => {
    const id = page("Ada");
    const wrong = await startPusherServer({ ...fixture.library_options, secret: "another" });
    const wrong_endpoint = startAuthEndpoint(wrong);
    back_ends.push(wrong_endpoint);
    const refused = next_id++;
    const options = { key: TEST_APP.key, ...fixture.client_options, ...wrong_endpoint.client_options };
    echo.send({ id: refused, order: "connect", options });
    echo.send({ id: refused, order: "listen", kind: "private", name: "orders", event: "x" });
    expect(await received(refused, "error", "orders")).toMatchObject({ type: "AuthError", status: 401 });
    await wrong.stop();
    echo.send({ id, order: "listen", kind: "public", name: "moves", event: "moved" });
    await received(id, "subscribed", "moves");
    echo.send({ id, order: "socketId" });
    const socket_id = String(await received(id, "socket_id"));
    expect(socket_id).toMatch(/^\d+\.\d+$/);
    await library.call("trigger", "moves", "moved", { by: "me" }, { socket_id });
    await library.call("trigger", "moves", "moved", { by: "another" });
    expect(await received(id, "event", "moves")).toEqual({ by: "another" });
  });
});
