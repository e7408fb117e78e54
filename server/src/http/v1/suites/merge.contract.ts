import { describe, expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { shown, suppress, type TestResponse } from "../../../../test/support/v1-browser.ts";
import { beforeNextWrite, newEventId, newRunId, startV1Server } from "../../../../test/support/v1-server.ts";

export function mergeContract(dialect: string, open: OpenStore): void {
  mergedSuppressions(dialect, open);
  mergedRuns(dialect, open);
  completedMerge(dialect, open);
  mergeAuthorization(dialect, open);
}

function mergedSuppressions(dialect: string, open: OpenStore): void {
  describe(`an anonymous past: suppressions (${dialect})`, () => {
    test("keeps hidden content hidden after sign-in on every device", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      expect(shown((await browser.identify("u_42", await server.token("u_42"))).body)).toEqual([]);
      expect(shown((await server.browser().identify("u_42", await server.token("u_42"))).body)).toEqual([]);
    });

    test("keeps the later of two dates from either side", async () => {
      for (const [anonymous_days, known_days] of [
        [10, 300],
        [300, 10],
      ] as const) {
        await using server = await startV1Server(open);
        await server.publish("welcome");
        const token = await server.token("u_42");
        await server.browser().identify("u_42", token);
        const made = await suppress(server.browser(), { scope: "content", target: "welcome", days: known_days }, token);
        const browser = await server.visitor();
        await suppress(browser, { scope: "content", target: "welcome", days: anonymous_days });
        await suppress(browser, { scope: "tag", target: "sales", days: 5 });
        const { body } = await browser.identify("u_42", token);
        const latest = server.clock.now() + 300 * DAY_MS;
        expect(made.status).toBe(200);
        expect(body.suppressions.map(({ scope, expires_at }) => [scope, Date.parse(expires_at)])).toEqual([
          ["tag", server.clock.now() + 5 * DAY_MS],
          ["content", latest],
        ]);
        expect(await server.count("suppressions")).toBe(2);
      }
    });

    test("goes to the person when sent after sign-in, without revealing their data", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      await server.publish("orders");
      const token = await server.token("u_42");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      await browser.identify("u_42", token);
      const late = await suppress(browser, { scope: "content", target: "orders" });
      expect(late.body.suppressions.map(({ target }) => target)).toHaveLength(1);
      const list = await browser.call<SuppressionsResponse>("GET", "suppressions", {
        token: browser.anonymous_token,
      });
      expect(list.body.suppressions).toEqual([]);
      expect(shown(await server.browser().boot(token))).toEqual([]);
    });
  });
}

function mergedRuns(dialect: string, open: OpenStore): void {
  describe(`an anonymous past: runs (${dialect})`, () => {
    test("keeps runs and events and continues the open tour", async () => {
      await using server = await startV1Server(open);
      const { content_id, version_id } = await server.publish("welcome");
      const browser = await server.visitor();
      const run_id = newRunId(server);
      const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
      await browser.call("POST", "progress", { body: { ...browser.anonymousIdentity, ...start } });
      const event = { id: newEventId(server), name: "tour_started", at: "2026-11-21T12:00:00Z" };
      await browser.call("POST", "events", { body: { ...browser.anonymousIdentity, events: [event] } });
      const { body } = await browser.identify("u_42", await server.token("u_42"));
      expect(body.decisions).toMatchObject([{ slug: "welcome", run: { run_id, seq: 1, step_id: "hello" } }]);
      const events = await server.store.db.selectFrom("events").select("person_id").execute();
      expect(events).toEqual([{ person_id: body.person.id as never }]);
      expect(await server.count("people")).toBe(2);
    });

    test.each([
      { where: "elsewhere if that is further", moved: "elsewhere", kept: "elsewhere" },
      { where: "here if this is further", moved: "here", kept: "here" },
      { where: "elsewhere if both are as far", moved: undefined, kept: "elsewhere" },
    ] as const)("continues a tour open in two places $where, and ends the other run", async ({ moved, kept }) => {
      await using server = await startV1Server(open);
      const { content_id, version_id } = await server.publish("welcome");
      const token = await server.token("u_42");
      const runs = { elsewhere: newRunId(server), here: newRunId(server) };
      const [device, browser] = [server.browser(), await server.visitor()];
      const move = (place: keyof typeof runs, body: Readonly<Record<string, unknown>>) => {
        const run_id = runs[place];
        return place === "elsewhere"
          ? device.call<Problem>("POST", "progress", { body: { ...body, run_id }, token })
          : browser.call<Problem>("POST", "progress", { body: { ...browser.anonymousIdentity, ...body, run_id } });
      };
      for (const place of ["elsewhere", "here"] as const) {
        await move(place, { action: "start", content_id, version_id, step_id: "hello", reason: "rule" });
      }
      if (moved !== undefined) await move(moved, { action: "step", seq: 1, step_id: "orders" });
      const { body } = await browser.identify("u_42", token);
      expect(body.decisions[0]?.run?.run_id).toBe(runs[kept]);
      const ended = runs[kept === "here" ? "elsewhere" : "here"];
      const rows = await server.store.db.selectFrom("runs").select(["id", "state", "end_reason", "seq"]).execute();
      expect(rows).toHaveLength(2);
      expect(rows.find(({ id }) => id === ended)).toMatchObject({
        ...{ state: "dismissed", end_reason: "replaced", seq: 2 },
      });
      const stale = await device.call<Problem>("POST", "progress", {
        body: { action: "step", run_id: ended, seq: 1, step_id: "orders" },
        token,
      });
      expect(stale.body).toMatchObject({ code: "run_conflict", current: { state: "dismissed", seq: 2 } });
    });
  });
}

function completedMerge(dialect: string, open: OpenStore): void {
  describe(`an anonymous past: sign-in (${dialect})`, () => {
    test("merges once when two tabs sign in at the same time", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const token = await server.token("u_42");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => browser.identify("u_42", token, { plan: "pro" })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      for (const { body } of answers) expect(shown(body)).toEqual([]);
      expect(await server.count("people")).toBe(2);
      expect(await server.count("suppressions")).toBe(1);
    });

    test("keeps everything added during sign-in", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      await server.publish("orders");
      const token = await server.token("u_42");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      beforeNextWrite(server, () => browser.identify("u_42", token));
      expect((await suppress(browser, { scope: "content", target: "orders" })).status).toBe(200);
      expect(shown(await server.browser().boot(token))).toEqual([]);
      const rows = await server.store.db.selectFrom("suppressions").select("person_id").distinct().execute();
      expect(rows).toHaveLength(1);
    });

    test("ends at sign-in with a new anonymous identity separate from the person", async () => {
      for (const site of ["cross-site", "same-site"] as const) {
        await using server = await startV1Server(open);
        await server.publish("welcome");
        const browser = server.browser({ site });
        const before = await browser.boot();
        await suppress(browser, { scope: "content", target: "welcome" });
        await browser.identify("u_42", await server.token("u_42"));
        const after = await browser.boot();
        expect(after.anonymous?.id).toMatch(/^anon-/);
        expect(after.anonymous?.id).not.toBe(before.anonymous?.id ?? "");
        expect(after.person).toMatchObject({ external_id: null, verified: false });
        expect(shown(after)).toEqual(["welcome"]);
        expect((await browser.boot()).anonymous?.id).toBe(after.anonymous?.id ?? "");
      }
    });

    test("gives an anonymous run only to the first person who signs in", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      await browser.identify("u_42", await server.token("u_42"));
      expect(shown((await browser.identify("u_43", await server.token("u_43"))).body)).toEqual(["welcome"]);
      expect(shown((await browser.identify("u_42", await server.token("u_42"))).body)).toEqual([]);
    });
  });
}

function mergeAuthorization(dialect: string, open: OpenStore): void {
  describe(`an anonymous past: authorization (${dialect})`, () => {
    test("can finish its run after merging but can't start one", async () => {
      await using server = await startV1Server(open);
      const { content_id, version_id } = await server.publish("welcome");
      const browser = await server.visitor();
      const run_id = newRunId(server);
      const start = {
        ...browser.anonymousIdentity,
        action: "start",
        content_id,
        version_id,
        step_id: "hello",
        reason: "rule",
      };
      await browser.call("POST", "progress", { body: { ...start, run_id } });
      await browser.identify("u_42", await server.token("u_42"));
      const step = { ...browser.anonymousIdentity, action: "step", run_id, seq: 1, step_id: "orders" };
      expect((await browser.call("POST", "progress", { body: step })).status).toBe(200);
      const again = await browser.call<Problem>("POST", "progress", { body: { ...start, run_id: newRunId(server) } });
      expect(again.body.code).toBe("identity_required");
    });

    test("merges into an unverified person, but into a verified one only with a token", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome" });
      await server.browser().identify("ceo", await server.token("ceo"));
      const refused = (await browser.identify("ceo")) as unknown as TestResponse<Problem>;
      expect(refused.body.code).toBe("identity_required");
      expect(shown(await browser.boot())).toEqual([]);
      expect(shown(await server.browser().boot(await server.token("ceo")))).toEqual(["welcome"]);
      expect(shown((await browser.identify("u_42")).body)).toEqual([]);
    });

    test("is removed when given without verification and the person verifies later", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const unverified = await server.visitor();
      await suppress(unverified, { scope: "tag", target: "sales" });
      await unverified.identify("ceo");
      const token = await server.token("ceo");
      await server.browser().identify("ceo", token);
      expect((await suppress(unverified, { scope: "all", target: "" })).status).toBe(200);
      const boot = await server.browser().boot(token);
      expect(boot.suppressions.map(({ scope }) => scope)).toEqual(["tag"]);
      expect(shown(boot)).toEqual(["welcome"]);
      expect(shown(await unverified.boot())).toEqual([]);
    });

    test("stays with the person when the same browser verifies them later", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const token = await server.token("u_42");
      const browser = await server.visitor();
      await suppress(browser, { scope: "tag", target: "sales" });
      await browser.identify("u_42");
      await browser.identify("u_42", token);
      await suppress(browser, { scope: "content", target: "welcome" });
      expect(shown(await server.browser().boot(token))).toEqual([]);
      const { suppressions } = await server.browser().boot(token);
      expect(suppressions.map(({ scope }) => scope).toSorted()).toEqual(["content", "tag"]);
    });
  });
}
