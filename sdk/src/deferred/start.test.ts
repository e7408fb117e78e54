import { expect, test } from "bun:test";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { boot, flushPromises } from "../../test/support/fixtures.ts";
import { createGuideHarness, welcomeTour } from "../../test/support/guide-harness.ts";
import type { RequestPreferences } from "../engage/decide/decisions.ts";
import { createStart } from "./start.ts";

/** A stage, and a server that responds to `again` with the `forced` response. */
function setUp(answer: BootResponse, forced?: BootResponse) {
  const guide = createGuideHarness(answer);
  const preferences: RequestPreferences = {};
  const requests: RequestPreferences[] = [];
  const start = createStart({
    preferences,
    guidance: { stage: async () => guide.stage, start: (name) => guide.stage.start(name) },
    decisions: {
      current: () => guide.state.answer,
      async load() {
        requests.push({ ...preferences });
        guide.state.answer = preferences.again?.length && forced ? forced : answer;
        return { kind: "failed" };
      },
    },
  });
  return { ...guide, start, preferences, requests };
}

const refused = boot({ refused: [{ content_id: "cnt_welcome", slug: "welcome", gate: "frequency" }] });

test("starts at the given step, even if the content is already shown", async () => {
  const { start, last } = setUp(welcomeTour());
  expect(await start("welcome", { step: "two" })).toEqual({ status: "shown" });
  expect(last().log).toEqual(["go to two"]);
  expect(await start("cnt_welcome", { step: "one" })).toEqual({ status: "shown" });
  expect(last().log).toEqual(["go to two", "go to one"]);
});

test("refuses ended content with once, but not content that is still open", async () => {
  const past = welcomeTour({ history: { completed: false, ended: true } });
  expect(await setUp(past).start("welcome", { once: true, force: true })).toEqual({
    status: "refused",
    gate: "frequency",
  });
  const here = setUp(welcomeTour());
  expect(await here.start("welcome", { once: true })).toEqual({ status: "shown" });
  expect(await here.start("welcome", { once: true })).toEqual({ status: "shown" });
  here.last().tell({ kind: "ended", reason: "close_button", suppress: false });
  await flushPromises();
  expect(await here.start("welcome", { once: true })).toEqual({ status: "refused", gate: "frequency" });
});

test("requests content with force despite its frequency, unless that is refused", async () => {
  const forced = setUp(refused, welcomeTour({ history: { completed: true, ended: true }, edition: always() }));
  expect(await forced.start("welcome", {})).toEqual({ status: "refused", gate: "frequency" });
  expect(await forced.start("welcome", { force: true })).toEqual({ status: "shown" });
  expect(forced.preferences.again).toEqual(["welcome"]);
  expect(forced.requests.length).toBe(1);

  const hidden = setUp(refused);
  expect(await hidden.start("welcome", { force: true })).toEqual({ status: "refused", gate: "frequency" });
  expect(hidden.preferences.again).toEqual([]);
  expect(hidden.requests.map(({ again }) => again)).toEqual([["welcome"], []]);
});

test("refuses suppressed content even with force", async () => {
  const { start, state } = setUp(welcomeTour(), welcomeTour({ edition: always() }));
  state.suppressions = [{ scope: "content", target: "cnt_welcome", reason: "do_not_show_again", expires_at_ms: 9e15 }];
  expect(await start("welcome", { force: true })).toEqual({ status: "refused", gate: "suppressed" });
});

function always() {
  const [decision] = welcomeTour().decisions;
  if (decision === undefined) throw new Error("There is one.");
  return { ...decision.edition, frequency: { mode: "always" } } as const;
}
