import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { toHubCallback } from "../hub/hub-callback.ts";
import { createTopics } from "../transport/topics.ts";
import { callbackPosition } from "./dialect.ts";
import { encodeCallback } from "./envelope.ts";
import { Outbox } from "./outbox.ts";

const eventText = (channel: string, position: string | undefined, data = "{}", user_id?: string): string => {
  const { name, args } = toHubCallback(channel, { kind: "event", event: "e", data, position, user_id });
  return encodeCallback(name, args);
};

test("includes the positions around a gap in a reset of a channel with history", () => {
  const outbox = new Outbox({
    clock: manualClock(),
    topics: createTopics(() => {}),
    isOn: () => true,
    onLost: () => {},
  });
  const count = hubLimits.classic_ring_messages_max + 3;
  outbox.mailbox.send(eventText("news", undefined));
  for (let each = 1; each < count; each++) outbox.mailbox.send(eventText("log", `k3f9:${each + 40}`));
  const { messages } = outbox.after(0, { callbacks: true, replies_after: 0 });
  expect(messages.slice(0, 2)).toEqual([
    encodeCallback("reset", ['"news"', '{"from":null,"to":null}']),
    encodeCallback("reset", ['"log"', '{"from":"k3f9:40","to":"k3f9:42"}']),
  ]);
  expect(callbackPosition(messages[2] ?? "")).toBe("k3f9:43");
});

test("reads a position only from text of the server, not of a publisher", () => {
  expect(callbackPosition(eventText("log", "e:1", '{"a":"b"}', 'a"b'))).toBe("e:1");
  for (const data of ['{"position":"e:1"}', '"position\\":\\"e:1\\"}]}"', '[{"position":"e:1"}]']) {
    expect(callbackPosition(eventText("log", undefined, data))).toBeUndefined();
    expect(callbackPosition(eventText("log", undefined, data, "u"))).toBeUndefined();
  }
});
