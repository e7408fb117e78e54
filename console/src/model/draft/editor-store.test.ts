import { expect, test } from "bun:test";
import { tourSteps } from "@fanfare/contract/content/positions";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { sampleDetail, sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { ApiProblem, networkProblem } from "../../lib/api/api-problem.ts";
import { draftFrom } from "./draft.ts";
import { reduceDraft } from "./draft-action.ts";
import { createEditorStore } from "./editor-store.ts";

/** Fake server with one content item. Responses wait until the test releases them. */
function setting(draft: Draft = sampleDraft()) {
  const clock = manualClock();
  let server = sampleDetail(draft);
  const calls: { revision: number; change: UpdateContentRequest; answer: PromiseWithResolvers<ContentDetail> }[] = [];
  const store = createEditorStore(server, {
    clock,
    update(revision, change) {
      const answer = Promise.withResolvers<ContentDetail>();
      calls.push({ revision, change, answer });
      return answer.promise;
    },
    read: async () => server,
  });
  return {
    clock,
    calls,
    store,
    server: () => server,
    save: () => store.state().save.kind,
    wait: () => clock.advance(limits.autosave_delay_ms),
    async accept(index: number) {
      const { change = {}, answer } = calls[index] ?? {};
      server = { ...server, ...change, revision: server.revision + 1 } as ContentDetail;
      answer?.resolve(server);
      await settled();
    },
    async refuse(index: number, problem: ApiProblem) {
      calls[index]?.answer.reject(problem);
      await settled();
    },
    otherSaves(change: (draft: Draft) => Draft) {
      const next = change(draftFrom(server));
      server = { ...sampleDetail(next, server.revision + 1), updated_by: "Grace" };
    },
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const problem = (code: "revision_stale" | "slug_taken", status: number): ApiProblem =>
  new ApiProblem({
    ...networkProblem(undefined),
    title: "",
    detail: "",
    code,
    status,
    retryable: false,
    request_id: "r",
  });

test("saves a burst of changes once, after a pause, from the loaded revision", async () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "W" });
  it.clock.advance(limits.autosave_delay_ms - 1);
  it.store.dispatch({ kind: "rename", name: "We" });
  expect(it.save()).toBe("waiting");
  it.clock.advance(limits.autosave_delay_ms - 1);
  expect(it.calls).toHaveLength(0);
  it.clock.advance(1);
  expect(it.calls[0]).toMatchObject({ revision: 1, change: { name: "We" } });
  expect(it.calls[0]?.change.draft).toBeUndefined();
  expect(it.save()).toBe("saving");
  await it.accept(0);
  expect(it.save()).toBe("saved");
  expect(it.clock.pending()).toBe(0);
});

test("saves changes made during a save next, from the new revision", async () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "One" });
  it.wait();
  it.store.dispatch({ kind: "rename", name: "Two" });
  await it.accept(0);
  expect(it.save()).toBe("waiting");
  it.wait();
  expect(it.calls[1]).toMatchObject({ revision: 2, change: { name: "Two" } });
  await it.accept(1);
  expect(it.save()).toBe("saved");
});

test("doesn't save a reverted change", () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "Other" });
  it.store.dispatch({ kind: "rename", name: "Welcome" });
  expect(it.save()).toBe("saved");
  it.wait();
  expect(it.calls).toHaveLength(0);
});

test("saves an incomplete draft and keeps showing its problems", async () => {
  const it = setting();
  it.store.dispatch({ kind: "change_part", part: sampleStep("a", "") });
  it.wait();
  expect<unknown>(it.calls[0]?.change.draft).toEqual(it.store.state().draft.edition);
  await it.accept(0);
  expect(it.save()).toBe("saved");
  expect([...it.store.state().problems.keys()]).toEqual(["body.steps.0.title"]);
});

test("holds back an invalid name and saves everything else", async () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: " " });
  expect(it.store.state().save).toEqual({ kind: "held", fields: ["name"] });
  it.wait();
  expect(it.calls).toHaveLength(0);
  it.store.dispatch({ kind: "change_part", part: sampleStep("a", "Fine") });
  it.wait();
  expect<unknown>(it.calls[0]?.change).toEqual({ draft: it.store.state().draft.edition });
  await it.accept(0);
  expect(it.store.state().save).toEqual({ kind: "held", fields: ["name"] });
  expect(it.store.state().draft.name).toBe(" ");
  it.store.dispatch({ kind: "rename", name: "Welcome" });
  expect(it.save()).toBe("saved");
});

test("saves an empty number as null and shows an empty field", async () => {
  const it = setting();
  it.store.dispatch({ kind: "set_rules", change: { delay_ms: Number.NaN } });
  it.wait();
  expect(JSON.parse(JSON.stringify(it.calls[0]?.change.draft)).delay_ms).toBeNull();
  const answered = JSON.parse(JSON.stringify(sampleDetail(it.store.state().draft, 2)));
  expect(draftFrom(answered).edition.delay_ms).toBeNaN();
});

test("keeps the end of a survey, which is null but not an empty number", () => {
  const branches = [{ when: { kind: "any" }, go_to: null }] as const;
  const body: SurveyBody = {
    ...{ type: "survey", form: "corner", title: "How?", blocks: [] },
    questions: [{ id: "q", kind: "date", title: "When?", required: false, branches }],
    suppression: { offered: false, days: 365 },
  };
  const { edition, ...named } = setting().store.state().draft;
  expect(draftFrom(sampleDetail({ ...named, edition: { ...edition, body } }, 1)).edition.body).toEqual(body);
});

test("retries with backoff during an outage and keeps everything typed", async () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "One" });
  it.wait();
  await it.refuse(0, networkProblem(undefined));
  expect(it.store.state().save).toMatchObject({ kind: "failed", retries: true });
  it.clock.advance(limits.autosave_retry_ms);
  await it.refuse(1, networkProblem(undefined));
  it.clock.advance(limits.autosave_retry_ms * 2 - 1);
  expect(it.calls).toHaveLength(2);
  it.clock.advance(1);
  await it.accept(2);
  expect(it.save()).toBe("saved");
});

test("waits for a change after a refusal that can't be retried", async () => {
  const it = setting();
  it.store.dispatch({ kind: "set_slug", slug: "taken" });
  it.wait();
  await it.refuse(0, problem("slug_taken", 409));
  expect(it.store.state().save).toMatchObject({ kind: "failed", retries: false });
  it.clock.advance(limits.autosave_retry_ms_max);
  expect(it.calls).toHaveLength(1);
  it.store.dispatch({ kind: "set_slug", slug: "free" });
  it.wait();
  expect(it.calls[1]?.change).toEqual({ slug: "free" });
});

async function conflict(change: (draft: Draft) => Draft) {
  const it = setting();
  it.otherSaves(change);
  it.store.dispatch({ kind: "rename", name: "Mine" });
  it.wait();
  await it.refuse(0, problem("revision_stale", 412));
  return it;
}

test("stops on a stale save and shows the other member's changes", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  expect(it.store.state().save).toMatchObject({ kind: "conflict", theirs: { updated_by: "Grace" }, merged: undefined });
  it.clock.advance(limits.autosave_retry_ms_max);
  expect(it.calls).toHaveLength(1);
});

test("discards local changes when the other version is used", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  it.store.takeTheirs();
  expect(it.save()).toBe("saved");
  expect(it.store.state().draft.name).toBe("Theirs");
});

test("saves local changes over the other version, from its revision", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  it.store.keepMine();
  it.clock.advance(0);
  expect(it.calls[1]).toMatchObject({ revision: 2, change: { name: "Mine" } });
});

test("merges changes without conflicts, including those typed since", async () => {
  const it = await conflict((draft) => reduceDraft(draft, { kind: "change_part", part: sampleStep("b", "Theirs") }));
  it.store.dispatch({ kind: "rename", name: "Mine, later" });
  it.store.keepBoth();
  expect(it.store.state().draft.name).toBe("Mine, later");
  expect(tourSteps(it.store.state().draft.edition.body)[1]?.title).toBe("Theirs");
  it.clock.advance(0);
  expect(it.calls[1]?.change).toEqual({ name: "Mine, later" });
});

test("applies a newer state only if no local change would be lost", () => {
  const it = setting();
  const newer = sampleDetail({ ...sampleDraft(), name: "Newer" }, 5);
  expect(it.store.receive(newer)).toBe(true);
  expect(it.store.receive({ ...newer, status: "live" })).toBe(false);
  expect(it.store.state().server.status).toBe("live");
  expect(it.store.state().draft.name).toBe("Newer");
  it.store.dispatch({ kind: "rename", name: "Mine" });
  it.store.receive(sampleDetail({ ...sampleDraft(), name: "Newest" }, 6));
  expect(it.store.state().draft.name).toBe("Mine");
  expect(it.store.state().server.revision).toBe(5);
});

test("ignores an older response that arrives late", () => {
  const it = setting();
  it.store.receive(sampleDetail({ ...sampleDraft(), name: "Newer" }, 5));
  it.store.receive(sampleDetail({ ...sampleDraft(), name: "Older" }, 4));
  expect(it.store.state().draft.name).toBe("Newer");
});

test("flush saves immediately and returns whether everything is stored", async () => {
  const it = setting();
  expect(await it.store.flush()).toBe(true);
  it.store.dispatch({ kind: "rename", name: "One" });
  const flushed = it.store.flush();
  await it.accept(0);
  expect(await flushed).toBe(true);
  it.store.dispatch({ kind: "rename", name: " " });
  expect(await it.store.flush()).toBe(false);
});

test("leaves no timer after the editor is closed", () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "One" });
  it.store.stop();
  expect(it.clock.pending()).toBe(0);
});

test("undoes and redoes steps of typing, and never another member's change", async () => {
  const it = setting();
  const name = () => it.store.state().draft.name;
  const first = name();
  it.store.dispatch({ kind: "rename", name: "A" });
  it.store.dispatch({ kind: "rename", name: "Ab" });
  it.store.dispatch({ kind: "set_rules", change: { priority: 7 } });
  expect(it.store.state()).toMatchObject({ can_undo: true, can_redo: false });
  it.store.undo();
  it.store.undo();
  expect([name(), it.store.state().can_undo]).toEqual([first, false]);
  it.store.redo();
  expect(name()).toBe("Ab");
  it.wait();
  await it.accept(0);
  it.otherSaves((draft) => ({ ...draft, slug: "theirs" }));
  it.store.receive(it.server());
  it.store.undo();
  expect([name(), it.store.state().draft.slug]).toEqual([first, "theirs"]);
  it.store.redo();
  it.store.redo();
  expect(it.store.state().draft).toMatchObject({ name: "Ab", slug: "theirs", edition: { priority: 7 } });
  it.wait();
  await it.accept(1);
  // They renamed it, too: nothing of the history fits any more.
  it.otherSaves((draft) => ({ ...draft, name: "Theirs" }));
  it.store.receive(it.server());
  it.store.undo();
  it.store.undo();
  it.store.undo();
  expect(name()).toBe("Theirs");
});
