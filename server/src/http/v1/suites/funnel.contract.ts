import { describe, expect, test } from "bun:test";
import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import { DAY_MS } from "@fanfare/contract/limits";
import type { FunnelBy, FunnelGroup, FunnelStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import type { EventsResponse } from "@fanfare/contract/schema/client/v1";
import { postProgress, startMove, stepMove } from "../../../../test/support/run-moves.ts";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import type { Browser } from "../../../../test/support/v1-browser.ts";
import {
  newEventId,
  newRunId,
  type Published,
  startV1Server,
  type V1Server,
} from "../../../../test/support/v1-server.ts";
import { contentFunnel, readContentResults } from "../../../analytics/reports/funnel.ts";
import { funnelPeopleBehind } from "../../../analytics/reports/funnel-people.ts";
import { readOverview } from "../../../analytics/reports/overview.ts";
import { toIso } from "../../../store/columns.ts";

const survey: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "How is it?", blocks: [] },
  questions: ["nps", "again"].map((id) => ({
    ...{ id, kind: "nps" as const, title: id, required: false, low_label: "", high_label: "" },
  })),
  suppression: { offered: false, days: 365 },
};

type Report = (name: string, props?: Record<string, unknown>) => Promise<EventsResponse>;

/** Reports events of one run as the SDK does. */
function reporter(server: V1Server, { content_id }: Published, browser: Browser, token?: string): Report {
  const run_id = newRunId(server);
  return async (name, props = {}) => {
    const event = { id: newEventId(server), name, at: toIso(server.clock.now()) };
    const identity = token === undefined ? browser.anonymousIdentity : {};
    const events = [{ ...event, props: { content_id, version: 1, run_id, ...props } }];
    server.clock.advance(1);
    return (await browser.call<EventsResponse>("POST", "events", { body: { events, ...identity }, token })).body;
  };
}

/** Moves a new visitor's run through these positions. Returns what reports its events. */
async function visitor(server: V1Server, content: Published, positions: readonly string[]): Promise<Report> {
  const browser = await server.visitor();
  const [step_id, ...rest] = positions;
  const { run } = (await postProgress(browser, startMove(server, content, { step_id }))).body;
  for (const [moves, id] of rest.entries()) {
    await postProgress(browser, stepMove({ run_id: run.run_id, seq: run.seq + moves }, id));
  }
  const report = reporter(server, content, browser);
  return (name, props) => report(name, { run_id: run.run_id, ...props });
}

const task = (id: string) => ({ id, title: id, blocks: [], done_when: { kind: "person" as const } });
const checklist = (ids: readonly string[]): ChecklistBody => ({
  ...{ type: "checklist", title: "First steps", blocks: [], opens: "open", tasks: ids.map(task) },
  suppression: { offered: true, days: 365 },
});

async function readFunnel(server: V1Server, { content_id }: Published, by: FunnelBy = "all") {
  const now_ms = server.clock.now();
  const range = { from: now_ms - DAY_MS, to: now_ms + DAY_MS, by };
  const funnel = await contentFunnel(
    { store: server.store, now_ms },
    { app_id: server.shop.id, content_id, ...range },
    undefined,
  );
  const [part] = funnel.parts;
  if (part === undefined) throw new Error("The funnel is empty.");
  return { ...funnel, part };
}

export function funnelContract(dialect: string, open: OpenStore): void {
  describe(`funnel (${dialect})`, () => {
    test("counts a step once in a run, however often its page is reloaded", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const browser = await server.visitor();
      const report = reporter(server, tour, browser);
      await report("tour_started", { start_reason: "rule", wait_ms: 90 });
      for (let load = 0; load < 5; load++) await report("tour_step_seen", { step_id: "hello" });
      await report("tour_step_completed", { step_id: "hello" });
      await report("tour_completed");
      const { part, reasons } = await readFunnel(server, tour);
      expect(part).toMatchObject({ started: 1, completed: 1, dismissed: 0, in_progress: 0, unseen: 0 });
      expect(part.people).toMatchObject({ started: 1, completed: 1 });
      expect(part.steps[0]).toMatchObject({
        ...{ step_id: "hello", seen: 1, completed: 1 },
        people: { seen: 1, completed: 1, missing: 0 },
      });
      expect(reasons).toEqual([
        { start_reason: "rule", end_reason: "completed", state: "completed", runs: 1, people: 1 },
      ]);
    });

    test("counts people once, with the view that got furthest", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("ada");
      for (const end of ["tour_dismissed", "tour_completed", "tour_dismissed"]) {
        const report = reporter(server, tour, server.browser(), token);
        await report("tour_started", { start_reason: "rule" });
        await report(end, end === "tour_dismissed" ? { reason: "escape" } : {});
      }
      const { part, reasons } = await readFunnel(server, tour);
      expect(part).toMatchObject({ started: 3, completed: 1, dismissed: 2 });
      expect(part.people).toMatchObject({ started: 1, completed: 1, dismissed: 0 });
      expect(reasons.map(({ state, runs, people }) => [state, runs, people])).toEqual([
        ["completed", 1, 1],
        ["dismissed", 2, 0],
      ]);
    });

    test("counts a tour that lost its target as failed, not as dismissed", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const ends = [
        { reason: "target_missing" },
        { reason: "error", error: "TypeError" },
        { reason: "escape" },
        // The target of the first step never came.
        { reason: "target_missing", unseen: true },
      ];
      for (const end of ends) {
        const report = reporter(server, tour, await server.visitor());
        if (end.unseen !== true) await report("tour_started", { start_reason: "rule" });
        await report("tour_dismissed", end);
      }
      const { part, reasons } = await readFunnel(server, tour);
      expect(part).toMatchObject({ started: 3, completed: 0, dismissed: 1, failed: 2, in_progress: 0, unseen: 0 });
      expect(part.people).toMatchObject({ started: 3, dismissed: 1, failed: 2 });
      expect(part.errors).toEqual([
        { kind: "target_missing", times: 2 },
        { kind: "TypeError", times: 1 },
      ]);
      expect(reasons.map(({ end_reason, state, runs }) => [end_reason, state, runs])).toEqual([
        ["error", "failed", 1],
        ["escape", "dismissed", 1],
        ["target_missing", "failed", 1],
      ]);
    });

    test("counts the results of several items as the report of each does", async () => {
      await using server = await startV1Server(open);
      const [tour, other] = [await server.publish("welcome"), await server.publish("other")];
      const token = await server.token("ada");
      for (const end of ["tour_dismissed", "tour_completed", "tour_dismissed"]) {
        const report = reporter(server, tour, server.browser(), token);
        await report("tour_started", { start_reason: "rule" });
        await report(end, end === "tour_dismissed" ? { reason: "escape" } : {});
      }
      await reporter(server, tour, await server.visitor())("tour_started", { start_reason: "rule" });
      // A person who completes it without a view, and one whose view no one could see.
      await reporter(server, tour, await server.visitor())("tour_completed");
      await reporter(server, tour, await server.visitor())("tour_completed", { unseen: true });
      await reporter(server, other, await server.visitor())("tour_started", { start_reason: "rule" });

      const now_ms = server.clock.now();
      const range = { app_id: server.shop.id, from: now_ms - DAY_MS, to: now_ms + DAY_MS };
      const content_ids = [other.content_id, tour.content_id, "cnt_unknown"];
      const [of_other, of_tour, unknown] = await readContentResults(server.store, { ...range, content_ids });
      for (const [of, published] of [
        [of_other, other],
        [of_tour, tour],
      ] as const) {
        const { part } = await readFunnel(server, published);
        const { started, completed, people } = part;
        expect(of).toEqual({
          ...{ content_id: published.content_id, started, completed },
          people: { started: people.started, completed: people.completed },
        });
      }
      expect(of_tour).toMatchObject({ started: 5, people: { started: 3 } });
      const overview = () =>
        readOverview(server.store, server.shop, server.clock.now(), { backup_failed: false, may_read_receivers: true });
      // A person who saw both counts once.
      await reporter(server, other, server.browser(), token)("tour_started", { start_reason: "rule" });
      const none = { people: 0, views: 0 };
      expect((await overview()).results).toEqual({ week: { people: 4, views: 7 }, before: none });
      server.clock.advance(7 * DAY_MS);
      expect((await overview()).results).toEqual({ week: none, before: { people: 4, views: 7 } });
      expect(unknown).toMatchObject({ started: 0, people: { started: 0, completed: 0 } });
    });

    test("takes the start reason from the run when its event was on another device", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("ada");
      const browser = server.browser();
      const { run } = (await postProgress(browser, startMove(server, tour, { reason: "link" }), token)).body;
      await reporter(server, tour, browser, token)("tour_step_seen", { step_id: "hello", run_id: run.run_id });
      const { part, reasons } = await readFunnel(server, tour);
      expect([part.started, part.in_progress]).toEqual([1, 1]);
      expect(reasons).toEqual([{ start_reason: "link", end_reason: null, state: "active", runs: 1, people: 1 }]);
    });

    test("keeps what started a run whose start a later page reports", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("ada");
      const browser = server.browser();
      const { run } = (await postProgress(browser, startMove(server, tour, { reason: "rule" }), token)).body;
      // The first page was left before its step was seen.
      const report = reporter(server, tour, browser, token);
      await report("tour_started", { start_reason: "resume", run_id: run.run_id });
      const { db } = server.store;
      expect(await db.selectFrom("funnel_runs").select("start_reason").execute()).toEqual([{ start_reason: null }]);
      const started = { start_reason: "rule", end_reason: null, state: "active", runs: 1, people: 1 };
      expect((await readFunnel(server, tour)).reasons).toMatchObject([started]);
      // Stored by an earlier version.
      const query = db.updateTable("funnel_runs").set({ start_reason: "resume" }).compile();
      await server.store.write([{ query, expect: 1 }]);
      expect((await readFunnel(server, tour)).reasons).toMatchObject([started]);
    });

    test("counts a run before and after sign-in as one run of one person", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const token = await server.token("ada");
      const known = reporter(server, tour, server.browser(), token);
      await known("tour_started", { start_reason: "rule" });
      const browser = await server.visitor();
      const report = reporter(server, tour, browser);
      await report("tour_started", { start_reason: "rule" });
      await report("tour_step_seen", { step_id: "hello" });
      await browser.identify("ada", token);
      await report("tour_completed");
      const { part } = await readFunnel(server, tour);
      expect(part).toMatchObject({ started: 2, completed: 1, in_progress: 1 });
      expect(part.people).toMatchObject({ started: 1, completed: 1, in_progress: 0 });
      expect(part.steps[0]).toMatchObject({ step_id: "hello", seen: 1, people: { seen: 1 } });
    });

    test("completes a survey once its last question is answered", async () => {
      await using server = await startV1Server(open);
      const feedback = await server.publish("feedback", { body: survey });
      const browser = await server.visitor();
      const report = reporter(server, feedback, browser);
      await report("survey_started", { start_reason: "rule" });
      await report("survey_answered", { step_id: "nps", answer: 9 });
      expect((await readFunnel(server, feedback)).part).toMatchObject({ completed: 0, in_progress: 1 });
      await report("survey_answered", { step_id: "again", answer: 8 });
      // A page that was reloaded asks again, and is closed.
      await report("survey_question_seen", { step_id: "again" });
      await report("survey_dismissed", { reason: "close_button" });
      await report("survey_completed");
      const { part } = await readFunnel(server, feedback);
      expect(part).toMatchObject({ started: 1, completed: 1, dismissed: 0, in_progress: 0 });
      const { completions } = await readOverview(server.store, server.shop, server.clock.now(), {
        backup_failed: false,
        may_read_receivers: true,
      });
      expect(completions.at(-1)?.count).toBe(1);
    });

    test("completes a survey with an answer whose branch ends it", async () => {
      await using server = await startV1Server(open);
      const [first, ...rest] = survey.questions;
      if (first === undefined) throw new Error("The survey is empty.");
      const when = { kind: "numbers", from: 0, to: 6 } as const;
      const questions = [{ ...first, branches: [{ when, go_to: null }] }, ...rest];
      const feedback = await server.publish("feedback", { body: { ...survey, questions } });
      for (const answer of [9, 3]) {
        const browser = await server.visitor();
        const report = reporter(server, feedback, browser);
        await report("survey_started", { start_reason: "rule" });
        await report("survey_answered", { step_id: "nps", answer });
      }
      expect((await readFunnel(server, feedback)).part).toMatchObject({ completed: 1, in_progress: 1 });
    });

    test("counts questions that people skip within a second as seen", async () => {
      await using server = await startV1Server(open);
      const feedback = await server.publish("feedback", { body: survey });
      const visit = (step_ids: readonly string[]) => visitor(server, feedback, step_ids);
      const seen = async () => (await readFunnel(server, feedback)).part.steps.map((step) => [step.step_id, step.seen]);
      // Closed at once, then a question later.
      await (await visit(["nps"]))("survey_dismissed", { reason: "escape", unseen: true });
      expect((await readFunnel(server, feedback)).part).toMatchObject({ started: 0, unseen: 1 });
      await (await visit(["nps", "again"]))("survey_dismissed", { reason: "escape", unseen: true });
      expect((await readFunnel(server, feedback)).part).toMatchObject({ started: 1, dismissed: 1, unseen: 1 });
      expect(await seen()).toEqual([
        ["nps", 1],
        ["again", 0],
      ]);
      await (await visit(["nps", "again"]))("survey_question_seen", { step_id: "again" });
      await (await visit(["nps", "again"]))("survey_answered", { step_id: "again", answer: 8 });
      await (await visit(["nps", "again"]))("survey_completed", { unseen: true });
      expect((await readFunnel(server, feedback)).part).toMatchObject({ started: 4, completed: 2, unseen: 1 });
      expect(await seen()).toEqual([
        ["again", 3],
        ["nps", 4],
      ]);
    });

    test("counts only the questions on the person's way as seen", async () => {
      await using server = await startV1Server(open);
      const [first, ...rest] = survey.questions;
      if (first === undefined) throw new Error("The survey is empty.");
      const when = { kind: "numbers", from: 0, to: 6 } as const;
      const questions = [{ ...first, branches: [{ when, go_to: "again" }] }, { ...first, id: "why" }, ...rest];
      const feedback = await server.publish("feedback", { body: { ...survey, questions } });
      for (const answer of [9, 3, undefined]) {
        const report = reporter(server, feedback, await server.visitor());
        if (answer !== undefined) await report("survey_answered", { step_id: "nps", answer });
        await report("survey_question_seen", { step_id: "again" });
      }
      const { part } = await readFunnel(server, feedback);
      expect(part.steps.map(({ step_id, seen }) => [step_id, seen])).toEqual([
        ["again", 3],
        ["nps", 3],
        ["why", 2],
      ]);
    });

    test("counts no questions before the one at which a page starts a survey", async () => {
      await using server = await startV1Server(open);
      const questions = [...survey.questions, ...survey.questions.map((each) => ({ ...each, id: `${each.id}-2` }))];
      const feedback = await server.publish("feedback", { body: { ...survey, questions } });
      const visit = await visitor(server, feedback, ["nps", "nps-2"]);
      await visit("survey_question_seen", { step_id: "nps-2" });
      await visit("survey_dismissed", { reason: "escape" });
      const sent = await visitor(server, feedback, ["nps", "again-2"]);
      await sent("survey_completed", { unseen: true });
      const { part } = await readFunnel(server, feedback);
      expect(part).toMatchObject({ started: 2, completed: 1, dismissed: 1 });
      expect(part.steps.filter(({ seen }) => seen > 0).map(({ step_id, seen }) => [step_id, seen])).toEqual([
        ["again-2", 1],
        ["nps-2", 1],
      ]);
    });

    test("lists the tasks of a live checklist that no one has done", async () => {
      await using server = await startV1Server(open);
      await server.publish("first-steps", { body: checklist(["profile", "old"]) });
      const setup = await server.publish("first-steps", { body: checklist(["profile", "invite", "order"]) });
      const report = reporter(server, setup, await server.visitor());
      const version = 2;
      await report("checklist_started", { start_reason: "rule", version });
      await report("checklist_task_completed", { step_id: "profile", version });
      const none = { seen: 0, completed: 0, missing: 0 };
      const undone = (step_id: string) => ({ step_id, ...none, people: none, alert: false, near: [] });
      const { part } = await readFunnel(server, setup);
      expect(part.steps).toEqual([
        { ...undone("profile"), completed: 1, people: { ...none, completed: 1 } },
        undone("invite"),
        undone("order"),
      ]);
      expect(part).toMatchObject({ started: 1, completed: 0, in_progress: 1 });
      // Only parts whose people may have seen the tasks have them.
      await reporter(server, setup, await server.visitor())("checklist_started", { start_reason: "rule", version: 1 });
      const { parts } = await readFunnel(server, setup, "version");
      expect(parts.map(({ value, steps }) => [value, steps.map(({ step_id }) => step_id)])).toEqual([
        ["1", []],
        ["2", ["profile", "invite", "order"]],
      ]);
    });

    test("lists the steps and questions of live content that no one has reached", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const report = reporter(server, tour, await server.visitor());
      await report("tour_started", { start_reason: "rule" });
      await report("tour_step_seen", { step_id: "orders" });
      const seenBy = ({ part }: Awaited<ReturnType<typeof readFunnel>>) =>
        part.steps.map(({ step_id, seen, alert }) => [step_id, seen, alert]);
      expect(seenBy(await readFunnel(server, tour))).toEqual([
        ["orders", 1, false],
        ["hello", 0, false],
        ["bye", 0, false],
      ]);
      const feedback = await server.publish("feedback", { body: survey });
      await reporter(server, feedback, await server.visitor())("survey_question_seen", { step_id: "nps" });
      expect(seenBy(await readFunnel(server, feedback))).toEqual([
        ["nps", 1, false],
        ["again", 0, false],
      ]);
    });

    test("lists the people behind each number of a funnel and its steps", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const reportAs = async (person: string) => reporter(server, tour, server.browser(), await server.token(person));
      // Ada dismissed it once and completed it later; Bob's is open, Cleo's was hidden, and Dan's lost its target.
      const dismissed = await reportAs("ada");
      await dismissed("tour_started", { start_reason: "rule" });
      await dismissed("tour_dismissed", { reason: "escape" });
      const completed = await reportAs("ada");
      await completed("tour_started", { start_reason: "rule", version: 2 });
      await completed("tour_step_seen", { step_id: "hello", version: 2 });
      await completed("tour_step_completed", { step_id: "hello", version: 2 });
      await completed("tour_completed", { version: 2 });
      const open_one = await reportAs("bob");
      await open_one("tour_started", { start_reason: "rule" });
      await open_one("tour_step_seen", { step_id: "hello" });
      const hidden = await reportAs("cleo");
      await hidden("tour_started", { start_reason: "rule" });
      await hidden("step_target_missing", { step_id: "hello" });
      await hidden("tour_dismissed", { reason: "do_not_show_again" });
      await hidden("tour_suppressed");
      const lost = await reportAs("dan");
      await lost("tour_started", { start_reason: "rule" });
      await lost("tour_dismissed", { reason: "target_missing" });

      const now_ms = server.clock.now();
      const rows = await server.store.db.selectFrom("people").select(["id", "external_id"]).execute();
      const name_of = new Map(rows.map(({ id, external_id }) => [id, external_id]));
      const range = { app_id: server.shop.id, content_id: tour.content_id, from: now_ms - DAY_MS, to: now_ms + DAY_MS };
      const behind = async (
        group: FunnelGroup | FunnelStepGroup,
        { by = "all", value = "", ...rest }: { by?: FunnelBy; value?: string; step_id?: string } = {},
      ) => {
        const deps = { store: server.store, now_ms };
        const listed = { rows_max: 10 };
        const { people, total } = await funnelPeopleBehind(deps, { ...range, by }, { value, group, ...rest }, listed);
        expect(total).toBe(people.length);
        return people.map(({ person_id }) => name_of.get(person_id));
      };
      expect(await behind("started")).toEqual(["dan", "cleo", "bob", "ada"]);
      expect(await behind("completed")).toEqual(["ada"]);
      expect(await behind("in_progress")).toEqual(["bob"]);
      expect(await behind("dismissed")).toEqual(["cleo"]);
      expect(await behind("suppressed")).toEqual(["cleo"]);
      expect(await behind("failed")).toEqual(["dan"]);
      const step_id = "hello";
      expect(await behind("seen", { step_id })).toEqual(["bob", "ada"]);
      expect(await behind("advanced", { step_id })).toEqual(["ada"]);
      expect(await behind("missing", { step_id })).toEqual(["cleo"]);
      expect(await behind("seen", { step_id: "gone" })).toEqual([]);
      // As the part of a version counts them.
      expect(await behind("dismissed", { by: "version", value: "1" })).toEqual(["cleo", "ada"]);
      expect(await behind("seen", { by: "version", value: "2", step_id })).toEqual(["ada"]);
      const { part } = await readFunnel(server, tour);
      for (const group of [
        "started",
        "completed",
        "dismissed",
        "failed",
        "in_progress",
        "suppressed",
        "unseen",
      ] as const)
        expect([group, (await behind(group)).length]).toEqual([group, part.people[group]]);
    });

    test("reads only the latest people behind a number, and counts all", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      for (const person of ["ada", "bob", "cleo"]) {
        const report = reporter(server, tour, server.browser(), await server.token(person));
        await report("tour_started", { start_reason: "rule" });
        await report("tour_step_seen", { step_id: "hello" });
      }
      const rows = await server.store.db.selectFrom("people").select(["id", "external_id"]).execute();
      const name_of = new Map(rows.map(({ id, external_id }) => [id, external_id]));
      const now_ms = server.clock.now();
      const range = { app_id: server.shop.id, content_id: tour.content_id, from: now_ms - DAY_MS, to: now_ms + DAY_MS };
      for (const number of [{ group: "started" as const }, { group: "seen" as const, step_id: "hello" }]) {
        const list = (rows_max: number) =>
          funnelPeopleBehind(
            { store: server.store, now_ms },
            { ...range, by: "all" },
            { value: "", ...number },
            { rows_max },
          );
        const { people, total } = await list(2);
        expect([total, people.map(({ person_id }) => name_of.get(person_id))]).toEqual([3, ["cleo", "bob"]]);
        expect(await list(3)).toMatchObject({ total: 3, people: [{}, {}, {}] });
      }
    });

    test("ignores an event whose ID is another event's", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      const browser = await server.visitor();
      const event = { id: newEventId(server), name: "page_viewed", at: toIso(server.clock.now()), props: {} };
      const send = (events: readonly object[]) =>
        browser.call<EventsResponse>("POST", "events", { body: { events, ...browser.anonymousIdentity } });
      await send([event]);
      const props = { content_id: tour.content_id, version: 1, run_id: newRunId(server) };
      const { body } = await send([{ ...event, name: "tour_started", props }]);
      expect(body.rejected).toHaveLength(1);
      expect(await server.count("funnel_runs")).toBe(0);
    });
  });
}
