import { expect, test } from "bun:test";
import { tourSteps } from "@fanfare/contract/content/positions";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail, UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import { sampleDetail, sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { ApiProblem, networkProblem } from "../../lib/api/api-problem.ts";
import { type Draft, draftFrom } from "./draft.ts";
import { reduceDraft } from "./draft-action.ts";
import { createEditorStore } from "./editor-store.ts";

/** A server of one content, whose answers wait until the test lets them go. */
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

test("a burst of changes is saved once, after a pause, from the revision that was read", async () => {
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

test("what is typed while a save is on its way is saved next, from the new revision", async () => {
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

test("a change taken back needs no save", () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "Other" });
  it.store.dispatch({ kind: "rename", name: "Welcome" });
  expect(it.save()).toBe("saved");
  it.wait();
  expect(it.calls).toHaveLength(0);
});

test("a draft that is not complete is saved as it is, and its problems stay told", async () => {
  const it = setting();
  it.store.dispatch({ kind: "change_part", part: sampleStep("a", "") });
  it.wait();
  expect<unknown>(it.calls[0]?.change.draft).toEqual(it.store.state().draft.edition);
  await it.accept(0);
  expect(it.save()).toBe("saved");
  expect([...it.store.state().problems.keys()]).toEqual(["body.steps.0.title"]);
});

test("a name that cannot be is held back, and all else is saved", async () => {
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

test("a number that is still to be written is null at the server and none on the screen", async () => {
  const it = setting();
  it.store.dispatch({ kind: "set_rules", change: { delay_ms: Number.NaN } });
  it.wait();
  expect(JSON.parse(JSON.stringify(it.calls[0]?.change.draft)).delay_ms).toBeNull();
  const answered = JSON.parse(JSON.stringify(sampleDetail(it.store.state().draft, 2)));
  expect(draftFrom(answered).edition.delay_ms).toBeNaN();
});

test("an outage is tried again with growing pauses, and nothing typed is lost", async () => {
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

test("a refusal that trying again cannot help waits for a change", async () => {
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

test("a stale save stops and shows what the other saved", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  expect(it.store.state().save).toMatchObject({ kind: "conflict", theirs: { updated_by: "Grace" }, merged: undefined });
  it.clock.advance(limits.autosave_retry_ms_max);
  expect(it.calls).toHaveLength(1);
});

test("taking theirs drops mine", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  it.store.takeTheirs();
  expect(it.save()).toBe("saved");
  expect(it.store.state().draft.name).toBe("Theirs");
});

test("keeping mine saves it over theirs, from their revision", async () => {
  const it = await conflict((draft) => ({ ...draft, name: "Theirs" }));
  it.store.keepMine();
  it.clock.advance(0);
  expect(it.calls[1]).toMatchObject({ revision: 2, change: { name: "Mine" } });
});

test("changes that do not meet can both be kept, with what was typed since", async () => {
  const it = await conflict((draft) => reduceDraft(draft, { kind: "change_part", part: sampleStep("b", "Theirs") }));
  it.store.dispatch({ kind: "rename", name: "Mine, later" });
  it.store.keepBoth();
  expect(it.store.state().draft.name).toBe("Mine, later");
  expect(tourSteps(it.store.state().draft.edition.body)[1]?.title).toBe("Theirs");
  it.clock.advance(0);
  expect(it.calls[1]?.change).toEqual({ name: "Mine, later" });
});

test("a newer state from elsewhere is taken only while nothing here would be lost", () => {
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

test("an older answer that arrives late changes nothing", () => {
  const it = setting();
  it.store.receive(sampleDetail({ ...sampleDraft(), name: "Newer" }, 5));
  it.store.receive(sampleDetail({ ...sampleDraft(), name: "Older" }, 4));
  expect(it.store.state().draft.name).toBe("Newer");
});

test("flush saves at once and says whether the server has everything", async () => {
  const it = setting();
  expect(await it.store.flush()).toBe(true);
  it.store.dispatch({ kind: "rename", name: "One" });
  const flushed = it.store.flush();
  await it.accept(0);
  expect(await flushed).toBe(true);
  it.store.dispatch({ kind: "rename", name: " " });
  expect(await it.store.flush()).toBe(false);
});

test("a closed editor leaves no timer", () => {
  const it = setting();
  it.store.dispatch({ kind: "rename", name: "One" });
  it.store.stop();
  expect(it.clock.pending()).toBe(0);
});
