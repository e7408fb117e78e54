import { describe, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { Experiment } from "@fanfare/contract/content/experiment";
import { DAY_MS } from "@fanfare/contract/limits";
import type { BootResponse, Decision, EventsResponse, ProgressResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import type { Browser } from "../../../../test/support/v1-browser.ts";
import { newEventId, newRunId, startV1Server, steps, type V1Server } from "../../../../test/support/v1-server.ts";
import { experimentReport } from "../../../analytics/reports/experiment.ts";
import { toIso } from "../../../store/columns.ts";
import { insertRow } from "../../../store/statements/insert-row.ts";

const suppression = { offered: true, days: 365 };
// Cast: the schema parses it on publish.
const bodyOf = (title: string): Edition["body"] =>
  ({ type: "tour", steps: steps([title]), suppression }) as unknown as Edition["body"];
const halves: Experiment = {
  seed: "s1",
  weight: 50,
  variants: [{ id: "b", name: "Short", weight: 50, body: bodyOf("short") }],
};

/** Simulates a page with an experiment: requests content, reports the exposure, and sends events. */
async function visitor(server: V1Server, external_id: string, browser: Browser = server.browser()) {
  const token = await server.token(external_id, { exp: 4_000_000_000 });
  const find = async (): Promise<Decision | undefined> =>
    (await browser.boot(token)).decisions.find(({ slug }) => slug === "welcome");
  const send = (name: string, props: Record<string, unknown> = {}) =>
    browser.call<EventsResponse>("POST", "events", {
      body: { events: [{ id: newEventId(server), name, props, at: toIso(server.clock.now()) }] },
      token,
    });
  return {
    ...{ browser, token, find, send },
    async meets(): Promise<string | undefined> {
      const decision = await find();
      if (decision === undefined) return undefined;
      const { content_id, version_number: version, variant } = decision;
      await send("experiment_exposed", { content_id, version, variant });
      return variant;
    },
  };
}

async function goalOf(server: V1Server, fields: Record<string, unknown> = {}): Promise<void> {
  const goal = {
    ...{ id: "gol_1", app_id: server.shop.id, name: "First order", event_name: "order", props: "[]" },
    ...{ window_ms: 7 * DAY_MS, attribution: "last", celebration: null, created_at: server.clock.now(), ...fields },
  };
  // Cast: made-up goal.
  await server.store.write([{ query: insertRow(server.store.db, "goals", goal as never), expect: 1 }]);
}

const titleOf = (decision: Decision | undefined): string | undefined => {
  const body = decision?.edition.body;
  return body?.type === "tour" ? body.steps[0]?.title : undefined;
};
const exposures = (server: V1Server) =>
  server.store.db
    .selectFrom("exposures")
    .select(["person_id", "arm", "crossed", "exposed_at"])
    .orderBy("arm")
    .execute();

export function experimentsContract(dialect: string, open: OpenStore): void {
  assignedVariants(dialect, open);
  experimentAudience(dialect, open);
  experimentMeasurement(dialect, open);
}

function assignedVariants(dialect: string, open: OpenStore): void {
  describe(`an experiment: variants (${dialect})`, () => {
    test("assigns each person one variant on every device and sends no other", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { body: bodyOf("long"), experiment: halves });
      const seen = new Set<string>();
      // IDs are drawn at random, so add people until both variants have been assigned.
      for (let number = 0; number < 6 || seen.size < 2; number++) {
        const desk = await visitor(server, `u_${number}`);
        const [here, there] = [await desk.find(), await (await visitor(server, `u_${number}`)).find()];
        expect(titleOf(here)).toBe(here?.variant === "b" ? "short" : "long");
        expect(there?.variant).toBe(here?.variant);
        expect(JSON.stringify(here)).not.toContain(here?.variant === "b" ? "long" : "short");
        expect(here?.edition.experiment).toBeUndefined();
        seen.add(here?.variant ?? "");
      }
      expect([...seen].sort()).toEqual(["a", "b"]);
    });

    test("keeps the variant on sign-in and marks people with two variants", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome", { body: bodyOf("long"), experiment: halves });
      const variantOf = (boot: BootResponse) => boot.decisions.find(({ slug }) => slug === "welcome")?.variant;
      const anonymous = async () => {
        const browser = server.browser();
        const variant = variantOf(await browser.boot());
        const events = [
          {
            ...{ id: newEventId(server), name: "experiment_exposed", at: toIso(server.clock.now()) },
            props: { content_id, version: 1, variant },
          },
        ];
        await browser.call("POST", "events", { body: { ...browser.anonymousIdentity, events } });
        return { browser, variant };
      };
      // Find a person who would draw the other variant under their own ID.
      const first = await anonymous();
      let held_out = 0;
      let other: Awaited<ReturnType<typeof visitor>>;
      do other = await visitor(server, `u_${held_out++}`);
      while ((await other.find())?.variant === first.variant);
      const signed_in = await first.browser.identify(`u_${held_out - 1}`, other.token);
      expect(variantOf(signed_in.body)).toBe(first.variant);
      expect(await exposures(server)).toMatchObject([{ arm: first.variant, crossed: 0 }]);

      // Another browser where the person saw the other variant before identifying.
      let second = await anonymous();
      while (second.variant === first.variant) second = await anonymous();
      const again = await second.browser.identify(`u_${held_out - 1}`, other.token);
      expect(variantOf(again.body)).toBe(first.variant);
      const person = await server.store.db
        .selectFrom("people")
        .select("id")
        .where("external_id", "=", `u_${held_out - 1}`)
        .executeTakeFirstOrThrow();
      const own = (await exposures(server)).filter(({ person_id }) => person_id === person.id);
      expect(own).toMatchObject([{ arm: first.variant, crossed: 1 }]);
    });
  });
}

function experimentAudience(dialect: string, open: OpenStore): void {
  describe(`an experiment: audience (${dialect})`, () => {
    test("keeps assigned variants when the weights change and reassigns the others", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { body: bodyOf("long"), experiment: halves });
      const people = await Promise.all(Array.from({ length: 12 }, (_, number) => visitor(server, `u_${number}`)));
      const before = await Promise.all(people.map(({ find }) => find()));
      const half = people.slice(0, 6);
      for (const person of half) await person.meets();
      await server.publish("welcome", {
        body: bodyOf("long"),
        experiment: { ...halves, weight: 0, variants: halves.variants.map((each) => ({ ...each, weight: 100 })) },
      });
      const after = await Promise.all(people.map(({ find }) => find()));
      expect(after.slice(0, 6).map((each) => each?.variant)).toEqual(before.slice(0, 6).map((each) => each?.variant));
      expect(new Set(after.slice(6).map((each) => each?.variant))).toEqual(new Set(["b"]));
    });

    test("hides content from the holdout and records the first exposure once", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome", {
        body: bodyOf("secret"),
        rollout: { holdout_percent: 50 },
      });
      const arms: (string | undefined)[] = [];
      for (let number = 0; number < 6 || new Set(arms).size < 2; number++) {
        const person = await visitor(server, `u_${number}`);
        const decision = await person.find();
        if (decision?.variant === "holdout") {
          expect(decision).toMatchObject({ content_id, name: "", edition: { body: { type: "tour", steps: [] } } });
          expect(JSON.stringify(decision)).not.toContain("secret");
        } else expect(titleOf(decision)).toBe("secret");
        arms.push(await person.meets());
        expect((await person.find())?.variant).toBe(decision?.variant === "holdout" ? undefined : "a");
      }
      const rows = await exposures(server);
      expect(rows.map(({ arm }) => String(arm)).sort()).toEqual(arms.map(String).sort());
      expect(new Set(arms)).toEqual(new Set(["a", "holdout"]));
    });

    test("sends no holdout for content that the person wouldn't see anyway", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { rollout: { holdout_percent: 50, percent: 0 } });
      for (let number = 0; number < 6; number++) {
        expect(await (await visitor(server, `u_${number}`)).find()).toBeUndefined();
      }
    });

    test("rejects exposures of another variant or without an experiment", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome", { experiment: halves });
      const { content_id: plain } = await server.publish("plain");
      const person = await visitor(server, "u_1");
      for (const variant of ["holdout", "c", "x", 1, undefined]) {
        await person.send("experiment_exposed", { content_id, version: 1, variant });
      }
      await person.send("experiment_exposed", { content_id: plain, version: 1, variant: "a" });
      expect(await server.count("exposures")).toBe(0);
    });
  });
}

function experimentMeasurement(dialect: string, open: OpenStore): void {
  describe(`an experiment: measurement (${dialect})`, () => {
    test("records the variant in runs, events, and counts", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { body: bodyOf("long"), experiment: halves });
      const person = await visitor(server, "u_1");
      const { content_id, version_id, variant, edition } = (await person.find()) ?? {};
      const step_id = edition?.body.type === "tour" ? edition.body.steps[0]?.id : "";
      const start = {
        action: "start",
        run_id: newRunId(server),
        content_id,
        version_id,
        step_id,
        reason: "rule",
        variant,
      };
      const { status } = await person.browser.call<ProgressResponse>("POST", "progress", {
        body: start,
        token: person.token,
      });
      expect(status).toBe(200);
      await person.send("tour_started", { content_id, version: 1, variant });
      const run = await server.store.db.selectFrom("runs").select("variant").executeTakeFirstOrThrow();
      const rollup = await server.store.db.selectFrom("event_rollups").select("facets").executeTakeFirstOrThrow();
      expect([run.variant, JSON.parse(rollup.facets)]).toEqual([String(variant), { version: 1, variant }]);
    });

    test("measures views, completions in time, and earlier completions per variant", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome", {
        body: bodyOf("long"),
        rollout: { holdout_percent: 50 },
      });
      await goalOf(server);
      const people = await Promise.all(Array.from({ length: 12 }, (_, number) => visitor(server, `u_${number}`)));
      const [early] = people;
      await early?.send("order");
      server.clock.advance(1);
      const arms: string[] = [];
      for (const person of people) arms.push(String(await person.meets()));
      const reached = { a: 0, holdout: 0 };
      for (const [index, person] of people.entries()) {
        if (index % 3 === 1) {
          await person.send("order");
          reached[arms[index] === "a" ? "a" : "holdout"]++;
        }
      }
      server.clock.advance(8 * DAY_MS);
      for (const [index, person] of people.entries()) if (index % 3 === 2) await person.send("order");
      const report = await experimentReport(server, server.shop, content_id);
      const [goal] = report.goals;
      for (const arm of ["a", "holdout"] as const) {
        const matching = arms.filter((each) => each === arm).length;
        const before = arms[0] === arm ? 1 : 0;
        expect(report.arms.find((each) => each.arm === arm)).toMatchObject({ people: matching });
        expect(goal?.arms.find((each) => each.arm === arm)).toMatchObject({
          ...{ people: matching - before, reached_before: before, reached: reached[arm] },
        });
      }
      expect(report).toMatchObject({ content_id, control: "holdout", people: 12, crossed: 0 });
    });
  });
}
