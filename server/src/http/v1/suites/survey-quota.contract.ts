import { describe, expect, test } from "bun:test";
import type { ResponseQuota } from "@fanfare/contract/content/content";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import { DAY_MS } from "@fanfare/contract/limits";
import { CONTENT_CHANGED, type EventsResponse, type ExplainResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { toIso } from "../../../store/columns.ts";
import { countResponses } from "../../../store/statements/analytics/survey-answers.ts";

const body: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "How is it?", blocks: [] },
  questions: [
    { id: "nps", kind: "nps", title: "Recommend us?", required: true, low_label: "", high_label: "" },
    { id: "why", kind: "text", title: "Why?", required: false, long: true },
  ],
  suppression: { offered: false, days: 365 },
};

/** A live survey with a quota, and people who answer it. */
async function setUp(server: V1Server, quota?: ResponseQuota) {
  const publish = (changed?: ResponseQuota) =>
    server.publish("feedback", { body, frequency: { mode: "always" }, ...(changed && { quota: changed }) });
  const { content_id } = await publish(quota);
  const browser = server.browser();
  return {
    publish,
    stored: async () => (await countResponses(server.store.db, server.shop.id, content_id, {})).responses,
    isAsked: async (name: string) =>
      (await browser.boot(await server.token(name))).decisions.some(({ slug }) => slug === "feedback"),
    explain: async (name: string) =>
      (
        await browser.call<ExplainResponse>("GET", "explain", {
          ...{ token: await server.token(name), query: { content: "feedback" } },
        })
      ).body,
    async respond(name: string, run_id: string = newRunId(server), step_id = "nps", answer: unknown = 9) {
      const event = { id: newEventId(server), name: "survey_answered", at: toIso(server.clock.now()) };
      const events = [{ ...event, props: { content_id, version: 1, run_id, step_id, answer } }];
      const token = await server.token(name);
      return (await browser.call<EventsResponse>("POST", "events", { body: { events }, token })).body;
    },
    async start(name: string) {
      const token = await server.token(name);
      const { decisions } = await browser.boot(token);
      const { version_id } = decisions[0] ?? { version_id: "" };
      const run_id = newRunId(server);
      const move = { action: "start", run_id, content_id, version_id, step_id: "nps", reason: "rule" };
      expect((await browser.call("POST", "progress", { body: move, token })).status).toBe(200);
      return run_id;
    },
  };
}

export function quotaContract(dialect: string, open: OpenStore): void {
  describe(`the response quota of a survey (${dialect})`, () => {
    test("takes exactly as many responses, however many arrive at the same time", async () => {
      await using server = await startV1Server(open);
      const { respond, stored } = await setUp(server, { responses: 3 });
      const names = Array.from({ length: 12 }, (_, index) => `u_${index}`);
      const runs = names.map(() => newRunId(server));
      const sendAll = () => Promise.all(names.map((name, index) => respond(name, runs[index])));
      await sendAll();
      expect(await stored()).toBe(3);
      const again = await sendAll();
      expect(await stored()).toBe(3);
      expect(again.filter(({ rejected }) => rejected[0]?.detail.includes("response quota"))).toHaveLength(9);
    });

    test("stops asking everyone who has not begun to answer, with one signal to pages", async () => {
      await using server = await startV1Server(open);
      const { respond, isAsked, start, stored } = await setUp(server, { responses: 1 });
      const run_id = await start("ada");
      const idle = await start("ben");
      expect(await isAsked("cem")).toBe(true);
      const signals = () => server.signals.filter(({ event }) => event === CONTENT_CHANGED).length;
      const before = signals();
      await respond("ada", run_id);
      expect(signals()).toBe(before + 1);
      expect(await Promise.all(["ada", "ben", "cem"].map(isAsked))).toEqual([true, false, false]);
      expect((await respond("ada", run_id, "why", "Fast")).rejected).toEqual([]);
      expect((await respond("ben", idle)).rejected).toHaveLength(1);
      expect(signals()).toBe(before + 1);
      expect(await stored()).toBe(1);
    });

    test("is the reason why people aren't asked, and asks again once it's raised", async () => {
      await using server = await startV1Server(open);
      const { respond, isAsked, explain, publish } = await setUp(server, { responses: 1 });
      await respond("ada");
      expect(await explain("ben")).toMatchObject({ outcome: "hide", gate: "quota" });
      await publish({ responses: 2 });
      expect(await isAsked("ben")).toBe(true);
      await respond("ben");
      expect(await isAsked("cem")).toBe(false);
      await publish();
      expect(await isAsked("cem")).toBe(true);
    });

    test("counts anew in each period", async () => {
      await using server = await startV1Server(open);
      const { respond, isAsked } = await setUp(server, { responses: 1, per: "day" });
      await respond("ada");
      expect(await isAsked("ben")).toBe(false);
      server.clock.advance(DAY_MS);
      expect(await isAsked("ben")).toBe(true);
      await respond("ben");
      expect(await isAsked("cem")).toBe(false);
    });

    test("includes earlier responses, and those of people who were erased", async () => {
      await using server = await startV1Server(open);
      const { respond, isAsked, publish } = await setUp(server);
      await respond("ada");
      await respond("ben");
      const { store } = server;
      await store.write([{ query: store.db.deleteFrom("people").where("external_id", "=", "ada").compile() }]);
      expect(await store.db.selectFrom("survey_responses").select("run_id").execute()).toHaveLength(1);
      await publish({ responses: 2 });
      expect(await isAsked("cem")).toBe(false);
    });
  });
}
