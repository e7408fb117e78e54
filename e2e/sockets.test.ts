import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import Pusher from "pusher";
import { APP, startTestServer, type TestServer } from "./support/test-server.ts";

setDefaultTimeout(60_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: false });
});
afterAll(() => server.stop());

interface Frame {
  readonly event: string;
  readonly channel?: string;
  readonly data?: unknown;
}

/** A plain WebSocket, without a client library that follows the protocol. */
interface Line {
  send(text: string | Uint8Array<ArrayBuffer>): void;
  /** The next unread frame, or the close code. */
  next(): Promise<Frame | { readonly closed: number }>;
  readonly closed: Promise<number>;
  close(): void;
}

function dial(path = `/app/${APP.key}?protocol=7&client=test&version=1.0`): Line {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`);
  const waiting: (Frame | { readonly closed: number })[] = [];
  let wake: (() => void) | undefined;
  const put = (item: Frame | { readonly closed: number }): void => {
    waiting.push(item);
    wake?.();
  };
  // The gateway only sends JSON.
  socket.addEventListener("message", ({ data }) => put(JSON.parse(String(data)) as Frame));
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  void closed.then((code) => put({ closed: code }));
  return {
    send: (text) => socket.send(text),
    closed,
    close: () => socket.close(),
    async next() {
      for (;;) {
        const item = waiting.shift();
        if (item !== undefined) return item;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

async function connected(): Promise<Line> {
  const line = dial();
  expect(await line.next()).toMatchObject({ event: "pusher:connection_established" });
  return line;
}

async function listening(channel: string): Promise<Line> {
  const line = await connected();
  line.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
  expect(await line.next()).toMatchObject({ event: "pusher_internal:subscription_succeeded", channel });
  return line;
}

function pusher(): Pusher {
  const { hostname, port } = new URL(server.url);
  return new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
}

describe("a socket that breaks the protocol", () => {
  const DOORS: readonly (readonly [what: string, path: string, code: number])[] = [
    ["an unknown key", "/app/nobody?protocol=7", 4001],
    ["no protocol", `/app/${APP.key}`, 4008],
    ["a protocol of the future", `/app/${APP.key}?protocol=99`, 4007],
  ];
  for (const [what, path, code] of DOORS) {
    test(`reports an error for ${what} and closes the socket with ${code}`, async () => {
      const line = dial(path);
      expect(await line.next()).toMatchObject({
        event: "pusher:error",
        data: { code, message: expect.stringMatching(/\w+ \w+/) },
      });
      expect(await line.closed).toBe(code);
    });
  }

  const subscribe = (data: unknown): string => JSON.stringify({ event: "pusher:subscribe", data });
  const FRAMES: readonly (readonly [what: string, frame: string | Uint8Array<ArrayBuffer>])[] = [
    ["no JSON", "{"],
    ["brackets without end", "[".repeat(20_000)],
    ["a list", "[]"],
    ["null", "null"],
    ["no event", "{}"],
    ["an event that is a number", '{"event":7}'],
    ["bytes", new Uint8Array([0, 255, 128])],
    [
      "an event of the server's own",
      '{"event":"pusher_internal:subscription_succeeded","channel":"fanfare","data":"{}"}',
    ],
    ["a subscription to nothing", subscribe({})],
    ["a channel that is an object", subscribe({ channel: {} })],
    ["a channel with a space", subscribe({ channel: "a b" })],
    ["a channel of 300 characters", subscribe({ channel: "c".repeat(300) })],
    ["a private channel without a signature", subscribe({ channel: "private-group-staff" })],
    [
      "a private channel with a made-up signature",
      subscribe({ channel: "private-group-staff", auth: `${APP.key}:${"0".repeat(64)}` }),
    ],
    ["a client event on a channel that it is not in", '{"event":"client-hello","channel":"private-x","data":"{}"}'],
  ];
  for (const [what, frame] of FRAMES) {
    test(`reports an error to a sender of ${what} without affecting other sockets`, async () => {
      const neighbor = await listening("news");
      const line = await connected();
      line.send(frame);
      const answer = await line.next();
      expect("closed" in answer ? answer.closed : answer.event).not.toBe("pusher_internal:subscription_succeeded");
      if (!("closed" in answer)) {
        expect(answer.event).toMatch(/^pusher:(error|subscription_error)$/);
        expect(JSON.stringify(answer.data)).toMatch(/\w+ \w+/);
      }
      await pusher().trigger("news", "headline", { n: 1 });
      expect(await neighbor.next()).toMatchObject({ event: "headline", channel: "news", data: '{"n":1}' });
      line.close();
      neighbor.close();
      expect(server.process().running()).toBe(true);
    });
  }

  test("reports the frame limit and closes only the connection that far exceeds it", async () => {
    const neighbor = await listening("news");
    const line = await connected();
    line.send("x".repeat(limits.frame_bytes_max + 1));
    expect(JSON.stringify(await line.next())).toContain("frame_bytes_max");
    line.send("x".repeat(limits.frame_bytes_read_max + 1));
    await line.closed;
    await pusher().trigger("news", "headline", { n: 2 });
    expect(await neighbor.next()).toMatchObject({ event: "headline" });
    neighbor.close();
  });

  test("slows or closes a connection that sends 10,000 pings", async () => {
    const neighbor = await listening("news");
    const line = await connected();
    for (let count = 0; count < 10_000; count++) line.send('{"event":"pusher:ping","data":{}}');
    await pusher().trigger("news", "headline", { n: 3 });
    expect(await neighbor.next()).toMatchObject({ event: "headline" });
    line.close();
    neighbor.close();
    expect(server.process().running()).toBe(true);
  });
});

test("closes every socket with 4200 on a graceful stop and exits with 0", async () => {
  const own = await startTestServer({ demo: false });
  const before = server;
  server = own;
  const lines = await Promise.all(Array.from({ length: 50 }, () => listening("news")));
  server = before;
  const code = own.process().stop("SIGTERM");
  expect(await Promise.all(lines.map((line) => line.closed))).toEqual(lines.map(() => 4200));
  expect(await code).toBe(0);
  await own.stop();
});
