import { expect, test } from "bun:test";
import type { Resource } from "@fanfare/contract/content/resource-center";
import { manualClock } from "@fanfare/contract/lib/clock";
import { JSDOM } from "jsdom";
import { boot, decision, flushPromises } from "../../../test/support/fixtures.ts";
import type { ChecklistPlace, PlayerHandle } from "../../ui/types.ts";
import type { Stage, Started } from "../types.ts";
import { openListedChecklists } from "./listed-checklists.ts";

const { document } = new JSDOM("<!doctype html><body></body>").window;
const RESOURCE: Resource = {
  ...{ id: "start", title: "Your first steps", description: "Two tasks" },
  action: { kind: "checklist", content: "first-steps" },
};
const LINK: Resource = { id: "docs", title: "Docs", action: { kind: "link", href: "/docs" } };

/** A stage that opens the checklist as `embedded` says, and a panel that lists it. */
async function setUp({ slugs = ["first-steps"], shown = false, refuses = false, closed = false } = {}) {
  const log: string[] = [];
  const places: ChecklistPlace[] = [];
  const scenes = new Map<string, { readonly lane: "corner" | "embedded"; handle?: PlayerHandle | undefined }>();
  const noop = (): void => {};
  const handle: PlayerHandle = {
    ...{ next: noop, back: noop, goTo: noop, update: noop, close: noop },
    async embed(place) {
      places.push(place);
      return () => log.push("taken out");
    },
  };
  const clock = manualClock();
  if (shown) scenes.set("cnt_first-steps", { lane: "corner", handle });
  const stage = {
    shown: () => scenes,
    wasShown: () => closed,
    reevaluate: () => log.push("reevaluate"),
    async open(): Promise<Started> {
      log.push("opened");
      if (refuses) return { status: "refused", gate: "url" };
      scenes.set("cnt_first-steps", { lane: "embedded", handle });
      return { status: "shown" };
    },
  } satisfies Partial<Stage>;
  const decisions = slugs.map((slug) => {
    const made = decision(slug);
    const { suppression } = made.edition.body;
    const body = { type: "checklist", title: slug, blocks: [], tasks: [], opens: "open", suppression } as const;
    return { ...made, edition: { ...made.edition, body } };
  });
  const answer = boot({ decisions });
  const lists = await openListedChecklists(
    // Cast: only these members are used.
    { stage: stage as unknown as Stage, decisions: { current: () => answer }, clock },
    { root: { addStyle() {} } },
    document,
    () => log.push("changed"),
  );
  lists.refresh([LINK, RESOURCE]);
  await flushPromises();
  return { lists, log, places, scenes, clock, handle };
}

test("shows the checklist on the screen in the panel, without opening another", async () => {
  const { lists, log, places } = await setUp({ shown: true });
  expect(log).toEqual(["changed"]);
  const section = lists.find(RESOURCE);
  expect(section?.textContent).toBe("Your first stepsTwo tasks");
  expect(section?.contains(places[0]?.box ?? null)).toBe(true);
  expect(section?.querySelector("h4")?.id).toBe(places[0]?.title_id);
  expect(lists.find(LINK)).toBeUndefined();
});

test("opens the checklist for the panel, and sets it aside when the panel closes", async () => {
  const { lists, log, places } = await setUp();
  expect([log, places.length]).toEqual([["opened", "changed"], 1]);
  lists.refresh([RESOURCE]);
  await flushPromises();
  expect(places).toHaveLength(1);
  lists.stop();
  expect(log.slice(2)).toEqual(["taken out", "reevaluate"]);
});

test("leaves out a checklist that the person can't get, or closed on this page", async () => {
  for (const none of [{ slugs: [] }, { slugs: ["other"] }, { refuses: true }, { closed: true }]) {
    const { lists, places } = await setUp(none);
    expect([lists.find(RESOURCE), places.length]).toEqual([null, 0]);
  }
});

test("waits for a checklist that is loading", async () => {
  const { lists, scenes, clock, handle } = await setUp({ refuses: true });
  scenes.set("cnt_first-steps", { lane: "corner" });
  lists.refresh([RESOURCE]);
  await flushPromises();
  expect(lists.find(RESOURCE)).toBeNull();
  scenes.set("cnt_first-steps", { lane: "corner", handle });
  clock.advance(100);
  await flushPromises();
  expect(lists.find(RESOURCE)).not.toBeNull();
});

test("leaves out a checklist that ended while the panel is open", async () => {
  const { lists, log, places, scenes } = await setUp({ shown: true, closed: true });
  scenes.clear();
  places[0]?.removed();
  expect([lists.find(RESOURCE), log.at(-1)]).toEqual([null, "changed"]);
});
