import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { frames } from "@fanfare/contract/realtime/pusher";
import sdk from "../../package.json";
import { createManualNetwork, lastOf } from "../../test/support/manual-network.ts";
import type { Authorization } from "./authorizer.ts";
import { createRealtimeClient, realtimeUrl } from "./realtime-client.ts";

const GRANTED: Authorization = { kind: "ok", body: { auth: "key:signature" }, etag: undefined };

function setUp(answers: Authorization[] = []) {
  const clock = manualClock();
  const network = createManualNetwork();
  const requests: string[] = [];
  const errors: unknown[] = [];
  const live = createRealtimeClient({
    clock,
    rng: seededRng(3),
    connect: network.connect,
    url: realtimeUrl("https://fanfare.example/prefix", "key"),
    authorize: async (socket_id, channel) => {
      requests.push(`${socket_id} ${channel}`);
      return answers.shift() ?? GRANTED;
    },
    invoke(listener, data) {
      try {
        listener(data);
      } catch (error) {
        errors.push(error);
      }
    },
    onVersion() {},
    onState() {},
  });
  const reconnect = (): void => {
    lastOf(network.sockets).end(1006);
    clock.advance(limits.reconnect_cap_ms);
    lastOf(network.sockets).establish();
  };
  return { clock, live, sockets: network.sockets, requests, errors, reconnect };
}

/** Flushes pending promises without advancing time. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await undefined;
};

const subscribe = (channel: string) => ({ event: "pusher:subscribe", data: { channel } });
const unsubscribe = (channel: string) => ({ event: "pusher:unsubscribe", data: { channel } });
const signed = (channel: string) => ({ event: "pusher:subscribe", data: { channel, auth: "key:signature" } });

describe("realtime client", () => {
  test("connects to the gateway of its host, including the path prefix", () => {
    const { live, sockets } = setUp();
    live.open();
    expect(lastOf(sockets).url).toBe(
      `wss://fanfare.example/prefix/app/key?protocol=7&client=fanfare&version=${sdk.version}`,
    );
  });

  test("subscribes once for all listeners and unsubscribes with the last", () => {
    const { live, sockets } = setUp();
    live.open();
    lastOf(sockets).establish();
    const offs = [1, 2, 3].map(() => live.channel("orders").on("created", () => {}));
    expect(lastOf(sockets).sent).toEqual([subscribe("orders")]);
    offs[0]?.();
    offs[0]?.();
    offs[1]?.();
    expect(lastOf(sockets).sent).toEqual([subscribe("orders")]);
    offs[2]?.();
    expect(lastOf(sockets).sent).toEqual([subscribe("orders"), unsubscribe("orders")]);
  });

  test("sends its position after a reconnect only for channels with history", () => {
    const { live, sockets, reconnect } = setUp();
    for (const channel of ["orders", "news"]) live.channel(channel).on("created", () => {});
    live.open();
    lastOf(sockets).establish();
    const deliver = (event: string, position: string) =>
      lastOf(sockets).receive(JSON.stringify({ event, channel: "orders", data: "1", position }));
    deliver("pusher_internal:subscription_succeeded", "e:4");
    deliver("created", "e:5");
    lastOf(sockets).receive(frames.channelEvent("news", "created", "1"));
    reconnect();
    expect(lastOf(sockets).sent).toEqual([
      { event: "pusher:subscribe", data: { channel: "orders", position: "e:5" } },
      subscribe("news"),
    ]);
  });

  test("resubscribes to all channels and calls each listener once per event", async () => {
    const { live, sockets, requests, reconnect } = setUp();
    const received: unknown[] = [];
    live.channel("orders").on("created", (data) => received.push(data));
    live.channel("private-fanfare-ada").on("person-changed", () => {});
    live.open();
    lastOf(sockets).establish();
    await settle();
    for (let time = 0; time < 3; time++) reconnect();
    await settle();
    expect(lastOf(sockets).sent).toEqual([subscribe("orders"), signed("private-fanfare-ada")]);
    expect(requests).toEqual(["1.1", "2.2", "3.3", "4.4"].map((id) => `${id} private-fanfare-ada`));
    lastOf(sockets).receive(frames.channelEvent("orders", "created", '{"id":42}'));
    expect(received).toEqual([{ id: 42 }]);
  });

  test("passes on data that isn't JSON unchanged", () => {
    const { live, sockets } = setUp();
    const received: unknown[] = [];
    live.channel("orders").on("created", (data) => received.push(data));
    live.open();
    lastOf(sockets).establish();
    lastOf(sockets).receive(frames.channelEvent("orders", "created", "not {json"));
    expect(received).toEqual(["not {json"]);
  });

  test("calls the other listeners when one throws", () => {
    const { live, sockets, errors } = setUp();
    const received: unknown[] = [];
    live.channel("orders").on("created", () => {
      throw new Error("the page's own");
    });
    live.channel("orders").on("created", (data) => received.push(data));
    live.open();
    lastOf(sockets).establish();
    lastOf(sockets).receive(frames.channelEvent("orders", "created", "1"));
    expect(received).toEqual([1]);
    expect(errors).toHaveLength(1);
  });

  test("follows the last request when left and entered during authorization", async () => {
    const { live, sockets } = setUp();
    live.open();
    lastOf(sockets).establish();
    const channel = live.channel("private-orders");
    channel.on("created", () => {});
    channel.leave();
    channel.on("created", () => {});
    await settle();
    expect(lastOf(sockets).sent).toEqual([signed("private-orders")]);
  });

  test("doesn't use a signature for a closed socket", async () => {
    const { live, sockets, reconnect } = setUp();
    live.open();
    lastOf(sockets).establish();
    live.channel("private-orders").on("created", () => {});
    reconnect();
    await settle();
    expect(sockets[0]?.sent).toEqual([]);
    expect(lastOf(sockets).sent).toEqual([signed("private-orders")]);
  });

  test("reports a rejection to the listener without a retry on the same socket", async () => {
    const { clock, live, sockets, requests } = setUp([
      { kind: "refused", status: 403, code: "channel_refused", detail: "Not your channel.", current: undefined },
    ]);
    const received: unknown[] = [];
    live.channel("private-orders").on("pusher:subscription_error", (data) => received.push(data));
    live.open();
    lastOf(sockets).establish();
    await settle();
    clock.advance(119_000);
    await settle();
    expect(received).toEqual([{ type: "AuthError", error: "Not your channel.", status: 403 }]);
    expect(requests).toHaveLength(1);
  });

  test("retries a failed authorization, not before the server's delay", async () => {
    const { clock, live, sockets, requests } = setUp([{ kind: "failed", retry_after_ms: 5_000 }]);
    live.channel("private-orders").on("created", () => {});
    live.open();
    lastOf(sockets).establish();
    await settle();
    clock.advance(4_999);
    expect(requests).toHaveLength(1);
    clock.advance(limits.reconnect_base_ms + 1);
    await settle();
    expect(lastOf(sockets).sent).toEqual([signed("private-orders")]);
  });

  test("resubscribes to private but not public channels when the person changes", async () => {
    const { live, sockets, requests } = setUp();
    live.channel("orders").on("created", () => {});
    live.channel("private-orders").on("created", () => {});
    live.open();
    lastOf(sockets).establish();
    await settle();
    live.reauthorize();
    await settle();
    expect(lastOf(sockets).sent).toEqual([
      subscribe("orders"),
      signed("private-orders"),
      unsubscribe("private-orders"),
      signed("private-orders"),
    ]);
    expect(requests).toHaveLength(2);
  });

  test("uses the protocol event names of Pusher's clients", () => {
    const { live, sockets } = setUp();
    const received: unknown[] = [];
    live.channel("orders").on("pusher:subscription_succeeded", (data) => received.push(data));
    live.open();
    lastOf(sockets).establish();
    lastOf(sockets).receive(frames.subscriptionSucceeded("orders"));
    expect(received).toEqual([{}]);
  });

  test("leaves no timer when stopped", async () => {
    const { clock, live, sockets } = setUp([{ kind: "failed", retry_after_ms: 0 }]);
    live.channel("private-orders").on("created", () => {});
    live.open();
    lastOf(sockets).establish();
    await settle();
    live.stop();
    expect(clock.pending()).toBe(0);
  });
});
