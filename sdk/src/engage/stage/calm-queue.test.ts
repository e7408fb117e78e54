import { describe, expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness, summarizeMoves } from "../../../test/support/guide-harness.ts";

type Announcement = Extract<Body, { type: "announcement" }>;

const announcement = (form: Announcement["form"], tone: Announcement["tone"] = "info"): Decision["edition"] => ({
  ...edition(),
  body: {
    ...{ type: "announcement", form, tone, panels: [{ id: "p", title: "p", blocks: [] }] },
    suppression: { offered: false, days: 365 },
  },
});
const banner = (slug: string): Decision => decision(slug, { edition: announcement("banner") });

async function openPage(...decisions: readonly Decision[]) {
  const guide = createGuideHarness(boot({ decisions }));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn++) await flushPromises();
  };
  const advance = (duration_ms: number): Promise<void> => {
    guide.clock.advance(duration_ms);
    return settle();
  };
  await guide.reevaluate();
  await settle();
  const shown = (): readonly string[] => [...guide.stage.shown().keys()].map((id) => id.replace("cnt_", ""));
  const end = async (index: number): Promise<void> => {
    guide.tours[index]?.tell({ kind: "ended", reason: "completed", suppress: false });
    await settle();
  };
  return { ...guide, shown, end, advance, settle };
}

describe("automatic content", () => {
  test("waits until blocking content has ended and a pause is over", async () => {
    const { shown, end, advance } = await openPage(decision("tour"), banner("news"));
    expect(shown()).toEqual(["tour"]);
    await advance(limits.calm_after_blocking_ms * 10);
    expect(shown()).toEqual(["tour"]);
    await end(0);
    expect(shown()).toEqual([]);
    await advance(limits.calm_after_blocking_ms - 1);
    expect(shown()).toEqual([]);
    await advance(1);
    expect(shown()).toEqual(["news"]);
  });

  test("starts one after another, by priority", async () => {
    const survey = decision("toast", { edition: { ...announcement("toast"), priority: 5 } });
    const { shown, advance } = await openPage(survey, banner("bar"), decision("tour"));
    expect(shown()).toEqual(["toast"]);
    await advance(limits.calm_between_ms - 1);
    expect(shown()).toEqual(["toast"]);
    await advance(1);
    expect(shown()).toEqual(["toast", "bar"]);
    await advance(limits.calm_between_ms);
    expect(shown()).toEqual(["toast", "bar", "tour"]);
  });

  test("doesn't wait if it is urgent or celebrates", async () => {
    const party: Body = { type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } };
    const { shown } = await openPage(
      decision("tour"),
      decision("outage", { edition: announcement("banner", "error") }),
      decision("party", { edition: { ...edition(), body: party } }),
      banner("news"),
    );
    expect(shown().toSorted()).toEqual(["outage", "party", "tour"]);
  });

  test("doesn't wait if the person has started it before", async () => {
    const run = { run_id: "run_before", version_id: "ver_news_1", step_id: "p", seq: 2 };
    const tour_run = { run_id: "run_tour", version_id: "ver_tour_1", step_id: "one", seq: 2 };
    const { shown } = await openPage(decision("tour", { run: tour_run }), { ...banner("news"), run });
    expect(shown().toSorted()).toEqual(["news", "tour"]);
  });
});

test("starts what the page asks for at once", async () => {
  const { stage, shown, moves } = await openPage(decision("tour"), banner("news"));
  expect(await stage.start("news")).toEqual({ status: "shown" });
  expect(shown()).toEqual(["tour", "news"]);
  expect(summarizeMoves(moves)).toHaveLength(2);
});
