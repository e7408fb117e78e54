import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { JSDOM } from "jsdom";
import type { Page } from "../types.ts";
import { createStepFlow } from "./step-flow.ts";
import type { TourCard } from "./tour-card.ts";

function setUp(step: Partial<Step>, act: () => unknown = () => undefined) {
  const { window } = new JSDOM(
    "<!doctype html><div id=box><h2></h2><div id=foot><button></button><button></button></div></div>",
  );
  const { document } = window;
  const clock = manualClock();
  let visible = true;
  Object.defineProperty(Object.getPrototypeOf(document), "visibilityState", {
    configurable: true,
    get: () => (visible ? "visible" : "hidden"),
  });
  const of = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`${selector} is missing.`);
    return found;
  };
  // The parts of a card that the step flow uses.
  const card = { box: of("#box"), heading: of("h2"), foot: of("#foot") } as unknown as TourCard;
  const sent: string[] = [];
  const events: unknown[] = [];
  const ways = createStepFlow({
    page: { document, window, clock } as unknown as Page,
    guard: (task) => task,
    card,
    steps: () => [{ kind: "centered", id: "a", title: "", blocks: [], ...step } as Step],
    act,
    send: ({ kind }) => sent.push(kind),
    on: (event) => events.push(event),
    close() {},
  });
  const show = (to: boolean): void => {
    visible = to;
    document.dispatchEvent(new window.Event("visibilitychange"));
  };
  return { ways, clock, sent, events, show, document };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("reports once why a page didn't prepare a step", async () => {
  const failed = (why: string) => ({ kind: "prepare_failed", step_id: "a", action: "open", why });
  for (const [answer, expected] of [
    [() => Promise.resolve("unknown"), [failed("unknown")]],
    [() => Promise.resolve("failed"), [failed("failed")]],
    [() => Promise.reject(new Error("broken")), [failed("failed")]],
    [() => new Promise(() => {}), [failed("late")]],
    [() => Promise.resolve("ready"), []],
  ] as const) {
    const { ways, clock, events } = setUp({ prepare: "open" }, answer);
    ways.approach(0, () => {});
    await settled();
    clock.advance(limits.prepare_ms_max * 2);
    expect(events).toEqual([...expected]);
  }
});

test("waits at most 5 seconds for a page to prepare a step", async () => {
  const { ways, clock } = setUp({ prepare: "open" }, () => new Promise(() => {}));
  let looks = 0;
  ways.approach(0, () => looks++);
  await settled();
  clock.advance(limits.prepare_ms_max - 1);
  expect(looks).toBe(0);
  clock.advance(1);
  expect([limits.prepare_ms_max, looks]).toEqual([5_000, 1]);
});

test("looks for a step once after the page is ready, fails, or is late", async () => {
  for (const answer of [() => Promise.resolve(), () => Promise.reject(new Error("broken"))]) {
    const { ways, clock } = setUp({ prepare: "open" }, answer);
    let looks = 0;
    ways.approach(0, () => looks++);
    await settled();
    expect(looks).toBe(1);
    clock.advance(limits.prepare_ms_max * 2);
    expect(looks).toBe(1);
  }
  const { ways, clock } = setUp({ prepare: "open" }, () => new Promise(() => {}));
  let looks = 0;
  ways.approach(0, () => looks++)();
  clock.advance(limits.prepare_ms_max * 2);
  expect(looks).toBe(0);
});

test("pauses a delay while the tab is hidden and continues later", () => {
  const { ways, clock, sent, show } = setUp({ advance: [{ kind: "delay", after_ms: 10_000 }] });
  ways.arrive(0, null);
  clock.advance(4_000);
  show(false);
  clock.advance(60_000);
  expect(sent).toEqual([]);
  show(true);
  clock.advance(5_999);
  expect(sent).toEqual([]);
  clock.advance(1);
  expect(sent).toEqual(["next"]);
});

test("doesn't advance a step that was left", () => {
  const { ways, clock, sent } = setUp({ advance: [{ kind: "delay", after_ms: 1_000 }] });
  ways.arrive(0, null);
  ways.leave();
  clock.advance(10_000);
  expect(sent).toEqual([]);
});

test("disables a button whose condition isn't met, but none in a preview, which has nothing to judge it", () => {
  const condition = { rule: { kind: "or", rules: [] }, otherwise: "disable" } as const;
  const { ways, sent, document } = setUp({
    buttons: [
      { label: "Routed", condition, action: { kind: "host", name: "#button 0" } },
      { label: "Next", condition, action: { kind: "next" } },
    ],
  });
  ways.showButtons(0);
  const [routed, next] = [...document.querySelectorAll<HTMLButtonElement>(".acts button")];
  routed?.click();
  next?.click();
  expect([routed?.getAttribute("aria-disabled") ?? routed?.ariaDisabled, sent]).toEqual(["true", ["next"]]);
});
