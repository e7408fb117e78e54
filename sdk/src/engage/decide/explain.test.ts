import { expect, test } from "bun:test";
import type { GateResult, GateStatus } from "@fanfare/contract/gates/evaluate";
import { GATES, type Gate, SERVER_GATES } from "@fanfare/contract/gates/gates";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { boot, decision, edition } from "../../../test/support/fixtures.ts";
import { createGuideHarness } from "../../../test/support/guide-harness.ts";
import { explainOnPage } from "./explain.ts";

const PAGE = { location: { href: "https://shop.example/orders" }, document: {} } as unknown as Window;

/** Server gates for content that nothing blocks, except for `changed`. The deciding gate comes first. */
function gateResults(changed: Partial<Record<Gate, GateStatus>>): readonly GateResult[] {
  const gates = GATES.map((gate): GateResult => {
    const status = changed[gate] ?? (SERVER_GATES.includes(gate) ? "pass" : "unknown");
    return { gate, status, evidence: "", causes: [] };
  });
  return gates.toSorted((a, b) => Number(b.status === "block") - Number(a.status === "block"));
}

async function explained(
  about: string,
  decisions: readonly Decision[],
  server: Partial<Record<Gate, GateStatus>> = {},
) {
  const guide = createGuideHarness(boot({ decisions }));
  await guide.reevaluate();
  const explainAsked = () => {
    const { stage } = guide;
    const answers = { current: () => guide.state.answer };
    return explainOnPage(
      { decisions: answers, stage, window: PAGE },
      { content_id: `cnt_${about}`, version_id: `ver_${about}_1`, gates: gateResults(server) },
    );
  };
  return { guide, explainAsked };
}

const manual = edition({ trigger: { kind: "manual" } });
const banner = edition({ priority: 9 });
const BANNER: Decision["edition"] = {
  ...banner,
  body: {
    ...{ type: "announcement", form: "banner", tone: "info", panels: [{ id: "p", title: "p", blocks: [] }] },
    suppression: { offered: false, days: 365 },
  },
};

test("reports the first blocking gate in order, from the server or the page", async () => {
  const { explainAsked } = await explained("asked", [decision("asked", { edition: manual })], { lane_busy: "block" });
  const { outcome, gate, gates } = await explainAsked();
  expect([outcome, gate, gates[0]?.gate]).toEqual(["hide", "event", "event"]);
  const rest = gates.slice(1).map((each) => each.gate);
  expect(rest).toEqual(GATES.filter((each) => each !== "event"));
});

test("evaluates priority on the page, where a busy lane precedes outranked", async () => {
  const [first, next] = [decision("first"), decision("next")];
  const { guide, explainAsked } = await explained("next", [first, next], { outranked: "block" });
  expect((await explainAsked()).gate).toBe("lane_busy");
  guide.stage.stop("first");
  await guide.reevaluate();
  const answer = await explainAsked();
  expect(answer.gates.find(({ gate }) => gate === "outranked")).toMatchObject({ status: "pass" });
  expect(answer.gates.find(({ gate }) => gate === "lane_busy")).toMatchObject({ status: "pass" });
});

test("names the content that automatic content waits for, and then the pause", async () => {
  const decisions = [decision("tour"), decision("bar", { edition: { ...BANNER, priority: 0 } })];
  const { guide, explainAsked } = await explained("bar", decisions, { outranked: "block" });
  const evidenceNow = async () => {
    await guide.reevaluate();
    const { gate, gates } = await explainAsked();
    return [gate, gates[0]?.evidence];
  };
  expect(await evidenceNow()).toEqual(["lane_busy", "Waiting for tour."]);
  guide.stage.stop("tour");
  expect(await evidenceNow()).toEqual(["lane_busy", "Waiting for a moment of calm after other content."]);
  guide.clock.advance(limits.calm_after_blocking_ms);
  expect(await evidenceNow()).toEqual([null, expect.any(String)]);
});

test.each([
  [
    "an open run",
    { run: { run_id: "run_1", version_id: "ver_first_1", step_id: "one", seq: 1 } },
    { priority: 9 },
    "first is already in progress.",
  ],
  ["its priority", { edition: edition({ priority: 9 }) }, {}, "first has a higher priority."],
  ["its age", {}, {}, "first has the same priority and is older."],
] as const)("says that other content comes first because of %s", async (_, change, next, evidence) => {
  const decisions = [decision("first", change), decision("next", { edition: edition(next) })];
  // Nothing is on the screen yet.
  const stage = { facts: () => ({}), loadBody: async () => {}, shown: () => new Map(), wasShown: () => false };
  const { gates } = await explainOnPage(
    { decisions: { current: () => boot({ decisions }) }, stage, window: PAGE },
    { content_id: "cnt_next", version_id: "ver_next_1", gates: gateResults({ outranked: "block" }) },
  );
  expect(gates.find(({ gate }) => gate === "outranked")).toMatchObject({ status: "block", evidence });
});

test("reports a version mismatch on a page with an older version", async () => {
  const { explainAsked } = await explained("tour", [decision("tour", { version_id: "ver_tour_0" })]);
  expect(await explainAsked()).toMatchObject({ outcome: "hide", gate: "version_mismatch" });
});
