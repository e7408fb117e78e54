import { describe, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content";
import type { Decision } from "@fanfare/contract/schema/v1";
import { boot, decision, edition, settle } from "../testing.ts";
import { openCelebration } from "../ui/celebration.ts";
import type { CelebrationEnd, PlayerEvent } from "../ui/types.ts";
import { moves, setUpGuide } from "./guide-testing.ts";

const party = (change: Partial<Edition> = {}): Edition =>
  edition({
    ...{ body: { type: "celebration", preset: "rain", message: "Ten!", suppression: { offered: false, days: 365 } } },
    ...{ trigger: { kind: "event", event: "order", count: { on: "every", n: 10 } }, frequency: { mode: "always" } },
    ...change,
  });
const due = (milestone?: string): Partial<Decision> => ({ edition: party(), due: milestone });

describe("a content that waits for what a person reaches", () => {
  test("comes when the server says so, once for each, and not for the event itself", async () => {
    const { state, said, stage, events, consider, last } = setUpGuide(boot({ decisions: [decision("party", due())] }));
    events.add("order");
    stage.happened("order");
    await settle();
    expect(said).toEqual([]);
    state.answer = boot({ decisions: [decision("party", due("event:order:10"))] });
    await consider();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    stage.happened("order");
    await settle();
    const first = ["start run_1 celebration", "end run_1 1 completed"];
    expect(moves(said)).toEqual(first);
    state.answer = boot({ decisions: [decision("party", due("event:order:20"))] });
    await consider();
    expect(moves(said)).toEqual([...first, "start run_2 celebration"]);
  });

  test("that the server refused to begin is not begun again by the same answer", async () => {
    const { said, stage, consider } = setUpGuide(boot({ decisions: [decision("party", due("event:order:10"))] }));
    await consider();
    const { run_id } = said[0] ?? {};
    stage.conflict({
      ...{ run_id: run_id ?? "", content_id: "cnt_party", version_id: "ver_party_1", seq: 1 },
      ...{ step_id: "celebration", state: "suppressed" },
    });
    await settle();
    await consider();
    expect(moves(said)).toEqual(["start run_1 celebration"]);
  });

  test("is over where the page is left: confetti is not thrown again on the next one", async () => {
    const { said, stage, consider } = setUpGuide(boot({ decisions: [decision("party", due("event:order:10"))] }));
    await consider();
    stage.leave();
    expect(moves(said)).toEqual(["start run_1 celebration", "end run_1 1 navigation"]);
  });
});

describe("the player of celebrations", () => {
  const play = (finish: Promise<{ reason: CelebrationEnd }>, shown: boolean) => {
    const told: PlayerEvent[] = [];
    const wanted: unknown[] = [];
    const handle = openCelebration({
      // It looks at nothing of the page.
      ...({} as Pick<Parameters<typeof openCelebration>[0], "document" | "window" | "clock">),
      ...{ edition: party(), name: "Party", step_id: null, labels: {}, act() {} },
      on: (event) => told.push(event),
      celebrate(...wish) {
        wanted.push(wish);
        return { finished: finish, shown: () => shown, stop() {}, cancel() {} };
      },
    });
    return { told, wanted, handle };
  };
  const ends = async (reason: CelebrationEnd, shown: boolean) => {
    const { told } = play(Promise.resolve({ reason }), shown);
    await settle();
    return told;
  };

  test("throws what its author wished, and is completed when that was shown, however it ended", async () => {
    const { wanted } = play(new Promise(() => {}), false);
    expect(wanted).toEqual([["rain", { message: "Ten!", colors: undefined, intensity: undefined }]]);
    const completed = [
      { kind: "step_shown", step_id: "celebration", index: 0 },
      { kind: "ended", reason: "completed", suppress: false },
    ];
    for (const reason of ["played", "reduced_motion", "hidden", "navigation", "stopped", "cancelled"] as const) {
      expect(await ends(reason, true)).toEqual(completed as PlayerEvent[]);
    }
  });

  test("says why it was not shown", async () => {
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

  test("ends once", async () => {
    for (const [shown, reason] of [
      [false, "api"],
      [true, "completed"],
    ] as const) {
      const { told, handle } = play(Promise.resolve({ reason: "cancelled" }), shown);
      handle.close("api");
      await settle();
      expect(told.filter(({ kind }) => kind === "ended")).toMatchObject([{ reason }]);
    }
  });
});
