import { describe, expect, test } from "bun:test";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import { createInbox } from "./inbox.ts";
import { createShownMessages } from "./shown-messages.ts";

const message = (position: number, more: Partial<LiveMessage> = {}): LiveMessage => ({
  id: `lup_${position}`,
  position,
  body: { kind: "toast", text: String(position), tone: "info" },
  priority: "normal",
  require_ack: false,
  collapse_key: null,
  created_at: new Date(0).toISOString(),
  expires_at: new Date(1_000).toISOString(),
  ...more,
});

function drain(...messages: readonly LiveMessage[]): number[] {
  const inbox = createInbox();
  inbox.add(messages);
  const taken: number[] = [];
  for (let next = inbox.take(0); next !== undefined; next = inbox.take(0)) taken.push(next.position);
  return taken;
}

describe("message queue of a page", () => {
  test("shows each message once in the order sent, regardless of arrival", () => {
    expect(drain(message(3), message(1), message(2), message(1))).toEqual([1, 2, 3]);
  });

  test("shows urgent messages first and low-priority ones last", () => {
    expect(drain(message(1, { priority: "low" }), message(2), message(3, { priority: "high" }))).toEqual([3, 2, 1]);
  });

  test("keeps only the resend of a message that is waiting", () => {
    expect(drain(message(1), message(2), message(3, { resend_of: "lup_1" }))).toEqual([2, 3]);
  });

  test("keeps only the newest message of a collapse key", () => {
    const orders = { collapse_key: "orders" };
    expect(drain(message(1, orders), message(2), message(3, orders))).toEqual([2, 3]);
    expect(drain(message(3, orders), message(2), message(1, orders))).toEqual([2, 3]);
  });

  test("skips a message that expired before its turn", () => {
    const inbox = createInbox();
    inbox.add([message(1)]);
    expect(inbox.take(1_000)).toBeUndefined();
  });
});

describe("shown messages of a browser profile", () => {
  const profile = () => {
    const stored = new Map<string, string>();
    return {
      get: (name: string) => stored.get(name),
      set: (name: string, text: string | undefined) =>
        void (text === undefined ? stored.delete(name) : stored.set(name, text)),
    };
  };
  const open = (storage: ReturnType<typeof profile>, now_ms = 0) =>
    createShownMessages({
      storage,
      named: "fanfare:key",
      now_ms: () => now_ms,
      rng: { bytes: (count: number) => new Uint8Array(count).fill(7) },
    });

  test("shares shown messages and the device ID across tabs and page loads", () => {
    const storage = profile();
    const first = open(storage);
    first.add(message(1));
    const second = open(storage);
    expect([second.has("lup_1"), second.has("lup_2"), second.device]).toEqual([true, false, first.device]);
    expect(first.device).toMatch(/^[A-Za-z0-9-]{8,64}$/);
  });

  test("forgets expired messages and ignores invalid storage", () => {
    const storage = profile();
    open(storage).add(message(1));
    open(storage, 5_000).add(message(2, { expires_at: new Date(9_000).toISOString() }));
    expect(open(storage).has("lup_1")).toBe(false);
    storage.set("fanfare:key:shown", "{nonsense");
    expect(open(storage).has("lup_2")).toBe(false);
  });

  test("remembers shown messages in memory if storage is blocked", () => {
    const shown = open({ get: () => undefined, set: () => {} });
    shown.add(message(1));
    expect(shown.has("lup_1")).toBe(true);
  });
});
