import { describe, expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/realtime/change-signal";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import type { Channels } from "./channels.ts";
import type { OccupiedChannel } from "./occupied-channel.ts";
import type { ChannelMessage, Frame, Lane, Subscriber, Welcome } from "./subscriber.ts";

export const CONTRACT_SETTINGS = appSettings({ history_rules: [{ pattern: "kept-*", events_max: 50, ttl_s: 600 }] });

/** Channels of one installation, on one or several nodes. */
export interface ChannelsFixture {
  /** Steps use them in turn. One node is listed several times. */
  readonly nodes: readonly Channels[];
  /** Resolves when every node has applied what all nodes did before. */
  settle(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const APP = "7" as AppId;

interface TestSubscriber {
  readonly received: ChannelMessage[];
  readonly welcome: Welcome;
  readonly socket_id: string;
  leave(): void;
}

/** Fan-out like a transport's topics: one per node, because each node has its own connections. */
function createLane(): { readonly lane: Lane; readonly topics: Map<string, Map<string, ChannelMessage[]>> } {
  const topics = new Map<string, Map<string, ChannelMessage[]>>();
  const lane: Lane = {
    name: "test",
    encode: (_, message) => JSON.stringify(message),
    fanOut(topic, frame: Frame, except) {
      for (const [socket_id, received] of topics.get(topic) ?? [])
        if (socket_id !== except) received.push(JSON.parse(String(frame)));
    },
  };
  return { lane, topics };
}

let sockets = 0;

function channelOf(name: string): Channel {
  const channel = parseChannel(name);
  if (channel === undefined) throw new Error(`${name} is a channel.`);
  return channel;
}

/** What channels promise, whether one process or several nodes carry them. */
export function channelsContract(name: string, open: () => Promise<ChannelsFixture>): void {
  const lanes = new WeakMap<Channels, ReturnType<typeof createLane>>();

  const enter = (
    node: Channels,
    channel: string,
    options: { user_id?: string; since?: string } = {},
  ): TestSubscriber => {
    const { lane, topics } = lanes.get(node) ?? createLane();
    lanes.set(node, { lane, topics });
    const received: ChannelMessage[] = [];
    const socket_id = `1.${++sockets}`;
    let welcome: Welcome | undefined;
    const subscriber: Subscriber = {
      socket_id,
      lane,
      welcome: (_, given) => {
        welcome = { ...given, roster: given.roster && new Map(given.roster) };
      },
      join: (topic) => void topics.set(topic, (topics.get(topic) ?? new Map()).set(socket_id, received)),
      leave: (topic) => void topics.get(topic)?.delete(socket_id),
    };
    const member = options.user_id === undefined ? undefined : { user_id: options.user_id, user_info: "{}" };
    const entered = node.subscribe(APP, channelOf(channel), subscriber, member, options.since);
    if (entered.outcome === "full" || welcome === undefined) throw new Error("The channel is open to everyone.");
    const occupied: OccupiedChannel = entered.occupied;
    return { received, welcome, socket_id, leave: () => node.unsubscribe(occupied, subscriber) };
  };
  const publish = async (node: Channels, channel: string, event: string, except?: string): Promise<void> => {
    await node.publishAll(APP, [{ channels: [channelOf(channel)], event, data: "{}", except }]);
  };
  const events = ({ received }: TestSubscriber) =>
    received.flatMap((each) => (each.kind === "event" ? [each.event] : []));

  describe(`channels, ${name}`, () => {
    test("deliver each event once, in one order, and not to the excluded connection", async () => {
      await using fixture = await open();
      const subscribers = fixture.nodes.map((node) => enter(node, "news"));
      await fixture.settle();
      for (let index = 0; index < 20; index++) {
        const node = fixture.nodes[index % fixture.nodes.length];
        if (node !== undefined)
          await publish(node, "news", `e${index}`, index === 7 ? subscribers[1]?.socket_id : undefined);
      }
      await fixture.settle();
      const all = Array.from({ length: 20 }, (_, index) => `e${index}`);
      expect(subscribers.map(events)).toEqual([all, all.filter((event) => event !== "e7")]);
    });

    test("give a subscriber what it missed, on any node, under the same positions", async () => {
      await using fixture = await open();
      const [one, other] = fixture.nodes;
      if (one === undefined || other === undefined) throw new Error("The fixture has two nodes.");
      const before = enter(one, "kept-a").welcome.resumed?.position;
      for (const event of ["a", "b", "c"]) await publish(one, "kept-a", event);
      await fixture.settle();
      for (const node of [one, other]) {
        const { resumed } = enter(node, "kept-a", { since: String(before) }).welcome;
        expect(resumed).toMatchObject({
          outcome: "complete",
          missed: [{ event: "a" }, { event: "b" }, { event: "c" }],
        });
        expect(resumed?.position).toBe(enter(one, "kept-a").welcome.resumed?.position ?? "");
      }
    });

    test("welcome later subscribers of a cache channel with the last event", async () => {
      await using fixture = await open();
      const [one, other] = fixture.nodes;
      if (one === undefined || other === undefined) throw new Error("The fixture has two nodes.");
      expect(enter(other, "cache-a").welcome.cached).toBe("miss");
      await publish(one, "cache-a", "first");
      await publish(one, "cache-a", "second");
      await fixture.settle();
      expect(enter(other, "cache-a").welcome.cached).toMatchObject({ event: "second" });
    });

    test("repeat the last signal to a page that subscribes within its time, on any node", async () => {
      await using fixture = await open();
      const [one, other] = fixture.nodes;
      if (one === undefined || other === undefined) throw new Error("The fixture has two nodes.");
      const [person, page] = ["private-fanfare-u_42", "1.1"];
      const change = (given: Partial<PersonChanged>) => ({ kind: "runs", socket_id: null, ...given }) as const;
      one.publish(APP, person, PERSON_CHANGED, change({}));
      one.publish(APP, person, MESSAGE, { spread_ms: 7, message: { id: "lup_1" } });
      one.publish(APP, "private-fanfare-u_43", PERSON_CHANGED, change({ socket_id: page }));
      one.publish(APP, "private-user-u_42", PERSON_CHANGED, change({}));
      one.publish(APP, "fanfare-said-u_44", PERSON_CHANGED, change({ kind: "suppressions", socket_id: page }));
      await fixture.settle();
      for (const node of [one, other]) {
        const signalsOn = (channel: string) =>
          enter(node, channel).welcome.signals.map(({ event, data }) => [event, JSON.parse(data)]);
        expect(signalsOn(person)).toEqual([
          [PERSON_CHANGED, change({})],
          [MESSAGE, { spread_ms: 7 }],
        ]);
        expect(signalsOn("private-fanfare-u_43"), "of a page's own run").toEqual([]);
        expect(signalsOn("private-user-u_42"), "not Fanfare's channel").toEqual([]);
        expect(signalsOn("fanfare-said-u_44")).toEqual([
          [PERSON_CHANGED, change({ kind: "suppressions", socket_id: page })],
        ]);
      }
    });

    test("agree with the truth after any sequence of joins and leaves, and tell each change once", async () => {
      await using fixture = await open();
      const rng = seededRng(20_261_123);
      const inside: { readonly user_id: string; readonly subscriber: TestSubscriber }[] = [];
      const [first] = fixture.nodes;
      if (first === undefined) throw new Error("The fixture has a node.");
      const witness = enter(first, "presence-a", { user_id: "witness" });
      await fixture.settle();
      for (let step = 0; step < 300; step++) {
        const chosen = inside[Math.floor(rng.next() * inside.length)];
        if (chosen !== undefined && rng.next() < 0.5) {
          chosen.subscriber.leave();
          inside.splice(inside.indexOf(chosen), 1);
        } else {
          const node = fixture.nodes[Math.floor(rng.next() * fixture.nodes.length)] ?? first;
          const user_id = `u${Math.floor(rng.next() * 8)}`;
          inside.push({ user_id, subscriber: enter(node, "presence-a", { user_id }) });
        }
        if (rng.next() < 0.1) await fixture.settle();
      }
      await fixture.settle();
      const truth = new Set(["witness", ...inside.map(({ user_id }) => user_id)]);
      for (const node of fixture.nodes) {
        expect(new Set(node.users(APP, "presence-a"))).toEqual(truth);
        expect(node.counts(APP, "presence-a")).toEqual({ subscriptions: inside.length + 1, users: truth.size });
      }
      // Replaying what the witness was told gives the same people, without anyone joining twice or leaving twice.
      const told = new Set(["witness"]);
      for (const message of witness.received) {
        if (message.kind === "member_added") expect(told.size).toBeLessThan(told.add(message.user_id).size);
        if (message.kind === "member_removed") expect(told.delete(message.user_id)).toBe(true);
      }
      expect(told).toEqual(truth);
    });
  });
}
