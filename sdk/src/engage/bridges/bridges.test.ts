import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { PageBridge } from "@fanfare/contract/realtime/app-settings";
import { boot, flushPromises } from "../../../test/support/fixtures.ts";
import type { FanfareEvents } from "../../api/events.ts";
import { createEmitter } from "../../lib/emitter.ts";
import { connect } from "./bridges.ts";

const ABOUT = { content_id: "cnt_1", slug: "tour", name: "Tour", version: 2, run_id: "run_1", variant: undefined };

function setUp(bridges: readonly PageBridge[], globals: Record<string, unknown> = {}) {
  const clock = manualClock();
  const emitter = createEmitter<FanfareEvents>((listener, data) => listener(data));
  const state = { bridges, granted: true };
  const reports: string[] = [];
  connect({
    // Cast: only the page's libraries are read from it.
    ...{ window: globals as unknown as Window, clock, emitter },
    decisions: { current: () => boot({ extras: { bridges: state.bridges } }) },
    report: (_, detail) => reports.push(String(detail)),
    granted: () => state.granted,
  });
  return { clock, emitter, state, globals, reports };
}

/** Records calls, as a stub of the library does until it has loaded. */
function recorder() {
  const calls: unknown[][] = [];
  return { calls, call: (...args: unknown[]) => void calls.push(args) };
}

test("passes events to each library that is on, in its own form", () => {
  const [layer, segment, posthog] = [recorder(), recorder(), recorder()];
  const globals = {
    ...{ dataLayer: { push: layer.call }, analytics: { track: segment.call }, posthog: { capture: posthog.call } },
  };
  const { emitter, state } = setUp(["data_layer", "segment", "posthog"], globals);
  emitter.emit("tour_started", { ...ABOUT, start_reason: "rule", step_id: "s", wait_ms: 3 });
  const props = {
    ...{ content_slug: "tour", content_name: "Tour", content_id: "cnt_1", version: 2, run_id: "run_1" },
    ...{ step_id: "s", start_reason: "rule" },
  };
  expect(layer.calls).toEqual([[{ event: "fanfare.tour_started", fanfare: expect.objectContaining(props) }]]);
  expect(segment.calls).toEqual([
    ["fanfare.tour_started", props, { context: { library: { name: "fanfare", version: "1" } } }],
  ]);
  expect(posthog.calls).toEqual([["fanfare.tour_started", props]]);
  state.bridges = ["posthog"];
  emitter.emit("tour_completed", ABOUT);
  expect([layer, segment, posthog].map(({ calls }) => calls.length)).toEqual([1, 1, 2]);
});

test("names every field in the data layer, so that none keeps an earlier value", () => {
  const dataLayer: { readonly fanfare: object }[] = [];
  const { emitter } = setUp(["data_layer"], { dataLayer });
  emitter.emit("tour_step_seen", { ...ABOUT, step_id: "s", step_index: 0 });
  emitter.emit("tour_completed", ABOUT);
  const [step, completed] = dataLayer.map(({ fanfare }) => Object.keys(fanfare).sort());
  expect(completed).toEqual(step ?? []);
});

test("never passes survey answers, unlisted fields, or content that no one saw", () => {
  const { calls, call } = recorder();
  const { emitter } = setUp(["posthog"], { posthog: { capture: call } });
  emitter.emit("survey_answered", { ...ABOUT, step_id: "q", answer: "secret", email: "ada@example.com" });
  emitter.emit("tour_dismissed", { ...ABOUT, reason: "close_button", unseen: true });
  expect(calls).toHaveLength(1);
  expect(JSON.stringify(calls)).not.toMatch(/secret|ada/);
});

test("passes nothing without consent, also not once consent is granted", () => {
  const { calls, call } = recorder();
  const { emitter, state } = setUp(["posthog"], { posthog: { capture: call } });
  state.granted = false;
  emitter.emit("tour_started", ABOUT);
  state.granted = true;
  emitter.emit("tour_completed", ABOUT);
  expect(calls.map(([name]) => name)).toEqual(["fanfare.tour_completed"]);
});

test("waits for a library that loads late, in order, and no longer than its limit", () => {
  const { calls, call } = recorder();
  const { clock, emitter, globals } = setUp(["posthog"]);
  emitter.emit("tour_started", ABOUT);
  clock.advance(limits.bridge_wait_ms_max + limits.bridge_check_ms);
  emitter.emit("tour_step_seen", ABOUT);
  emitter.emit("tour_completed", ABOUT);
  clock.advance(limits.bridge_check_ms);
  globals["posthog"] = { capture: call };
  clock.advance(limits.bridge_check_ms);
  expect(calls.map(([name]) => name)).toEqual(["fanfare.tour_step_seen", "fanfare.tour_completed"]);
});

test("keeps the newest events while no library comes", () => {
  const { calls, call } = recorder();
  const { clock, emitter, globals } = setUp(["posthog"]);
  for (let n = 0; n <= limits.bridge_events_waiting_max; n++) emitter.emit("hint_seen", { ...ABOUT, version: n });
  globals["posthog"] = { capture: call };
  clock.advance(limits.bridge_check_ms);
  expect(calls).toHaveLength(limits.bridge_events_waiting_max);
  expect(calls[0]).toMatchObject(["fanfare.hint_seen", { version: 1 }]);
});

test("never throws into the page, however a library fails", async () => {
  const globals = {
    get dataLayer(): never {
      throw new Error("getter");
    },
    analytics: { track: () => Promise.reject(new Error("rejected")) },
    posthog: {
      capture() {
        throw new Error("thrown");
      },
    },
  };
  const { emitter, reports } = setUp(["data_layer", "segment", "posthog"], globals);
  emitter.emit("tour_started", ABOUT);
  await flushPromises();
  expect(reports.toSorted()).toEqual(["Error: rejected", "Error: thrown"]);
});

test("stops with the instance", () => {
  const { calls, call } = recorder();
  const { clock, emitter, globals } = setUp(["posthog"]);
  emitter.emit("tour_started", ABOUT);
  emitter.emit("connection", { state: "closed" });
  globals["posthog"] = { capture: call };
  clock.advance(limits.bridge_wait_ms_max);
  expect(calls).toEqual([]);
});
