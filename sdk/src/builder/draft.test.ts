import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { createDraftStore } from "./draft.ts";
import type { Answer, Unsaved } from "./session.ts";
import { LAST_PLACE_CHARS_MAX, placeOfText, placeText } from "./stored-place.ts";

const step = (id: string): Step => ({ kind: "centered", id, title: id, blocks: [] });
const edition = (...ids: readonly string[]): Edition => ({
  body: { type: "tour", steps: ids.map(step), suppression: { offered: true, days: 365 } },
  targeting: { urls: { include: [], exclude: [] } },
  trigger: { kind: "manual" },
  frequency: { mode: "once" },
  priority: 0,
  tags: [],
});
const add =
  (id: string) =>
  (before: Edition): Edition => {
    const { body } = before;
    return body.type === "tour" ? { ...before, body: { ...body, steps: [...body.steps, step(id)] } } : before;
  };
const titles = ({ body }: Edition): readonly string[] =>
  body.type === "tour" ? body.steps.map(({ title }) => title) : [];

/** A server that stores drafts, and loses its responses when told to. */
function createServer(first: Edition) {
  let content = { name: "Tour", slug: "tour", revision: 1, draft: first } as ContentDetail;
  let loses = false;
  return {
    content: () => content,
    publish: () => {
      content = { ...content, status: "live", edited: false } as ContentDetail;
    },
    loseResponses: () => {
      loses = true;
    },
    session: {
      read: async (): Promise<Answer<ContentDetail>> => ({ ok: true, body: content }),
      save: async (revision: number, draft: Edition): Promise<Answer<ContentDetail>> => {
        if (revision !== content.revision) return { ok: false, code: "revision_stale", detail: "", retries: false };
        content = { ...content, revision: revision + 1, draft } as ContentDetail;
        return loses ? new Promise(() => {}) : { ok: true, body: content };
      },
    },
  };
}

test("a save whose response the last page didn't wait for is no one else's change", async () => {
  const clock = manualClock();
  const server = createServer(edition("hello"));
  const before = server.content();
  server.loseResponses();
  const page = createDraftStore(clock, server.session, before, () => {});
  page.change("", add("components"));
  void page.flush();
  page.change("", add("charts"));
  // Through the storage of the tab.
  const unsaved: Unsaved = JSON.parse(JSON.stringify(page.unsaved()));

  const next = createDraftStore(clock, server.session, server.content(), () => {});
  next.restore(unsaved);
  expect(titles(next.edition())).toEqual(["hello", "components", "charts"]);
  expect(next.save().kind).toBe("waiting");

  // The next page may also read before the save arrives, and finds it when its own save is stale.
  const early = createDraftStore(clock, server.session, before, () => {});
  early.restore(unsaved);
  await early.flush();
  expect(early.save().kind).toBe("waiting");
  expect(titles(early.edition())).toEqual(["hello", "components", "charts"]);
});

test("a save that arrives two page loads later is no one else's change", async () => {
  const clock = manualClock();
  const server = createServer(edition("hello"));
  const before = server.content();
  const first = createDraftStore(clock, server.session, before, () => {});
  server.loseResponses();
  first.change("", add("components"));
  void first.flush();
  const later = server.content();

  // The first save arrives only after the second page has read the draft and sent its own, which is then refused.
  const second = createDraftStore(clock, server.session, before, () => {});
  second.restore(JSON.parse(JSON.stringify(first.unsaved())));
  second.change("", add("charts"));
  void second.flush();
  const third = createDraftStore(clock, server.session, later, () => {});
  third.restore(JSON.parse(JSON.stringify(second.unsaved())));
  expect(third.save().kind).toBe("waiting");
  expect(titles(third.edition())).toEqual(["hello", "components", "charts"]);
});

test("another member's change of the same part stays a conflict", () => {
  const server = createServer(edition("hello", "other"));
  const page = createDraftStore(manualClock(), server.session, server.content(), () => {});
  page.restore([edition("hello"), edition("hello", "components", "charts"), [edition("hello", "components")]]);
  expect(page.save().kind).toBe("conflict");
});

const retitle =
  (id: string, title: string) =>
  (before: Edition): Edition => {
    const { body } = before;
    if (body.type !== "tour") return before;
    const steps = body.steps.map((each) => (each.id === id ? { ...each, title } : each));
    return { ...before, body: { ...body, steps } };
  };

test("undo and redo never take back another member's change", async () => {
  const clock = manualClock();
  const server = createServer(edition("one", "two", "three"));
  const page = createDraftStore(clock, server.session, server.content(), () => {});
  const theirs = (id: string, title: string) =>
    server.session.save(server.content().revision, retitle(id, title)(server.content().draft as Edition));
  page.change("", retitle("one", "mine"));
  page.change("", retitle("three", "mine too"));
  await page.flush();
  await theirs("two", "theirs");
  await page.refresh();
  expect(titles(page.edition())).toEqual(["mine", "theirs", "mine too"]);
  page.undo();
  expect(titles(page.edition())).toEqual(["mine", "theirs", "three"]);
  page.undo();
  expect(titles(page.edition())).toEqual(["one", "theirs", "three"]);
  page.redo();
  expect(titles(page.edition())).toEqual(["mine", "theirs", "three"]);
  await page.flush();

  // They changed what the first step of undo would change: it's forgotten.
  await theirs("one", "theirs again");
  await page.refresh();
  expect([page.undo(), titles(page.edition())]).toEqual([false, ["theirs again", "theirs", "three"]]);
});

test("notes that the draft was published, which changes no revision", async () => {
  const server = createServer(edition("one"));
  let shown = 0;
  const page = createDraftStore(manualClock(0), server.session, { ...server.content(), edited: true }, () => shown++);
  server.publish();
  await page.refresh();
  expect([page.server().status, page.server().edited, shown]).toEqual(["live", false, 1]);
  await page.refresh();
  expect(shown).toBe(1);
});

/** A long tour: as JSON, its drafts of 200 acts take more than 2 MB. */
const LONG = Array.from({ length: limits.steps_max }, (_, index) => `step ${index}`);

test("goes back to the first change and forth again after 200 acts, also over a page load", async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const next = seededNumbers(seed);
    const clock = manualClock(0);
    const ids = seed === 1 ? LONG : ["one", "two", "three"];
    const server = createServer(edition(...ids));
    const first = createDraftStore(clock, server.session, server.content(), () => {});
    /** Drafts before each act. */
    const states: Edition[] = [];
    for (let act = 0; act < 200; act++) {
      const id = ids[Math.floor(next() * ids.length)] ?? "";
      states.push(first.edition());
      if (next() < 0.2) first.change("", add(`added ${act}`));
      else first.change(`title ${id}`, retitle(id, `${id} ${act}`));
      clock.advance(2_000);
    }
    await first.flush();
    const done = first.edition();
    // Through the storage of the tab.
    const text = placeText(JSON.stringify, ["one", done, first.steps()]);
    expect(text.length).toBeLessThanOrEqual(LAST_PLACE_CHARS_MAX);
    const [, draft, steps] = placeOfText(JSON.stringify, text);
    const second = createDraftStore(clock, server.session, server.content(), () => {});
    second.restoreSteps(draft, steps);
    for (const page of [first, second]) {
      const back: Edition[] = [];
      while (page.undo()) back.push(page.edition());
      expect(back).toEqual(states.toReversed());
      // What was undone goes over a page load, too.
      const at_start = placeOfText(JSON.stringify, placeText(JSON.stringify, ["one", page.edition(), page.steps()]));
      expect(at_start[2]).toEqual(page.steps());
      while (page.redo());
      expect(page.edition()).toEqual(done);
      await page.flush();
    }
  }
});

test("joins what is typed without a pause to one step of undo", () => {
  const clock = manualClock(0);
  const page = createDraftStore(
    clock,
    createServer(edition("one")).session,
    createServer(edition("one")).content(),
    () => {},
  );
  for (const [title, pause_ms] of [
    ["A", 100],
    ["Ab", 100],
    ["Abc", 2_000],
    ["Abcd", 0],
  ] as const) {
    page.change("title one", retitle("one", title));
    clock.advance(pause_ms);
  }
  const back: (readonly string[])[] = [];
  while (page.undo()) back.push(titles(page.edition()));
  expect(back).toEqual([["Abc"], ["one"]]);
});

test("undoes nothing of an earlier page after another member's change", async () => {
  const server = createServer(edition("one"));
  const first = createDraftStore(manualClock(0), server.session, server.content(), () => {});
  first.change("", retitle("one", "mine"));
  await first.flush();
  const steps = first.steps();
  await server.session.save(server.content().revision, edition("one", "theirs"));
  const second = createDraftStore(manualClock(0), server.session, server.content(), () => {});
  second.restoreSteps(first.edition(), steps);
  expect([second.undo(), titles(second.edition())]).toEqual([false, ["one", "theirs"]]);
});
