import { describe, expect, test } from "bun:test";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createTestGateway, TEST_APP } from "../../../test/support/pusher-client.ts";
import { type AppRecord, createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { silentLog } from "../../lib/log.ts";
import { HttpFallbacks } from "./http-fallbacks.ts";

const QUERY = "?protocol=7&client=js&version=8.6.0&t=1&n=1";

interface Visit {
  readonly abort: () => void;
  readonly response: Promise<Response>;
}

/** The fallbacks of a server in virtual time, called as pusher-js calls them. */
function openFallbacks(records: readonly AppRecord[] = [TEST_APP]) {
  const server = createTestGateway(records);
  const logged: string[] = [];
  const polled = new Set<string>();
  let is_draining = false;
  const fallbacks = new HttpFallbacks({
    ...server,
    apps: createAppDirectory([...records]),
    log: { ...silentLog, error: (event) => logged.push(event) },
    networkOf: (request) => request.headers.get("X-Network") ?? "home",
    isEncrypted: () => true,
    isDraining: () => is_draining,
    refuseRate: () => undefined,
  });
  const call = (path: string, init: RequestInit = {}): Visit => {
    const controller = new AbortController();
    const request = new Request(`http://server${path}`, { method: "POST", signal: controller.signal, ...init });
    const answer = fallbacks.answer(request, new URL(request.url).pathname);
    if (answer === "not_mine") throw new Error("Nobody answered.");
    return { abort: () => controller.abort(), response: Promise.resolve(answer) };
  };
  const base = `/pusher/app/${TEST_APP.key}`;
  return {
    ...server,
    fallbacks,
    logged,
    call,
    drain: () => {
      is_draining = true;
    },
    /** Polls, after the minimum interval if this session has polled before. */
    poll(id = "1/session", headers: Record<string, string> = {}): Visit {
      const visit = call(`${base}/${id}/xhr${QUERY}`, { headers });
      if (polled.has(id)) server.clock.advance(limits.http_poll_interval_ms);
      polled.add(id);
      return visit;
    },
    stream: (id = "1/session") => call(`${base}/${id}/xhr_streaming${QUERY}`),
    send: (body: string, id = "1/session", init: RequestInit = {}) =>
      call(`${base}/${id}/xhr_send?t=1&n=2`, { body, ...init }).response,
    subscribe(channel: string, id = "1/session") {
      const frame = JSON.stringify({ event: "pusher:subscribe", data: { channel } });
      return call(`${base}/${id}/xhr_send`, { body: JSON.stringify([frame]) }).response;
    },
  };
}

const textOf = async ({ response }: Visit): Promise<string> => (await response).text();
const count = (server: ReturnType<typeof openFallbacks>, channel: string): number =>
  server.channels.counts(TEST_APP.id, channel).subscriptions;

async function readerOf({ response }: Visit): Promise<() => Promise<string | undefined>> {
  const { body } = await response;
  if (body === null) throw new Error("The answer has no body.");
  const reader = body.getReader();
  return async () => {
    const { value } = await reader.read();
    return value === undefined ? undefined : new TextDecoder().decode(value);
  };
}

describe("polling session", () => {
  test("opens with the handshake, waits, and sends simultaneous events together", async () => {
    const server = openFallbacks();
    expect(await textOf(server.poll())).toMatch(/^o\na\["\{.*connection_established.*"\]\n$/);
    await server.subscribe("news");
    expect(await textOf(server.poll())).toContain("subscription_succeeded");
    const held = server.poll();
    for (const text of ["1", "2"]) server.channels.publish(TEST_APP.id, "news", "e", text);
    const frames = ["1", "2"].map((data) => JSON.stringify({ event: "e", channel: "news", data }));
    expect(await textOf(held)).toBe(`a${JSON.stringify(frames)}\n`);
  });

  test("sends a heartbeat when nothing happened", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    const held = server.poll();
    server.clock.advance(limits.http_heartbeat_ms);
    expect(await textOf(held)).toBe("h\n");
  });

  test("survives the pause between two polls without losing events", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    await server.subscribe("news");
    await textOf(server.poll());
    server.clock.advance(limits.http_linger_ms - 1);
    server.channels.publish(TEST_APP.id, "news", "e", "kept");
    expect(await textOf(server.poll())).toContain("kept");
  });

  test.each(["stops polling", "goes away while one waits"])("ends soon after its client %s", async (how) => {
    const server = openFallbacks();
    await textOf(server.poll());
    await server.subscribe("news");
    await textOf(server.poll());
    if (how !== "stops polling") {
      const held = server.poll();
      held.abort();
      await held.response;
    }
    server.clock.advance(limits.http_linger_ms - 1);
    expect(count(server, "news")).toBe(1);
    server.clock.advance(1);
    expect([count(server, "news"), server.sessions.open.size, server.clock.pending()]).toEqual([0, 0, 0]);
    // An open frame means that the server has lost the session.
    expect(await textOf(server.poll())).toStartWith("o\n");
  });

  test("ends an older poll when a newer one arrives", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    const [old, young] = [server.poll(), server.poll()];
    expect((await old.response).status).toBe(409);
    await server.subscribe("news");
    expect(await textOf(young)).toContain("subscription_succeeded");
  });

  test("ends and frees its memory when reading too slowly", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    await server.subscribe("news");
    const data = "x".repeat(limits.event_data_bytes_max);
    for (let sent_count = 0; sent_count < limits.reader_buffer_bytes_max / data.length + 1; sent_count++) {
      server.channels.publish(TEST_APP.id, "news", "e", data);
    }
    expect([count(server, "news"), server.sessions.open.size]).toEqual([0, 0]);
    expect(await textOf(server.poll())).toMatch(/^c\[4100,".+reader_buffer_bytes_max.+"\]\n$/);
    expect(server.clock.pending()).toBe(0);
  });

  test("reports its end to the next poll", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    await server.sessions.open.endAll("reconnect", 0);
    expect(await textOf(server.poll())).toMatch(/^c\[4200,".+"\]\n$/);
    expect(server.clock.pending()).toBe(0);
    server.drain();
    expect((await server.poll().response).status).toBe(503);
  });

  test("delays a server stop only briefly", async () => {
    const server = openFallbacks();
    const [coming, gone] = [server.poll("1/coming"), server.poll("1/gone")];
    await Promise.all([textOf(coming), textOf(gone)]);
    await server.sessions.open.endAll("reconnect", 0);
    const settling = server.fallbacks.settled();
    expect(await textOf(server.poll("1/coming"))).toMatch(/^c\[4200,".+"\]\n$/);
    server.clock.advance(hubLimits.hub_last_request_ms);
    await settling;
    expect([(await server.send("[]", "1/gone")).status, server.clock.pending()]).toEqual([404, 0]);
  });

  test("is rejected in a form that the page can read", async () => {
    const server = openFallbacks([{ ...TEST_APP, allowed_origins: ["https://shop.example"] }]);
    const evil = server.poll("1/evil", { Origin: "https://evil.example" });
    expect((await evil.response).headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await textOf(evil)).toMatch(/^o\na\[.*4009.*\]\nc\[4009,.*\]\n$/);
    expect(await textOf(server.poll("1/good", { Origin: "https://shop.example" }))).toContain("established");
    const sent = server.send("[]", "1/good", { headers: { Origin: "https://evil.example" } });
    expect((await sent).status).toBe(403);
  });

  test("is rejected above the limit per caller", async () => {
    const server = openFallbacks();
    for (let index = 0; index < limits.http_sessions_per_caller_max; index++) {
      expect(await textOf(server.poll(`1/s${index}`))).toContain("established");
    }
    expect(await textOf(server.poll("1/more"))).toMatch(/\nc\[4100,".+\(http_sessions_per_caller_max\)/);
    expect(await textOf(server.poll("1/more", { "X-Network": "elsewhere" }))).toContain("established");
    server.clock.advance(limits.http_linger_ms);
    expect(await textOf(server.poll("1/more"))).toContain("established");
  });
});

describe("streaming session", () => {
  test("receives events in order in one response, with heartbeats when idle", async () => {
    const server = openFallbacks();
    const read = await readerOf(server.stream());
    expect(await read()).toMatch(/^o\na\[".*connection_established.*"\]\n$/);
    await server.subscribe("news");
    expect(await read()).toContain("subscription_succeeded");
    server.clock.advance(limits.http_heartbeat_ms);
    expect(await read()).toBe("h\n");
  });

  test("continues where a full stream stopped when the client opens a new one", async () => {
    const server = openFallbacks();
    const first = await readerOf(server.stream());
    await first();
    await server.subscribe("news");
    await first();
    const data = "x".repeat(10_000);
    const published = 30;
    for (let index = 0; index < published; index++) server.channels.publish(TEST_APP.id, "news", `e${index}`, data);
    let read = "";
    while (read.length <= 256 * 1024) read += await first();
    const more_of_first = first();
    server.channels.publish(TEST_APP.id, "news", "next", "");
    const second = await readerOf(server.stream());
    expect(await more_of_first).toBeUndefined();
    const rest = (await second()) ?? "";
    expect(rest).not.toStartWith("o");
    const received = [...(read + rest).matchAll(/event\\":\\"(e\d+|next)/g)].map((match) => match[1]);
    expect(received).toEqual([...Array.from({ length: published }, (_, index) => `e${index}`), "next"]);
  });

  test("ends without responses from the client, like a silent socket", async () => {
    const server = openFallbacks();
    const read = await readerOf(server.stream());
    let received = "";
    const silence_s = limits.activity_timeout_s + limits.activity_slack_s + limits.pong_timeout_s;
    for (let passed_s = 0; passed_s < silence_s + 20; passed_s += 5) {
      server.clock.advance(5 * SECOND_MS);
      await Promise.resolve();
    }
    for (let part = await read(); part !== undefined; part = await read()) received += part;
    expect(received).toContain("c[4201,");
    expect([server.sessions.open.size, server.clock.pending()]).toEqual([0, 0]);
  });

  test("stays open while its client responds to heartbeats", async () => {
    const server = openFallbacks();
    const read = await readerOf(server.stream());
    await read();
    for (let beats = 0; beats < 20; beats++) {
      server.clock.advance(limits.http_heartbeat_ms);
      expect(await read()).toBe("h\n");
      expect((await server.send("[]")).status).toBe(204);
    }
    expect(server.sessions.open.size).toBe(1);
  });
});

describe("sending over HTTP", () => {
  test.each([
    ["no JSON", "[", 400],
    ["no list", "{}", 400],
    ["a list of something else", "[1]", 400],
    ["a deep list", "[".repeat(1_000), 400],
    ["a frame that is too long", JSON.stringify(["x".repeat(limits.frame_bytes_max + 1)]), 400],
    ["too much", JSON.stringify(["x".repeat(limits.http_send_bytes_max)]), 413],
    ["nothing", "", 400],
    ["an empty list", "[]", 204],
  ])("responds to %s and keeps the session", async (_, body, status) => {
    const server = openFallbacks();
    await textOf(server.poll());
    const answer = await server.send(body);
    expect(answer.status).toBe(status);
    if (status === 413) expect(await answer.text()).toContain("(http_send_bytes_max)");
    expect(server.sessions.open.size).toBe(1);
  });

  test("responds with 404 without a session, 405 to other methods, and to preflights", async () => {
    const server = openFallbacks();
    expect((await server.send("[]")).status).toBe(404);
    const path = `/pusher/app/${TEST_APP.key}/1/session/xhr`;
    expect((await server.call(path, { method: "GET" }).response).status).toBe(405);
    const preflight = await server.call(path, { method: "OPTIONS" }).response;
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("Content-Type");
  });

  test("drops a flood with one error and finally ends the session", async () => {
    const server = openFallbacks();
    await textOf(server.poll());
    const flood = JSON.stringify(Array.from({ length: limits.inbound_dropped_in_a_row_max * 2 }, () => "{}"));
    expect((await server.send(flood)).status).toBe(204);
    const dropped = await textOf(server.poll());
    expect(dropped.match(/4301/g)).toHaveLength(1);
    expect(dropped).toContain("c[4100,");
  });

  test("logs an internal error and ends only this session", async () => {
    const records = [TEST_APP];
    const server = openFallbacks(records);
    await Promise.all(["1/first", "1/second"].map((id) => textOf(server.poll(id))));
    const { find } = records;
    records.find = () => {
      throw new Error("The directory is broken.");
    };
    const frame = JSON.stringify(['{"event":"pusher:ping","data":{}}']);
    await server.send(frame, "1/first");
    records.find = find;
    expect(server.logged).toEqual(["session_failed"]);
    expect(await textOf(server.poll("1/first"))).toContain("c[4100,");
    await server.send(frame, "1/second");
    expect(await textOf(server.poll("1/second"))).toContain("pusher:pong");
    expect(server.sessions.open.size).toBe(1);
  });
});

test.each([
  "/pusher/app/key/1000/session/xhr",
  "/pusher/app/key/1/ses.sion/xhr",
  "/pusher/app/key/1/session/jsonp",
  "/pusher/app/key/1/session/xhr/more",
  "/app/key",
  "/pusher/auth",
])("doesn't handle %s", (path) => {
  const { fallbacks } = openFallbacks();
  expect(fallbacks.answer(new Request(`http://server${path}`, { method: "POST" }), path)).toBe("not_mine");
});
