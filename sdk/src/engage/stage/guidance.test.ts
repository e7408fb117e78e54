import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { boot, decision, flushPromises } from "../../../test/support/fixtures.ts";
import type { Stage, Started } from "../types.ts";
import { createGuidance } from "./guidance.ts";
import type { GuideDeps } from "./guide.ts";

function setUp(answer: BootResponse | undefined) {
  const state = { answer, broken: false, throwing: false };
  const called: string[] = [];
  const reports: string[] = [];
  let loads = 0;
  const note =
    (name: string) =>
    (...args: readonly unknown[]): undefined => {
      if (state.throwing) throw new Error(`${name} failed`);
      called.push([name, ...args].join(" "));
    };
  const deps = {
    clock: manualClock(),
    decisions: { current: () => state.answer, now_ms: () => 0 },
    events: new Set<string>(),
    pauses: new Set<string>(),
    report: (what: string) => reports.push(what),
  };
  const stage = {
    ...{ reevaluate: note("consider"), onEvent: note("happened"), stop: note("stop"), leave: note("leave") },
    ...{
      restorePage: note("come back"),
      forget: note("forget"),
      conflict: note("conflict"),
      activePlayer: note("front"),
    },
    start: async (): Promise<Started> => ({ status: "shown" }),
    facts: () => ({}),
    loadBody: async () => {},
    wasShown: () => false,
    shown: () => new Map(),
    open: async () => ({ status: "shown" as const }),
  } satisfies Stage;
  // Only what guidance itself reads; the rest is for the stage.
  const guidance = createGuidance(deps as unknown as GuideDeps, async () => {
    loads++;
    if (state.broken) throw new Error("404");
    return () => stage;
  });
  return { state, guidance, called, reports, deps, loads: () => loads };
}

const TOUR = boot({ decisions: [decision("welcome")] });

describe("guidance", () => {
  test("loads no stage on a page with nothing to show", async () => {
    const { guidance, loads } = setUp(boot());
    guidance.open();
    guidance.onEvent("x");
    guidance.stop();
    guidance.leave();
    await flushPromises();
    expect(loads()).toBe(0);
  });

  test("evaluates nothing before opening", async () => {
    const { guidance, called, loads } = setUp(TOUR);
    guidance.reevaluate();
    await flushPromises();
    expect(loads()).toBe(0);
    guidance.open();
    await flushPromises();
    expect(called).toEqual(["consider"]);
  });

  test("keeps earlier events and pauses for the stage", async () => {
    const { guidance, deps } = setUp(TOUR);
    guidance.onEvent("order_shipped");
    guidance.pause("checkout");
    guidance.open();
    await flushPromises();
    expect([...deps.events]).toEqual(["order_shipped"]);
    expect([...deps.pauses]).toEqual(["checkout"]);
  });

  test("loads a failed stage again only with the next change", async () => {
    const { state, guidance, called, reports, loads } = setUp(TOUR);
    state.broken = true;
    guidance.open();
    await flushPromises();
    expect(loads()).toBe(1);
    expect(await guidance.start("welcome")).toEqual({ status: "refused", gate: "unavailable" });
    state.broken = false;
    guidance.reevaluate();
    await flushPromises();
    expect(called).toEqual(["consider"]);
    expect(reports).toHaveLength(2);
  });

  test("starts nothing before the server has responded", async () => {
    const { guidance, loads } = setUp(undefined);
    expect(await guidance.start("welcome")).toEqual({ status: "refused", gate: "unavailable" });
    expect(loads()).toBe(0);
  });

  test("throws nothing into the page's own events", async () => {
    const { state, guidance, reports } = setUp(TOUR);
    guidance.open();
    await flushPromises();
    state.throwing = true;
    guidance.reevaluate();
    guidance.onEvent("x");
    guidance.leave();
    guidance.restorePage();
    guidance.forget();
    guidance.stop();
    expect(guidance.activePlayer()).toBeUndefined();
    expect(reports).toHaveLength(7);
  });
});
