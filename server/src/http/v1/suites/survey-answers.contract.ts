import { describe, expect, test } from "bun:test";
import type { Question, SurveyBody } from "@fanfare/contract/content/survey";
import type { BootResponse, EventsResponse, ProgressResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { summarizeAnswers } from "../../../analytics/reports/answers-summary.ts";
import { answerFrom } from "../../../engage/decide/given-answers.ts";
import { toIso } from "../../../store/columns.ts";
import {
  answersTo,
  countAnswers,
  latestRespondents,
  optionsOf,
} from "../../../store/statements/analytics/survey-answers.ts";

const questions: readonly Question[] = [
  { id: "nps", kind: "nps", title: "Recommend us?", required: true, low_label: "No", high_label: "Yes" },
  {
    id: "stars",
    kind: "rating",
    title: "Rate it",
    required: false,
    scale: 5,
    look: "stars",
    low_label: "",
    high_label: "",
  },
  {
    ...{ id: "uses", kind: "choice", title: "What for?", required: false, several: true },
    options: [
      { id: "work", label: "Work" },
      { id: "play", label: "Play" },
    ],
  },
  { id: "why", kind: "text", title: "Why?", required: false, long: true },
];
const ENDS = { low_label: "", high_label: "" };
const OPTIONS = ["red", "green", "blue"].map((id) => ({ id, label: id }));
const more_questions: readonly Question[] = [
  { id: "csat", kind: "csat", title: "Satisfied?", required: false, look: "smileys", ...ENDS },
  { id: "ces", kind: "ces", title: "Easy?", required: false, ...ENDS },
  {
    ...{ id: "color", kind: "choice", title: "Which color?", required: false, several: true, options: OPTIONS },
    ...{ shuffled: true, other_label: "Another" },
  },
  {
    ...{ id: "parts", kind: "matrix", title: "How good?", required: true, rows: OPTIONS.slice(0, 2) },
    columns: ["bad", "good"].map((id) => ({ id, label: id })),
  },
  { id: "rank", kind: "ranking", title: "Your order?", required: false, options: OPTIONS },
  { id: "mail", kind: "email", title: "Your address?", required: false },
  { id: "day", kind: "date", title: "Since when?", required: false },
];
const body: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "How is it?", blocks: [], questions },
  suppression: { offered: false, days: 365 },
};

/** A survey in a server, and a way to answer it. */
async function setUp(server: V1Server, asked = questions) {
  const { content_id } = await server.publish("feedback", { body: { ...body, questions: asked } });
  const sendAnswers = async (
    external_id: string,
    answers: readonly (readonly [step_id: string, answer: unknown])[],
    more: Record<string, unknown> = {},
  ) => {
    const run_id = newRunId(server);
    const events = answers.map(([step_id, answer]) => ({
      ...{ id: newEventId(server), name: "survey_answered", at: toIso(server.clock.now()) },
      props: { content_id, version: 1, run_id, step_id, answer, ...more },
    }));
    const browser = server.browser();
    const post = () =>
      browser.call<EventsResponse>("POST", "events", { body: { events, external_id: external_id }, token: undefined });
    const { body: answer } = await post();
    server.clock.advance(1);
    return { ...answer, again: post };
  };
  const summary = async () => summarizeAnswers(asked, await countAnswers(server.store.db, server.shop.id, content_id));
  return { content_id, sendAnswers, summary };
}

export function answersContract(dialect: string, open: OpenStore): void {
  answerResults(dialect, open);
  answerUpdates(dialect, open);
  answersToContinue(dialect, open);
}

function answerResults(dialect: string, open: OpenStore): void {
  describe(`answers to a survey: results (${dialect})`, () => {
    test("are counted by question and option, with scores, the mean, and texts", async () => {
      await using server = await startV1Server(open);
      const { content_id, sendAnswers, summary } = await setUp(server);
      await sendAnswers("u_1", [
        ["nps", 10],
        ["stars", 5],
        ["uses", ["work", "play"]],
        ["why", "Fast"],
      ]);
      await sendAnswers("u_2", [
        ["nps", 9],
        ["stars", 2],
        ["uses", ["work"]],
      ]);
      await sendAnswers("u_3", [
        ["nps", 8],
        ["why", "Pretty"],
      ]);
      await sendAnswers("u_4", [["nps", 0]]);
      const [nps, stars, uses, why] = (await summary()).questions;
      expect(nps).toMatchObject({ answered: 4, detractors: 1, passives: 1, promoters: 2, score: 25 });
      expect(stars).toMatchObject({ answered: 2, counts: [0, 0, 1, 0, 0, 1], mean: 3.5 });
      expect(uses).toMatchObject({
        answered: 2,
        options: [
          { id: "work", answers: 2 },
          { id: "play", answers: 1 },
        ],
      });
      expect(why).toEqual({ id: "why", title: "Why?", kind: "text", answered: 2 });
      const at = { app_id: server.shop.id, content_id, question_id: "why" };
      const [newest] = await answersTo(server.store.db, at, undefined, 1);
      expect(newest).toMatchObject({ text: "Pretty", external_id: "u_3", version: 1 });
      const { answered_at, run_id } = newest ?? { answered_at: 0, run_id: "" };
      const rest = await answersTo(server.store.db, at, { answered_at, run_id }, 5);
      expect(rest.map(({ text }) => text)).toEqual(["Fast"]);
      const [first] = await answersTo(server.store.db, { ...at, question_id: "uses" }, undefined, 5);
      expect(await optionsOf(server.store.db, [first?.run_id ?? ""], "uses")).toMatchObject([{ option: "work" }]);
    });

    test("are counted for satisfaction, effort, own answers, matrices, rankings, addresses, and dates", async () => {
      await using server = await startV1Server(open);
      const { content_id, sendAnswers, summary } = await setUp(server, more_questions);
      await sendAnswers("u_1", [
        ["csat", 5],
        ["ces", 7],
        ["color", { options: ["red"], other: "Pink" }],
        ["parts", { rows: { red: "good", green: "bad" } }],
        ["rank", ["blue", "red", "green"]],
        ["mail", "ada@example.com"],
        ["day", "2024-02-29"],
      ]);
      const { accepted } = await sendAnswers("u_2", [
        ["csat", 3],
        ["ces", 4],
        ["color", { options: [], other: "Gray" }],
        ["parts", { rows: { red: "good", green: "good" } }],
        ["rank", ["red", "blue", "green"]],
      ]);
      expect(accepted).toBe(5);
      const [csat, ces, color, parts, rank, mail, day] = (await summary()).questions;
      expect(csat).toMatchObject({ answered: 2, satisfied: 1, mean: 4, counts: [0, 0, 0, 1, 0, 1] });
      expect(ces).toMatchObject({ answered: 2, mean: 5.5 });
      expect(color).toMatchObject({ answered: 2, options: [{ answers: 1 }, {}, {}, { label: "Another", answers: 2 }] });
      expect(parts).toMatchObject({ answered: 2, rows: [{ answers: [0, 2] }, { answers: [1, 1] }] });
      expect(rank).toMatchObject({ options: [{ mean_place: 1.5 }, { mean_place: 3 }, { mean_place: 1.5 }] });
      expect([mail?.answered, day?.answered]).toEqual([1, 1]);
      const rows = await answersTo(
        server.store.db,
        { app_id: server.shop.id, content_id, question_id: "color" },
        undefined,
        5,
      );
      const all = await optionsOf(
        server.store.db,
        rows.map(({ run_id }) => run_id),
        "color",
      );
      const given = rows.map(({ run_id }) => answerFrom(all.filter((each) => each.run_id === run_id)));
      expect(given).toEqual([
        { options: [], other: "Gray" },
        { options: ["red"], other: "Pink" },
      ]);
    });

    test("are counted for some of the respondents, the latest of whom come first", async () => {
      await using server = await startV1Server(open);
      const { content_id, sendAnswers } = await setUp(server);
      for (const name of ["u_1", "u_2", "u_1"]) await sendAnswers(name, [["nps", name === "u_1" ? 10 : 3]]);
      const { store, shop } = server;
      const respondents = await latestRespondents(store.db, shop.id, content_id, {}, 5);
      expect(await latestRespondents(store.db, shop.id, content_id, {}, 1)).toEqual(respondents.slice(0, 1));
      const counted = await countAnswers(store.db, shop.id, content_id, { person_ids: respondents.slice(0, 1) });
      expect(counted.map(({ number, runs }) => [Number(number), Number(runs)])).toEqual([[10, 2]]);
      expect(await countAnswers(store.db, shop.id, content_id, { person_ids: [] })).toEqual([]);
    });

    test("are rejected by name when the shown version doesn't allow them", async () => {
      await using server = await startV1Server(open);
      const { sendAnswers, summary } = await setUp(server);
      const wrong = [
        ["nps", 11],
        ["nps", "9"],
        ["stars", 0],
        ["stars", 2.5],
        ["uses", ["work", "sleep"]],
        ["uses", ["work", "work"]],
        ["uses", []],
        ["why", " "],
        ["why", "x".repeat(2_001)],
        ["never", 1],
      ] as const;
      const { accepted, rejected } = await sendAnswers("u_1", [...wrong, ["stars", 4]]);
      expect(accepted).toBe(1);
      expect(rejected).toHaveLength(wrong.length);
      expect(rejected.map(({ detail }) => detail)).toContain("Answer “Recommend us?” with a number from 0 to 10.");
      expect(rejected[4]?.detail).toBe("Answer “What for?” with a list of one or more of its options: work, play.");
      expect(rejected.at(-1)?.detail).toBe("This version of the survey has no such question.");
      expect((await sendAnswers("u_1", [["nps", 5]], { version: 2 })).accepted).toBe(0);
      expect((await sendAnswers("u_1", [["nps", 5]], { content_id: "cnt_1" })).accepted).toBe(0);
      expect((await summary()).questions.map(({ answered }) => answered)).toEqual([0, 1, 0, 0]);
    });
  });
}

function answerUpdates(dialect: string, open: OpenStore): void {
  describe(`answers to a survey: updates (${dialect})`, () => {
    test("keep the last ones of a run, with any repeats or order", async () => {
      await using server = await startV1Server(open);
      const { sendAnswers, summary } = await setUp(server);
      const run = { run_id: newRunId(server) };
      const first = await sendAnswers(
        "u_1",
        [
          ["nps", 3],
          ["uses", ["work", "play"]],
        ],
        run,
      );
      await sendAnswers(
        "u_1",
        [
          ["nps", 9],
          ["uses", ["play"]],
        ],
        run,
      );
      await first.again();
      const [nps, , uses] = (await summary()).questions;
      expect(nps).toMatchObject({ answered: 1, promoters: 1, detractors: 0 });
      expect(uses).toMatchObject({ answered: 1, options: [{ answers: 0 }, { answers: 1 }] });
    });

    test("remain for removed questions", async () => {
      await using server = await startV1Server(open);
      const { sendAnswers, content_id } = await setUp(server);
      await sendAnswers("u_1", [["nps", 3]]);
      const counts = await countAnswers(server.store.db, server.shop.id, content_id);
      expect(summarizeAnswers(questions.slice(1), counts).questions.at(-1)).toEqual({
        ...{ id: "nps", title: "nps", kind: "removed", answered: 1 },
      });
    });

    test("are erased with their person", async () => {
      await using server = await startV1Server(open);
      const { sendAnswers, summary } = await setUp(server);
      await sendAnswers("u_1", [["nps", 3]]);
      await sendAnswers("u_2", [["nps", 9]]);
      const { store } = server;
      await store.write([{ query: store.db.deleteFrom("people").where("external_id", "=", "u_1").compile() }]);
      expect((await summary()).questions[0]).toMatchObject({ answered: 1, promoters: 1 });
    });
  });
}

function answersToContinue(dialect: string, open: OpenStore): void {
  describe(`answers to a survey: continuing (${dialect})`, () => {
    test("come with the open run on every page of the person, until it ends", async () => {
      await using server = await startV1Server(open);
      const asked = [...questions, ...more_questions.slice(1)];
      const { content_id } = await setUp(server, asked);
      const token = await server.token("u_1");
      const { runOf, move, give, version_id } = await respondent(server, content_id, { token });
      const run_id = newRunId(server);
      const start = { action: "start", run_id, content_id, version_id, step_id: "nps", reason: "rule" };
      expect((await move(start)).run).not.toHaveProperty("answers");
      const answers = {
        ...{ nps: 10, uses: ["work", "play"], why: "It’s fast", color: { options: ["red"], other: "Pink" } },
        ...{ parts: { rows: { red: "good", green: "bad" } }, rank: ["blue", "red", "green"], day: "2024-02-29" },
      };
      await give(run_id, { ...answers, nps: 3 });
      server.clock.advance(1);
      await give(run_id, { nps: answers.nps });
      await move({ action: "step", run_id, seq: 1, step_id: "stars" });
      expect(await runOf()).toMatchObject({ run_id, step_id: "stars", answers });
      // Another browser of the same person.
      const elsewhere = await respondent(server, content_id, { token });
      expect((await elsewhere.runOf())?.answers).toEqual(answers);
      await move({ action: "end", run_id, seq: 2, reason: "close_button" });
      expect(await runOf()).toBeNull();
    });

    test("leave out those that a later version doesn't allow", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await setUp(server);
      const { runOf, move, give, version_id } = await respondent(server, content_id, {
        token: await server.token("u_1"),
      });
      const run_id = newRunId(server);
      await move({ action: "start", run_id, content_id, version_id, step_id: "nps", reason: "rule" });
      await give(run_id, { nps: 10, uses: ["work"], why: "Because" });
      const without_work = questions.map((each) =>
        each.kind === "choice" ? { ...each, options: [...each.options.slice(1), { id: "rest", label: "Rest" }] } : each,
      );
      await server.publish("feedback", { body: { ...body, questions: without_work } });
      expect((await runOf())?.answers).toEqual({ nps: 10, why: "Because" });
    });

    test("reach anonymous visitors, but no one who only claims to be a person", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await setUp(server);
      const visitor = await respondent(server, content_id, {});
      const claimed = await respondent(server, content_id, { external_id: "u_7" });
      for (const each of [visitor, claimed]) {
        const run_id = newRunId(server);
        const { version_id } = each;
        await each.move({ action: "start", run_id, content_id, version_id, step_id: "nps", reason: "rule" });
        await each.give(run_id, { nps: 10 });
      }
      expect((await visitor.runOf())?.answers).toEqual({ nps: 10 });
      expect((await claimed.runOf())?.step_id).toBe("nps");
      expect(await claimed.runOf()).not.toHaveProperty("answers");
    });
  });
}

/** A person's page: their open run of the survey, its moves, and their answers. */
async function respondent(
  server: V1Server,
  content_id: string,
  { token, external_id }: { readonly token?: string; readonly external_id?: string },
) {
  const browser = server.browser();
  const claim = () =>
    external_id !== undefined ? { external_id } : token === undefined ? browser.anonymousIdentity : {};
  const decision = async () => {
    const { body: boot } =
      external_id === undefined
        ? { body: await browser.boot(token) }
        : await browser.call<BootResponse>("POST", "identify", { body: { external_id, attributes: {} } });
    return boot.decisions.find((each) => each.content_id === content_id);
  };
  return {
    version_id: (await decision())?.version_id ?? "",
    runOf: async () => (await decision())?.run,
    move: async (moved: Record<string, unknown>) =>
      (await browser.call<ProgressResponse>("POST", "progress", { body: { ...moved, ...claim() }, token })).body,
    give(run_id: string, answers: Readonly<Record<string, unknown>>) {
      const events = Object.entries(answers).map(([step_id, answer]) => ({
        ...{ id: newEventId(server), name: "survey_answered", at: toIso(server.clock.now()) },
        props: { content_id, version: 1, run_id, step_id, answer },
      }));
      return browser.call<EventsResponse>("POST", "events", { body: { events, ...claim() }, token });
    },
  };
}
