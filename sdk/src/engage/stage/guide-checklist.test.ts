import { describe, expect, test } from "bun:test";
import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import { boot, decision, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness, summarizeMoves } from "../../../test/support/guide-harness.ts";

const body: ChecklistBody = {
  type: "checklist",
  title: "First steps",
  blocks: [],
  tasks: [
    { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
    { id: "invite", title: "Invite", blocks: [], done_when: { kind: "event", event: "invited" } },
    { id: "tour", title: "Take the tour", blocks: [], done_when: { kind: "completed", content: "welcome" } },
  ],
  opens: "open",
  suppression: { offered: true, days: 365 },
};
const checklist = (change: Parameters<typeof decision>[1] = {}) => {
  const made = decision("first-steps", change);
  return { ...made, edition: { ...made.edition, body, frequency: { mode: "always" as const } } };
};

describe("checklist", () => {
  test("records each task once, completed by the person, an event, or content", async () => {
    const tour = decision("welcome");
    const manual = { ...tour, edition: { ...tour.edition, trigger: { kind: "manual" as const } } };
    const guide = createGuideHarness(boot({ decisions: [checklist(), manual] }));
    await guide.reevaluate();
    const list = guide.last();
    list.tell({ kind: "step_completed", step_id: "profile" });
    guide.events.add("invited");
    guide.stage.onEvent("invited");
    guide.stage.onEvent("invited");
    await flushPromises();
    expect(await guide.stage.start("welcome")).toEqual({ status: "shown" });
    guide.last().tell({ kind: "ended", reason: "completed", suppress: false });
    await flushPromises();
    expect(summarizeMoves(guide.moves).filter((move) => move.includes("run_1"))).toEqual([
      "start run_1 checklist",
      "step run_1 1 profile",
      "step run_1 2 invite",
      "step run_1 3 tour",
    ]);
    expect(guide.noted.filter((name) => name === "checklist_task_completed")).toHaveLength(3);
  });

  test("adds tasks from other tabs and the server, and sends only new ones", async () => {
    const run = { run_id: "run_open", seq: 2, step_id: "profile", version_id: "ver_first-steps_1", done: ["profile"] };
    const guide = createGuideHarness(boot({ decisions: [checklist({ run, done: ["profile"] })] }));
    await guide.reevaluate();
    expect(guide.last().options.run?.done).toEqual(["profile"]);
    expect(guide.moves).toEqual([]);
    const further = { ...run, seq: 3, step_id: "invite", done: ["profile", "invite"] };
    guide.state.answer = boot({ decisions: [checklist({ run: further, done: ["profile", "invite", "tour"] })] });
    guide.page.visible = false;
    await guide.reevaluate();
    expect(guide.moves).toEqual([]);
    guide.page.visible = true;
    await guide.reevaluate();
    expect(summarizeMoves(guide.moves)).toEqual(["step run_open 3 tour"]);
    expect(guide.noted).toEqual(["checklist_task_completed"]);
  });

  test("updates a shown checklist when the server includes other tasks", async () => {
    const guide = createGuideHarness(boot({ decisions: [checklist()] }));
    await guide.reevaluate();
    await guide.reevaluate();
    expect(guide.last().log).toEqual([]);
    const fewer = checklist();
    const tasks = body.tasks.slice(1);
    guide.state.answer = boot({ decisions: [{ ...fewer, edition: { ...fewer.edition, body: { ...body, tasks } } }] });
    await guide.reevaluate();
    expect(guide.last().log).toEqual(["update to checklist,invite,tour"]);
  });

  test("continues a run started in another tab, including tasks completed here", async () => {
    const guide = createGuideHarness(boot({ decisions: [checklist()] }));
    await guide.reevaluate();
    guide.last().tell({ kind: "step_completed", step_id: "profile" });
    guide.stage.conflict({
      ...{ run_id: "run_other", content_id: "cnt_first-steps", version_id: "ver_first-steps_1" },
      ...{ seq: 2, step_id: "invite", done: ["invite"], state: "active" },
    });
    await flushPromises();
    expect(summarizeMoves(guide.moves).at(-1)).toBe("step run_other 2 profile");
  });

  test("opens one for other content beside the corner, and resumes its run in the corner", async () => {
    const survey = decision("first-steps-too");
    const other = { ...survey, edition: { ...survey.edition, body, frequency: { mode: "always" as const } } };
    const guide = createGuideHarness(boot({ decisions: [checklist(), other] }));
    await guide.reevaluate();
    expect(guide.last().options).toMatchObject({ content_id: "cnt_first-steps", lane: "corner" });
    expect(await guide.stage.open(other, "embedded")).toEqual({ status: "shown" });
    const embedded = guide.last();
    expect(embedded.options).toMatchObject({ content_id: "cnt_first-steps-too", lane: "embedded", step_id: null });
    embedded.tell({ kind: "step_completed", step_id: "profile" });
    // What showed it is gone, and the corner is free.
    guide.stage.stop("first-steps");
    embedded.is_unplaced = true;
    await guide.reevaluate();
    expect(embedded.log).toEqual(["close navigation"]);
    expect(guide.last().options).toMatchObject({ lane: "corner", step_id: "profile", run: { done: ["profile"] } });
    expect(guide.noted.filter((name) => name === "checklist_started")).toHaveLength(2);
    expect(summarizeMoves(guide.moves)).toEqual([
      ...["start run_1 checklist", "start run_2 checklist", "step run_2 1 profile", "end run_1 1 api"],
    ]);
  });

  test("refuses to open one for other content that the person may not get", async () => {
    const hidden = checklist();
    const elsewhere = { include: ["/elsewhere"], exclude: [] };
    const targeting = { ...hidden.edition.targeting, urls: elsewhere };
    const away = { ...hidden, edition: { ...hidden.edition, targeting } };
    const guide = createGuideHarness(boot({ decisions: [{ ...away, pending_gates: ["url"] }] }));
    await guide.reevaluate();
    expect(await guide.stage.open({ ...away, pending_gates: ["url"] }, "embedded")).toEqual({
      status: "refused",
      gate: "url",
    });
    expect(guide.stage.shown().size).toBe(0);
  });
});
