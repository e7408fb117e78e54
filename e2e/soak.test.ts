import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import Pusher from "pusher";
import { median } from "../bench/statistics.ts";
import { eventually } from "../server/test/support/eventually.ts";
import { APP, freePort, SERVER, type ServerProcess, startProcess, untilAnswers } from "./support/test-server.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const LOAD_MS = NIGHTLY ? Number(process.env["FANFARE_SOAK_MINUTES"] ?? 120) * MINUTE_MS : 5 * SECOND_MS;
/** How long visits come as fast as the server answers, which shows the load of which half is kept up. */
const FULL_LOAD_MS = NIGHTLY ? MINUTE_MS : 2 * SECOND_MS;
const VISITORS = 12;
const SAMPLE_EVERY_MS = 15 * SECOND_MS;
const GROWTH_MAX = 1.05;
/** Of a thread that reads: the database, its log, and two of its event loop. */
const READER_FILES = 4;
const END_OF_MESSAGE = "\u001e";
/** What visitors leave on purpose. */
const KEPT = ["people", "events", "event_rollups", "event_counts", "facts", "attribute_definitions"];

setDefaultTimeout(LOAD_MS + 15 * MINUTE_MS);

let server: ServerProcess;
let url = "";
let directory = "";
let library: Pusher;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "fanfare-soak-"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = startProcess([SERVER, "serve", "--import", "demo/content.json"], {
    FANFARE_PORT: String(port),
    FANFARE_DATA_DIR: directory,
    FANFARE_APP_ID: APP.id,
    FANFARE_APP_KEY: APP.key,
    FANFARE_APP_SECRET: APP.secret,
  });
  await untilAnswers(server, `${url}/readyz`);
  library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: "127.0.0.1", port: String(port) });
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** The sum of a metric over its labels. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { keepalive: false })).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  if (lines.length === 0) throw new Error(`There is no metric ${name}.`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

function descriptors(): { readonly sockets: number; readonly files: number } {
  // Goes on when one is closed meanwhile, unlike a loop over the folder.
  const listed = Bun.spawnSync(["ls", "-l", `/proc/${server.pid}/fd`]).stdout.toString();
  const targets = [...listed.matchAll(/ -> (.+)$/gm)].map(([, target = ""]) => target);
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  return { sockets, files: targets.length - sockets };
}

function rows(): Readonly<Record<string, number>> {
  const database = new Database(join(directory, "fanfare.db"), { readonly: true });
  const names = database.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
  const counts = names
    .filter(({ name }) => !KEPT.includes(name))
    .map(({ name }) => [name, database.query<{ n: number }, []>(`select count(*) n from "${name}"`).get()?.n ?? 0]);
  database.close();
  return Object.fromEntries(counts);
}

/** A socket whose messages can be awaited. */
async function dial(path: string): Promise<{ socket: WebSocket; until(part: string): Promise<void> }> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`);
  let seen = "";
  let wake = (): void => {};
  socket.addEventListener("message", ({ data }) => {
    seen += String(data);
    wake();
  });
  const closed = Promise.withResolvers<never>();
  socket.addEventListener("close", ({ code }) => closed.reject(new Error(`Closed with ${code} after ${seen}`)));
  closed.promise.catch(() => {});
  const opened = new Promise<void>((resolve) => socket.addEventListener("open", () => resolve()));
  await Promise.race([opened, closed.promise]);
  return {
    socket,
    async until(part) {
      while (!seen.includes(part)) {
        const message = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([message, closed.promise]);
      }
    },
  };
}

const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function post(path: string, index: number, body: object): Promise<Response> {
  const response = await fetch(`${url}${path}?app=${APP.key}`, {
    method: "POST",
    keepalive: false,
    headers: { "Content-Type": "application/json", "X-Forwarded-For": addressOf(index) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function watchByPusher(channel: string, text: string): Promise<void> {
  const { socket, until } = await dial(`/app/${APP.key}?protocol=7&client=soak&version=1.0`);
  await until("connection_established");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
  await until("subscription_succeeded");
  await library.trigger(channel, "hello", { text });
  await until(text);
  socket.close();
}

async function watchByHub(channel: string, text: string): Promise<void> {
  const { socket, until } = await dial(`/signalr?app=${APP.key}`);
  socket.send(`{"protocol":"json","version":1}${END_OF_MESSAGE}`);
  await until(`{}${END_OF_MESSAGE}`);
  const call = { type: 1, invocationId: "1", target: "Subscribe", arguments: [channel] };
  socket.send(`${JSON.stringify(call)}${END_OF_MESSAGE}`);
  await until('"invocationId":"1"');
  await library.trigger(channel, "hello", { text });
  await until(text);
  socket.close();
}

/** Without a goodbye, as on a lost connection. */
async function leaveAStream(index: number): Promise<void> {
  const negotiated = await post("/signalr/negotiate", index, {});
  const { connectionId } = (await negotiated.json()) as { connectionId: string };
  const away = new AbortController();
  const stream = await fetch(`${url}/signalr?app=${APP.key}&id=${connectionId}`, {
    headers: { Accept: "text/event-stream" },
    signal: away.signal,
  });
  if (!stream.ok) throw new Error(`The stream answered ${stream.status}.`);
  away.abort();
}

async function visit(index: number): Promise<void> {
  const boot = await post("/v1/boot", index, { time_zone: "Europe/Berlin" });
  const { anonymous } = (await boot.json()) as { anonymous: { token: string } };
  const text = uuidv7(systemClock, systemRng);
  if (index % 4 === 0) await watchByPusher(`room-${index % 50}`, text);
  if (index % 4 === 1) await watchByHub(`room-${index % 50}`, text);
  if (index % 4 === 2) await leaveAStream(index);
  const event = { name: "page_viewed", props: { total: index }, at: new Date().toISOString() };
  const events = [1, 2, 3].map(() => ({ ...event, id: uuidv7(systemClock, systemRng) }));
  await post("/v1/events", index, { anonymous_token: anonymous.token, events });
}

let visits = 0;
/**
 * Visits for a time, each as soon as a visitor is free, or at most at a rate. What a busy machine delays isn't made up
 * for, because that would be more than the rate. Returns how many there were.
 */
async function load(duration_ms: number, per_s = Number.POSITIVE_INFINITY): Promise<number> {
  const start_ms = performance.now();
  const before = visits;
  const elapsed_ms = (): number => performance.now() - start_ms;
  let next_ms = 0;
  const visitor = async (): Promise<void> => {
    while (elapsed_ms() < duration_ms) {
      const due_ms = Math.max(next_ms, elapsed_ms());
      next_ms = due_ms + SECOND_MS / per_s;
      if (due_ms > elapsed_ms()) await Bun.sleep(due_ms - elapsed_ms());
      await visit(visits++);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return visits - before;
}

/** What the server's memory is while something goes on, in bytes. */
async function memoryDuring(work: Promise<unknown>): Promise<readonly number[]> {
  const memory: number[] = [];
  let ended = false;
  const end = work.finally(() => {
    ended = true;
  });
  while (!ended) {
    await Promise.race([end, Bun.sleep(SAMPLE_EVERY_MS)]);
    memory.push(await metric("process_resident_memory_bytes"));
  }
  await end;
  return memory;
}

test("holds memory under half of its load, and keeps no connection, file descriptor, or row of its visitors", async () => {
  const before = { ...descriptors(), rows: rows() };
  const per_s = ((await load(FULL_LOAD_MS)) / FULL_LOAD_MS) * SECOND_MS;
  const memory = await memoryDuring(load(LOAD_MS, per_s / 2));
  if (NIGHTLY) {
    const mib = memory.map((bytes) => Math.round(bytes / 2 ** 20));
    process.stdout.write(`${visits} visits, ${per_s.toFixed(0)}/s at full load; MiB: ${mib.join(" ")}\n`);
    const quarter = Math.floor(memory.length / 4);
    expect(median(memory.slice(-quarter)) / median(memory.slice(-2 * quarter, -quarter))).toBeLessThan(GROWTH_MAX);
  }
  await eventually(async () => (await metric("fanfare_connections")) === 0, { deadline_ms: 2 * MINUTE_MS });
  await eventually(() => descriptors().sockets <= before.sockets, { deadline_ms: 2 * MINUTE_MS });
  // Threads that read start when they are first needed, and stay.
  expect(descriptors().files - before.files).toBeLessThanOrEqual(limits.sqlite_readers_max * READER_FILES);
  expect(rows()).toEqual(before.rows);
});
