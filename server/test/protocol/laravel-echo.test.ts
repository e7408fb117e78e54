import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appSettings } from "@fanfare/contract/app-settings";
import { type BackEnd, startBackEnd } from "./back-end.ts";
import { eventually, type LiveHouse, startHouse, TEST_APP } from "./house.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { type PusherServer, startPusherServer } from "./pusher-server.ts";

// Nothing is measured here: a busy machine may take its time.
setDefaultTimeout(120_000);

/** Echo, as a Laravel front end has it, over pusher-js; the back end answers as Laravel's does, by Pusher's library. */
interface Report {
  readonly id: number;
  readonly kind: string;
  readonly name?: string;
  readonly data?: unknown;
}
const MASTER_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const reports: Report[] = [];
let echo: NodeProcess<Readonly<Record<string, unknown>>, Report>;
let house: LiveHouse;
let library: PusherServer;
const back_ends: BackEnd[] = [];

beforeAll(async () => {
  house = startHouse([{ ...TEST_APP, settings: appSettings({ client_events: true }) }]);
  library = await startPusherServer({ ...house.library_options, encryptionMasterKeyBase64: MASTER_KEY });
  echo = await startNode("laravel-echo.mjs");
  echo.onReport((report) => reports.push(report));
});
afterAll(async () => {
  await Promise.all([echo.stop(), library.stop(), house.stop(), ...back_ends.map((each) => each.stop())]);
});

let next_id = 0;
function page(name: string): number {
  const id = next_id++;
  const member = { user_id: id + 1, user_info: { id: id + 1, name } };
  const back_end = startBackEnd(library, { member });
  back_ends.push(back_end);
  const options = { key: TEST_APP.key, ...house.client_options, ...back_end.client_options };
  echo.send({ id, order: "connect", options });
  return id;
}
async function heard(id: number, kind: string, name?: string): Promise<unknown> {
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
  ])("on a %s channel hears what the back end broadcasts", async (kind, name, channel) => {
    const id = page("Ada");
    echo.send({ id, order: "listen", kind, name, event: "order.created" });
    await heard(id, "subscribed", name);
    const data = { text: 'Zoë "Z" 🎉', list: [1, null] };
    expect(await library.call("trigger", channel, "order.created", data)).toEqual({ status: 200, body: "{}" });
    expect(await heard(id, "event", name)).toEqual(data);
  });

  test("sees who is here, who joins and who leaves", async () => {
    const [first, second] = [page("Ada"), page("Bob")];
    echo.send({ id: first, order: "listen", kind: "presence", name: "room", event: "x" });
    expect(await heard(first, "here", "room")).toEqual([{ id: first + 1, name: "Ada" }]);
    echo.send({ id: second, order: "listen", kind: "presence", name: "room", event: "x" });
    expect(await heard(first, "joining", "room")).toEqual({ id: second + 1, name: "Bob" });
    echo.send({ id: second, order: "leave", name: "room" });
    expect(await heard(first, "leaving", "room")).toEqual({ id: second + 1, name: "Bob" });
  });

  test("whispers to the others on a private channel", async () => {
    const [first, second] = [page("Ada"), page("Bob")];
    for (const id of [first, second]) {
      echo.send({ id, order: "listen", kind: "private", name: "talk", event: "x" });
      await heard(id, "subscribed", "talk");
    }
    echo.send({ id: first, order: "whisper", name: "talk", data: { at: 1 } });
    expect(await heard(second, "whisper", "talk")).toEqual({ at: 1 });
    expect(reports.some((each) => each.id === first && each.kind === "whisper")).toBe(false);
  });

  test("is told why it may not enter, and leaves its own socket out of what it causes", async () => {
    const id = page("Ada");
    const wrong = await startPusherServer({ ...house.library_options, secret: "another" });
    const impostor = startBackEnd(wrong);
    back_ends.push(impostor);
    const refused = next_id++;
    const options = { key: TEST_APP.key, ...house.client_options, ...impostor.client_options };
    echo.send({ id: refused, order: "connect", options });
    echo.send({ id: refused, order: "listen", kind: "private", name: "orders", event: "x" });
    expect(await heard(refused, "error", "orders")).toMatchObject({ type: "AuthError", status: 401 });
    await wrong.stop();
    echo.send({ id, order: "listen", kind: "public", name: "moves", event: "moved" });
    await heard(id, "subscribed", "moves");
    echo.send({ id, order: "socketId" });
    const socket_id = String(await heard(id, "socket_id"));
    expect(socket_id).toMatch(/^\d+\.\d+$/);
    await library.call("trigger", "moves", "moved", { by: "me" }, { socket_id });
    await library.call("trigger", "moves", "moved", { by: "another" });
    expect(await heard(id, "event", "moves")).toEqual({ by: "another" });
  });
});
