import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { Frame } from "../../channels/subscriber.ts";
import { Mailbox, type MailboxOptions, type Receiver } from "./mailbox.ts";
import { createTopics } from "./topics.ts";

interface Setting {
  readonly clock: ReturnType<typeof manualClock>;
  readonly mailbox: Mailbox;
  readonly events: string[];
  receiver(name: string): Receiver;
}

function setting(options: Partial<MailboxOptions> = {}): Setting {
  const clock = manualClock();
  const events: string[] = [];
  const mailbox = new Mailbox({
    clock,
    topics: createTopics(() => {}),
    messages_max: 3,
    bytes_max: 100,
    linger_ms: 1_000,
    overflow: "lose",
    onLost: () => events.push("lost"),
    ...options,
  });
  const receiver = (name: string): Receiver => ({
    wake: () => events.push(`${name} wakes`),
    ping: () => events.push(`${name} pings`),
    drop: () => events.push(`${name} drops`),
  });
  return { clock, mailbox, events, receiver };
}

describe("mailbox", () => {
  test("keeps messages between two receivers and delivers them once and in order", () => {
    const { clock, mailbox, receiver } = setting();
    const first = receiver("first");
    mailbox.attach(first);
    mailbox.send("a");
    expect(mailbox.take()).toEqual(["a"]);
    mailbox.detach(first);
    mailbox.send("b");
    mailbox.send("c");
    clock.advance(999);
    mailbox.attach(receiver("second"));
    clock.advance(10_000);
    expect([mailbox.take(), mailbox.take()]).toEqual([["b", "c"], []]);
  });

  test("expires when no receiver arrives in time, also at the start", () => {
    const { clock, mailbox, events } = setting();
    clock.advance(1_000);
    expect(events).toEqual(["lost"]);
    mailbox.send("late");
    expect([mailbox.ring.bytes, clock.pending()]).toEqual([0, 0]);
  });

  test("drops a replaced receiver and ignores its end", () => {
    const { clock, mailbox, events, receiver } = setting();
    const [old, young] = [receiver("old"), receiver("young")];
    mailbox.attach(old);
    mailbox.attach(young);
    mailbox.detach(old);
    clock.advance(10_000);
    mailbox.send("a");
    mailbox.ping();
    expect(events).toEqual(["old drops", "young wakes", "young pings"]);
  });

  test("closes with its receiver when too much is waiting", () => {
    const { clock, mailbox, events, receiver } = setting();
    mailbox.attach(receiver("slow"));
    for (const frame of ["a", "b", "c"]) mailbox.send(frame);
    expect(events).not.toContain("lost");
    mailbox.send("d");
    expect(events.slice(-2)).toEqual(["slow drops", "lost"]);
    expect([mailbox.ring.bytes, clock.pending()]).toEqual([0, 0]);
  });

  test("keeps the newest messages and reports the gap when set to forget", () => {
    const { mailbox, events } = setting({ overflow: "forget" });
    for (const frame of ["a", "b", "c", "d"]) mailbox.send(frame);
    expect(mailbox.ring.after(0)).toEqual({ outcome: "gap", oldest: 2 });
    expect(mailbox.take()).toEqual(["b", "c", "d"]);
    expect(events).toEqual([]);
  });

  test("frees space for acknowledged messages", () => {
    const { mailbox, events } = setting();
    for (let sent = 1; sent <= 20; sent++) {
      mailbox.send("x");
      if (sent % 3 === 0) mailbox.acknowledge(sent);
    }
    expect(events).toEqual([]);
    expect(mailbox.ring.after(18)).toMatchObject({ outcome: "complete" });
    // Ignore acknowledgments beyond the last sent message.
    mailbox.acknowledge(1_000);
    mailbox.send("y");
    expect(mailbox.take()).toEqual(["y"]);
  });

  test("accepts nothing after its end, which the next receiver gets", () => {
    const { mailbox, events, receiver } = setting();
    mailbox.send("a");
    mailbox.close(4200, "Go");
    mailbox.close(4009, "Again");
    mailbox.send("b");
    mailbox.attach(receiver("late"));
    expect([mailbox.take(), mailbox.ending]).toEqual([["a"], { code: 4200, reason: "Go" }]);
    mailbox.discard();
    expect(events).toEqual(["late drops"]);
  });
});

describe("topics", () => {
  test("reach native sockets once and every current listener except the sender", () => {
    const native: [string, Frame][] = [];
    const topics = createTopics((topic, frame) => native.push([topic, frame]));
    const [one, two] = [setting({ topics }).mailbox, setting({ topics }).mailbox];
    one.join("t");
    two.join("t");
    one.publish("t", "from one");
    topics.broadcast("t", "to all");
    topics.publishExcept("t", "from a native socket");
    two.leave("t");
    topics.broadcast("t", "later");
    expect(one.take()).toEqual(["to all", "from a native socket", "later"]);
    expect(two.take()).toEqual(["from one", "to all", "from a native socket"]);
    expect(native.map(([, frame]) => frame)).toEqual(["from one", "to all", "later"]);
  });
});
