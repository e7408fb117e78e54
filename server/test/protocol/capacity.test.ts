import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import { startTestServer, TEST_APP, type TestServerOptions } from "./support/test-server.ts";

const start = (capacity: TestServerOptions["capacity"] = {}, clock = systemClock) =>
  startTestServer([TEST_APP], async () => undefined, undefined, 0, { capacity, clock });

/** A raw Pusher client: its first frame, and the code with which it was closed. */
function connect(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${TEST_APP.key}?protocol=7`);
  const first = Promise.withResolvers<{ event: string; data: Record<string, unknown> }>();
  const closed = Promise.withResolvers<number>();
  socket.onmessage = ({ data }) => first.resolve(JSON.parse(String(data)));
  socket.onclose = ({ code }) => closed.resolve(code);
  return { socket, first: first.promise, closed: closed.promise };
}

test("closes a Pusher client over the rate with 4100 and the time of its slot", async () => {
  const server = start({ accepts_per_second_max: 1 });
  const welcome = connect(server.port);
  expect((await welcome.first).event).toBe("pusher:connection_established");
  const refused = connect(server.port);
  const { event, data } = await refused.first;
  expect(event).toBe("pusher:error");
  expect(data).toEqual({ ...closeCodesData(), retry_after_ms: expect.any(Number) });
  expect(data["retry_after_ms"]).toBeGreaterThan(0);
  expect(data["retry_after_ms"]).toBeLessThanOrEqual(limits.reconnect_slot_ms_max);
  expect(await refused.closed).toBe(4100);
  expect(server.gateway.counts()).toMatchObject({ connections: 1, refused: { rate: 1 } });
  await server.stop();
});

function closeCodesData() {
  const { code, text } = closeCodes.over_capacity;
  return { code, message: text };
}

test("has room again when a socket closes, whether it was refused or not", async () => {
  const server = start({ connections_per_address_max: 1 });
  const first = connect(server.port);
  await first.first;
  const refused = connect(server.port);
  expect(await refused.closed).toBe(4100);
  first.socket.close();
  await first.closed;
  for (;;) {
    const next = connect(server.port);
    const { event } = await next.first;
    next.socket.close();
    await next.closed;
    if (event === "pusher:connection_established") break;
  }
  await server.stop();
});

test("a SignalR negotiation over the rate waits for its slot, and later ones get 503 and Retry-After", async () => {
  const held = Promise.withResolvers<void>();
  const after: typeof systemClock.after = (delay_ms, act) => {
    if (delay_ms > 0 && delay_ms <= SECOND_MS) held.resolve();
    return systemClock.after(delay_ms, act);
  };
  const server = start({ accepts_per_second_max: 1 }, { ...systemClock, after });
  await connect(server.port).first;
  const negotiate = (method: string, path: string) =>
    fetch(server.origin + path, { method, headers: { Origin: "https://shop.example" } });
  const core = ["POST", `/signalr/negotiate?app=${TEST_APP.key}&negotiateVersion=1`] as const;
  const waiting = negotiate(...core);
  // The server may read the others' requests first otherwise.
  await held.promise;
  // One slot per second: these take all that a negotiation waits for.
  const others = Array.from({ length: limits.negotiation_wait_ms_max / SECOND_MS }, () => connect(server.port).first);
  await Promise.all(others);
  for (const [method, path] of [core, ["GET", `/signalr/negotiate?app=${TEST_APP.key}&clientProtocol=2.1`]] as const) {
    const answer = await negotiate(method, path);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
  }
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toMatchObject([200, { connectionToken: expect.any(String) }]);
  const poll = await fetch(`${server.origin}/pusher/app/${TEST_APP.key}/123/abcdef/xhr?protocol=7`, { method: "POST" });
  expect(await poll.text()).toContain("4100");
  await server.stop();
});
