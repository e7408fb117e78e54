import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp } from "../../../test/support/guide-harness.ts";
// Preload the lazy module, so that it's ready within a test's promise turns.
import "./run-action.ts";

const checklist: Body = {
  type: "checklist",
  title: "First steps",
  blocks: [],
  tasks: [{ id: "look", title: "Look around", blocks: [], done_when: { kind: "completed", content: "welcome" } }],
  opens: "open",
  suppression: { offered: true, days: 365 },
};
const list = decision("steps", { edition: { ...edition(), body: checklist } });
const asked = decision("welcome", {
  on_request: true,
  edition: { ...edition(), trigger: { kind: "manual" }, frequency: { mode: "always" } },
});

/** A page that shows a checklist; `press` is its button that starts the tour. */
async function shownChecklist() {
  const page = setUp(boot({ decisions: [list] }));
  await page.reevaluate();
  const { act } = page.last().options;
  const press = async (content = "welcome"): Promise<void> => {
    await act({ kind: "start", content });
    await flushPromises();
  };
  return { ...page, press };
}
const names = ({ tours }: Pick<Awaited<ReturnType<typeof shownChecklist>>, "tours">) =>
  tours.map(({ options }) => options.name);

test("shows what a button starts, even to people who aren't meant, finished it, or hid it", async () => {
  const { state, press, loads, moves, ...page } = await shownChecklist();
  state.next = boot({ decisions: [list, asked] });
  state.suppressions = [
    { scope: "content", target: asked.content_id, reason: "do_not_show_again", expires_at_ms: Infinity },
  ];
  await press();
  expect([names(page), loads]).toEqual([[list.name, asked.name], [["welcome"]]]);
  expect(moves.at(-1)).toMatchObject({ action: "start", reason: "button" });
  await page.reevaluate();
  expect(page.last().log).toEqual([]);
});

test("starts content that the person asked for only when they ask", async () => {
  const page = setUp(boot({ decisions: [asked] }));
  await page.reevaluate();
  expect(page.tours).toEqual([]);
});

test("makes room in its lane for what the person asked for, and resumes what was there", async () => {
  const { state, press, ...page } = await shownChecklist();
  const survey: Body = { ...checklist, tasks: [] };
  state.next = boot({ decisions: [list, { ...asked, edition: { ...asked.edition, body: survey } }] });
  await press();
  expect(page.tours[0]?.log).toEqual(["close navigation"]);
  page.last().tell({ kind: "ended", reason: "completed", suppress: false });
  await page.reevaluate();
  expect(names(page)).toEqual([list.name, asked.name, list.name]);
});
