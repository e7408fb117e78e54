import { describe, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness, summarizeMoves } from "../../../test/support/guide-harness.ts";
import { openCelebration } from "../../ui/confetti/celebration.ts";
import type { CelebrationEnd, PlayerEvent } from "../../ui/types.ts";

const celebrationEdition = (change: Partial<Edition> = {}): Edition =>
  edition({
    ...{ body: { type: "celebration", preset: "rain", message: "Ten!", suppression: { offered: false, days: 365 } } },
    ...{ trigger: { kind: "event", event: "order", count: { on: "every", n: 10 } }, frequency: { mode: "always" } },
    ...change,
  });
const due = (milestone?: string): Partial<Decision> => ({ edition: celebrationEdition(), due: milestone });

describe("content triggered by a milestone", () => {
  test("starts once per server decision, not on the event itself", async () => {
    const { state, moves, stage, events, reevaluate, last } = createGuideHarness(
      boot({ decisions: [decision("party", due())] }),
    );
    events.add("order");
    stage.onEvent("order");
    await flushPromises();
    expect(moves).toEqual([]);
    state.answer = boot({ decisions: [decision("party", due("event:order:10"))] });
    await reevaluate();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    stage.onEvent("order");
    await flushPromises();
    const first = ["start run_1 celebration", "end run_1 1 completed"];
    expect(summarizeMoves(moves)).toEqual(first);
    state.answer = boot({ decisions: [decision("party", due("event:order:20"))] });
    await reevaluate();
    expect(summarizeMoves(moves)).toEqual([...first, "start run_2 celebration"]);
  });

  test("doesn't start again from a response that the server has rejected", async () => {
    const { moves, stage, reevaluate } = createGuideHarness(
      boot({ decisions: [decision("party", due("event:order:10"))] }),
    );
    await reevaluate();
    const { run_id } = moves[0] ?? {};
    stage.conflict({
      ...{ run_id: run_id ?? "", content_id: "cnt_party", version_id: "ver_party_1", seq: 1 },
      ...{ step_id: "celebration", state: "suppressed" },
    });
    await flushPromises();
    await reevaluate();
    expect(summarizeMoves(moves)).toEqual(["start run_1 celebration"]);
  });

  test("ends on page leave and doesn't play again on the next page", async () => {
    const { moves, stage, reevaluate } = createGuideHarness(
      boot({ decisions: [decision("party", due("event:order:10"))] }),
    );
    await reevaluate();
    // It ends although the page takes it along.
    stage.leave({ persisted: false });
    expect(summarizeMoves(moves)).toEqual(["start run_1 celebration", "end run_1 1 navigation"]);
  });
});

describe("celebration player", () => {
  const play = (finish: Promise<{ reason: CelebrationEnd }>, shown: boolean) => {
    const events: PlayerEvent[] = [];
    const celebrations: unknown[] = [];
    const handle = openCelebration({
      // The celebration doesn't access the page here.
      ...({} as Pick<Parameters<typeof openCelebration>[0], "document" | "window" | "clock">),
      ...{ edition: celebrationEdition(), name: "Party", step_id: null, labels: {}, act() {} },
      on: (event) => events.push(event),
      celebrate(...options) {
        celebrations.push(options);
        return { finished: finish, shown: () => shown, stop() {}, cancel() {} };
      },
    });
    return { told: events, celebrations, handle };
  };
  const ends = async (reason: CelebrationEnd, shown: boolean) => {
    const { told: events } = play(Promise.resolve({ reason }), shown);
    await flushPromises();
    return events;
  };

  test("plays the author's options and completes once shown, with any end", async () => {
    const { celebrations } = play(new Promise(() => {}), false);
    expect(celebrations).toEqual([["rain", { message: "Ten!", colors: undefined, intensity: undefined }]]);
    const completed = [
      { kind: "step_shown", step_id: "celebration", index: 0 },
      { kind: "ended", reason: "completed", suppress: false },
    ];
    for (const reason of ["played", "reduced_motion", "hidden", "navigation", "stopped", "cancelled"] as const) {
      expect(await ends(reason, true)).toEqual(completed as PlayerEvent[]);
    }
  });

  test("reports why a celebration wasn't shown", async () => {
    for (const [how, reason] of [
      ["cancelled", "escape"],
      ["stopped", "api"],
      ["navigation", "navigation"],
      ["hidden", "navigation"],
      ["budget", "replaced"],
      ["unavailable", "error"],
    ] as const) {
      expect((await ends(how, false)).at(-1)).toMatchObject({ kind: "ended", reason });
    }
  });

  test("ends only once", async () => {
    for (const [shown, reason] of [
      [false, "api"],
      [true, "completed"],
    ] as const) {
      const { told: events, handle } = play(Promise.resolve({ reason: "cancelled" }), shown);
      handle.close("api");
      await flushPromises();
      expect(events.filter(({ kind }) => kind === "ended")).toMatchObject([{ reason }]);
    }
  });
});
