import { describe, expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createTestHub } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { silentLog } from "../../lib/log.ts";
import type { Socket } from "../transport/socket.ts";
import { createCoreRegistry } from "./registry.ts";
import { createTickets } from "./tickets.ts";
import type { CoreTransports } from "./transports.ts";

const HANDSHAKE = '{"protocol":"json","version":1}\u001e';

function setting() {
  const server = createTestHub();
  const tickets = createTickets({ clock: server.clock, rng: seededRng(2), keys: () => [new Uint8Array(32)] });
  const registry = createCoreRegistry({ ...server, log: silentLog, tickets });
  let ids = 0;
  const begin = (resumable = false): { token: string; transports: CoreTransports } => {
    const peer = { socket_id: `1.${ids++}`, app: TEST_APP, identity: undefined, encrypted: true };
    const begun = registry.begin(peer, { network: "home", resumable, has_id: false });
    if (begun === undefined) throw new Error("There is no room.");
    return begun;
  };
  const open = (resumable = false) => {
    const { token, transports } = begin(resumable);
    const sent: string[] = [];
    const connect = () => {
      const data = transports.webSocket();
      if ("status" in data) throw new Error(data.why);
      const socket: Socket = {
        send: (frame) => sent.push(...String(frame).split("\u001e").slice(0, -1)),
        ping: () => {},
        close: (code) => {
          sent.push(`closed ${code}`);
          data.receive({ kind: "closed" });
        },
        join: () => {},
        leave: () => {},
        publish: () => {},
      };
      data.receive({ kind: "opened", socket });
      return data;
    };
    const data = connect();
    return { token, transports, sent, connect, data, send: (text: string) => data.receive({ kind: "text", text }) };
  };
  const polled = async () => {
    const { token, transports } = begin();
    const poll = async (): Promise<readonly [status: number, body: string]> => {
      const answer = await transports.poll(new AbortController().signal, {});
      return "why" in answer ? [answer.status, answer.why] : [answer.status, await answer.text()];
    };
    const send = (text: string) => transports.send(Buffer.from(text));
    expect(await poll()).toEqual([200, ""]);
    return { token, transports, poll, send };
  };
  return { ...server, registry, begin, open, polled };
}

describe("connection", () => {
  test("is dropped when not used after the negotiation", () => {
    const { clock, registry, begin } = setting();
    const { token } = begin();
    clock.advance(hubLimits.hub_handshake_s * SECOND_MS - 1);
    expect(registry.find(token)).toBeDefined();
    clock.advance(1);
    expect([registry.find(token), clock.pending()]).toEqual([undefined, 0]);
  });

  test("receives a stop with its next poll, and is dropped without one", async () => {
    const { clock, hub, registry, begin, polled } = setting();
    const [coming, gone] = [await polled(), await polled()];
    begin();
    for (const { send, poll } of [coming, gone]) {
      send(HANDSHAKE);
      clock.advance(limits.http_poll_interval_ms);
      expect(await poll()).toEqual([200, "{}\u001e"]);
    }
    await hub.connections.endAll("reconnect", 0);
    const settling = registry.settled();
    clock.advance(limits.http_poll_interval_ms);
    expect((await coming.poll())[1]).toContain('"allowReconnect":true');
    clock.advance(hubLimits.hub_last_request_ms);
    await settling;
    expect([registry.find(gone.token), clock.pending()]).toEqual([undefined, 0]);
  });

  test("is closed with an error without a handshake in time", () => {
    const { clock, registry, open } = setting();
    const { token, sent } = open();
    clock.advance(hubLimits.hub_handshake_s * SECOND_MS);
    expect(sent).toEqual([expect.stringContaining('"error"'), "closed 1000"]);
    expect([registry.find(token), clock.pending()]).toEqual([undefined, 0]);
  });

  test("receives pings in time, and is closed when its own pings stop", () => {
    const { clock, hub, open } = setting();
    const [silent, pinging] = [open(), open()];
    for (const { send: sendText } of [silent, pinging]) sendText(HANDSHAKE);
    pinging.send('{"type":6}\u001e');
    // Clients time out after 30 seconds.
    clock.advance(30 * SECOND_MS);
    expect(silent.sent.filter((text) => text === '{"type":6}').length).toBeGreaterThanOrEqual(2);
    clock.advance(hubLimits.hub_client_timeout_s * SECOND_MS);
    expect(pinging.sent.at(-2)).toContain('"allowReconnect":true');
    expect(silent.sent.at(-1)).toBe('{"type":6}');
    expect(hub.connections.size).toBe(1);
    silent.data.receive({ kind: "closed" });
    expect([hub.connections.size, clock.pending()]).toEqual([0, 0]);
  });

  test("is limited in number per address before the WebSocket opens", () => {
    const { begin } = setting();
    for (let held = 0; held < limits.http_sessions_per_caller_max; held++) begin();
    expect(() => begin()).toThrow("no room");
  });

  test("keeps the first of two simultaneous sockets and closes the other", () => {
    const { begin, hub } = setting();
    const { transports } = begin();
    const both = [transports.webSocket(), transports.webSocket()];
    const closed = both.map((data, index) => {
      if ("status" in data) throw new Error(data.why);
      const codes: number[] = [];
      const socket: Socket = {
        send: () => {},
        ping: () => {},
        close(code) {
          codes.push(code);
          data.receive({ kind: "closed" });
        },
        join: () => {},
        leave: () => {},
        publish: () => {},
      };
      data.receive({ kind: "opened", socket });
      if (index === 0) data.receive({ kind: "text", text: HANDSHAKE });
      return codes;
    });
    expect([closed, hub.connections.size]).toEqual([[[], [1000]], 1]);
  });

  test("no longer counts against its address once on a WebSocket", () => {
    const { begin, open } = setting();
    for (let held = 0; held < limits.http_sessions_per_caller_max; held++) open();
    begin();
  });
});

describe("polling connection", () => {
  test("receives a heartbeat when nothing happens, and is dropped without polls", async () => {
    const { clock, hub, registry, polled } = setting();
    const { token, poll, send } = await polled();
    send(HANDSHAKE);
    expect(await poll()).toEqual([200, "{}\u001e"]);
    const held = poll();
    clock.advance(hubLimits.hub_poll_hold_ms);
    expect(await held).toEqual([200, ""]);
    clock.advance(hubLimits.hub_linger_ms - 1);
    expect([hub.connections.size, registry.find(token) === undefined]).toEqual([1, false]);
    clock.advance(1);
    expect([hub.connections.size, registry.find(token), clock.pending()]).toEqual([0, undefined, 0]);
  });

  test("receives its end in the next poll and nothing after", async () => {
    const { clock, hub, registry, polled } = setting();
    const { token, poll, send } = await polled();
    send(HANDSHAKE);
    await hub.connections.endAll("reconnect", 0);
    expect(await poll()).toEqual([200, '{}\u001e{"type":7,"allowReconnect":true}\u001e']);
    expect([registry.find(token), clock.pending()]).toEqual([undefined, 0]);
  });
});

describe("resumable connection", () => {
  test("waits for its next socket and is dropped without one", () => {
    const { clock, channels, hub, registry, open } = setting();
    const { token, send: sendText, sent, data, connect } = open(true);
    sendText(HANDSHAKE);
    sendText('{"type":1,"target":"Subscribe","arguments":["news"],"invocationId":"1"}\u001e');
    data.receive({ kind: "closed" });
    clock.advance(hubLimits.hub_linger_ms - 1);
    channels.publish(TEST_APP.id, "news", "e", "1");
    const second = connect();
    expect(sent.slice(2)).toEqual([
      '{"type":9,"sequenceId":1}',
      '{"type":3,"invocationId":"1","result":{"channel":"news"}}',
      '{"type":1,"target":"event","arguments":["news","e",1,{}]}',
    ]);
    second.receive({ kind: "closed" });
    clock.advance(hubLimits.hub_linger_ms);
    expect([hub.connections.size, registry.find(token), clock.pending()]).toEqual([0, undefined, 0]);
    expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  });

  test("is removed before its end is sent, so that its client doesn't reconnect", async () => {
    const { hub, registry, open } = setting();
    const { token, send: sendText, sent } = open(true);
    sendText(HANDSHAKE);
    await hub.connections.endAll("reconnect", 0);
    expect(sent.slice(1)).toEqual(['{"type":7,"allowReconnect":true}', "closed 1000"]);
    expect(registry.find(token)).toBeUndefined();
  });
});
