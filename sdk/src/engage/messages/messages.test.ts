import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { createEmitter } from "../../lib/emitter.ts";
import { createMessages, type MessageOutcome, type MessagesDeps } from "./messages.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const message = (id: string, more: Partial<LiveMessage> = {}): LiveMessage => ({
  ...{ id, position: 1, body: { kind: "toast", text: id, tone: "info" }, priority: "normal", require_ack: false },
  ...{ collapse_key: null, created_at: "2026-11-21T11:00:00Z", expires_at: "2026-11-22T12:00:00Z" },
  ...more,
});
const paused: Suppression = {
  ...{ id: "sup_1", scope: "live_updates", target: "", reason: "snoozed" },
  ...{ created_at: "2026-11-21T11:30:00Z", expires_at: "2026-11-21T12:30:00Z" },
};

/** A page subscribed to its channels. `due`: messages that the server returns. */
async function setUp(due: readonly LiveMessage[] = [], suppressions: readonly Suppression[] = []) {
  const emitter = createEmitter((listener, data) => listener(data));
  const state = {
    now_ms: NOON,
    due,
    requests: 0,
    shown: [] as string[],
    closed: [] as string[],
    heard: [] as string[],
    reports: [] as ((outcome: MessageOutcome) => void)[],
  };
  const stored = new Map<string, string>();
  const document = Object.create({ visibilityState: "visible" });
  const deps: MessagesDeps = {
    ...{ clock: manualClock(), rng: seededRng(7), emitter, named: "test", report() {}, note() {} },
    // Every window member that is read is stubbed above.
    window: { document, addEventListener() {}, removeEventListener() {} } as unknown as MessagesDeps["window"],
    net: {
      call: async () => {
        state.requests++;
        return { kind: "ok", body: { messages: state.due } };
      },
    } as unknown as MessagesDeps["net"],
    storage: {
      get: (name) => stored.get(name),
      set: (name, text) => void (text === undefined ? stored.delete(name) : stored.set(name, text)),
    },
    now_ms: () => state.now_ms,
    claims: () => ({}),
    suppressions: () => suppressions,
    load: async () => (each, report) => {
      state.shown.push(each.id);
      state.reports.push(report);
      return { close: () => state.closed.push(each.id) };
    },
    exclusive: (task) => task(),
  };
  emitter.on("message", ({ id }) => state.heard.push(id));
  const onSignal = createMessages(deps);
  onSignal();
  await flushPromises();
  return { ...{ state, emitter, onSignal } };
}

describe("live updates", () => {
  test("emits paused live updates without showing them, except urgent ones", async () => {
    const { state } = await setUp([message("one"), message("two", { priority: "high" })], [paused]);
    expect(state.shown).toEqual(["two"]);
    expect(state.heard.toSorted()).toEqual(["one", "two"]);
  });

  test("closes shown live updates when paused, except urgent ones", async () => {
    const { state, emitter } = await setUp([message("one"), message("two", { priority: "high" })]);
    expect(state.shown.toSorted()).toEqual(["one", "two"]);
    emitter.emit("suppressions", [paused]);
    expect(state.closed).toEqual(["one"]);
  });

  test("shows only live updates that require acknowledgment after a pause", async () => {
    const { state, emitter } = await setUp([message("one"), message("must", { require_ack: true })], [paused]);
    expect(state.shown).toEqual([]);
    const { requests } = state;
    emitter.emit("suppressions", []);
    await flushPromises();
    expect(state.requests).toBe(requests + 1);
    expect(state.shown).toEqual(["must"]);
  });

  test("shows live updates again when the pause expires, without a server event", async () => {
    const { state, onSignal } = await setUp([], [paused]);
    state.now_ms = Date.parse(paused.expires_at);
    onSignal({ message: message("later"), spread_ms: 0 });
    await flushPromises();
    expect(state.shown).toEqual(["later"]);
  });

  test("shows a resend that replaces an unseen message, and none of a seen one", async () => {
    const { state, onSignal } = await setUp([message("one")]);
    state.due = [message("two", { position: 2, resend_of: "one" })];
    onSignal();
    await flushPromises();
    expect([state.shown, state.closed]).toEqual([["one", "two"], ["one"]]);
    state.reports.at(-1)?.("seen");
    state.due = [message("three", { position: 3, resend_of: "one" })];
    onSignal();
    await flushPromises();
    expect(state.shown).toEqual(["one", "two"]);
  });

  test("requests live updates once while a pause holds back a full response", async () => {
    const many = Array.from({ length: 200 }, (_, index) => message(`must-${index}`, { require_ack: true }));
    const { state } = await setUp(many, [paused]);
    expect(state.requests).toBe(1);
  });
});
