import { describe, expect, test } from "bun:test";
import type { CelebrationBody } from "@fanfare/contract/content/celebration";
import type { Edition, Trigger } from "@fanfare/contract/content/content";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import type { BootResponse, Decision, EventsResponse, ProgressResponse } from "@fanfare/contract/schema/client/v1";
import type { PropertyTest, Rule } from "@fanfare/contract/targeting/rule";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import type { Browser } from "../../../../test/support/v1-browser.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { toIso } from "../../../store/columns.ts";
import { insertRow } from "../../../store/statements/insert-row.ts";

const body: CelebrationBody = { type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } };
const celebrationOf = (trigger: Trigger, fields: Partial<Edition> = {}): Partial<Edition> => ({
  ...{ body, trigger, frequency: { mode: "always" } },
  ...fields,
});

/** One person on some devices, in a server with celebrations. */
async function openDevice(server: V1Server, external_id = "u_42") {
  const token = await server.token(external_id, { exp: 4_000_000_000 });
  const phone = server.browser();
  const desk = server.browser();
  const find = async (slug: string, browser: Browser = phone): Promise<Decision | undefined> =>
    (await browser.boot(token)).decisions.find((each) => each.slug === slug);
  const progress = (move: Record<string, unknown>) =>
    phone.call<ProgressResponse & Problem>("POST", "progress", { body: move, token });
  return {
    ...{ phone, desk, find, progress },
    due: async (slug: string) => (await find(slug))?.due,
    happens: (name: string, times = 1, browser: Browser = phone, props: object = {}) =>
      browser.call<EventsResponse>("POST", "events", {
        body: {
          events: Array.from({ length: times }, () => ({
            ...{ id: newEventId(server), name, props, at: toIso(server.clock.now()) },
          })),
        },
        token,
      }),
    /** Starts and ends a run like the SDK. Returns the response to the start. */
    async plays(slug: string, reason = "rule") {
      const decision = await find(slug);
      const run_id = newRunId(server);
      const { content_id, version_id, edition } = decision ?? {};
      const step_id = edition?.body.type === "celebration" ? "celebration" : "hello";
      const start = await progress({ action: "start", run_id, content_id, version_id, step_id, reason });
      if (start.status === 200) await progress({ action: "end", run_id, seq: 1, reason: "completed" });
      return start;
    },
  };
}

export function occasionsContract(dialect: string, open: OpenStore): void {
  countedOccasions(dialect, open);
  propertyTriggers(dialect, open);
  occasionSignals(dialect, open);
  occasionResponses(dialect, open);
  occasionTriggers(dialect, open);
}

function countedOccasions(dialect: string, open: OpenStore): void {
  describe(`an occasion: counts (${dialect})`, () => {
    test("counts every nth event over devices, including those before publish", async () => {
      await using server = await startV1Server(open);
      const { happens, due, plays, desk } = await openDevice(server);
      await happens("order", 2);
      await server.publish("tenth", celebrationOf({ kind: "event", event: "order", count: { on: "every", n: 5 } }));
      await happens("order", 1, desk);
      await happens("other", 5);
      expect(await due("tenth")).toBeUndefined();
      await happens("order", 1);
      expect(await due("tenth")).toBeUndefined();
      await happens("order", 1, desk);
      expect(await due("tenth")).toBe("event:order:5");
      expect((await plays("tenth")).status).toBe(200);
      expect(await due("tenth")).toBeUndefined();
      await happens("order", 4);
      expect(await due("tenth")).toBeUndefined();
      // The tenth event is in a batch of several.
      await happens("order", 3);
      expect(await due("tenth")).toBe("event:order:10");
    });

    test("counts the same events once when sent again", async () => {
      await using server = await startV1Server(open);
      await server.publish("third", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 3 } }));
      const { phone, due } = await openDevice(server);
      const token = await server.token("u_42");
      const events = [1, 2].map(() => ({ id: newEventId(server), name: "order", at: toIso(server.clock.now()) }));
      for (let time = 0; time < 3; time++) await phone.call("POST", "events", { body: { events }, token });
      expect(await due("third")).toBeUndefined();
      const third = { id: newEventId(server), name: "order", at: toIso(server.clock.now()) };
      await phone.call("POST", "events", { body: { events: [...events, third] }, token });
      expect(await due("third")).toBe("event:order:3");
    });

    test("counts events before and after sign-in together", async () => {
      await using server = await startV1Server(open);
      await server.publish("third", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 3 } }));
      const { happens, due } = await openDevice(server);
      await happens("order");
      const visitor = await server.visitor();
      const { anonymous_token } = visitor;
      const event = { id: newEventId(server), name: "order", at: toIso(server.clock.now()) };
      await visitor.call("POST", "events", { body: { anonymous_token, events: [event] } });
      const token = await server.token("u_42");
      await visitor.call("POST", "identify", { body: { external_id: "u_42", anonymous_token }, token });
      await happens("order");
      expect(await due("third")).toBe("event:order:3");
    });

    test("plays only a few times a day", async () => {
      await using server = await startV1Server(open);
      await server.publish("each", celebrationOf({ kind: "event", event: "order", count: { on: "every", n: 1 } }));
      const { happens, plays, find } = await openDevice(server);
      for (let played = 0; played < limits.celebrations_per_day_max; played++) {
        expect((await find("each"))?.cap_left).toBe(limits.celebrations_per_day_max - played);
        await happens("order");
        expect((await plays("each")).status).toBe(200);
      }
      await happens("order");
      expect(await find("each")).toBeUndefined();
      server.clock.advance(DAY_MS);
      expect((await find("each"))?.due).toBe(`event:order:${limits.celebrations_per_day_max + 1}`);
    });
  });
}

/** Total of at least that much. */
const bigOrder = (value: number): readonly PropertyTest[] => [
  { name: "total", test: { type: "number", op: "at_least", value } },
];

function propertyTriggers(dialect: string, open: OpenStore): void {
  describe(`an occasion: event properties (${dialect})`, () => {
    const order = (total: unknown) => [1, undefined, { total }] as const;

    test("starts content only for events whose properties match", async () => {
      await using server = await startV1Server(open);
      await server.publish("big", celebrationOf({ kind: "event", event: "order", props: bigOrder(100) }));
      const { happens, due, plays } = await openDevice(server);
      expect((await happens("order", ...order(5))).body.due).toBeUndefined();
      expect((await happens("order", ...order("500"))).body.due).toBeUndefined();
      expect((await happens("order")).body.due).toBeUndefined();
      expect(await due("big")).toBeUndefined();
      expect((await happens("order", ...order(500))).body.due).toBe(true);
      expect(await due("big")).toMatch(/^event:order:[\w-]{16}:1$/);
      expect((await plays("big", "event")).status).toBe(200);
      expect(await due("big")).toBeUndefined();
      await happens("order", ...order(100));
      expect(await due("big")).toMatch(/:2$/);
    });

    test("counts only events that match, including those before publish", async () => {
      await using server = await startV1Server(open);
      const { happens, due } = await openDevice(server);
      await happens("order", ...order(500));
      await happens("order", ...order(5));
      const third = { on: "nth", n: 3 } as const;
      await server.publish(
        "third",
        celebrationOf({ kind: "event", event: "order", props: bigOrder(100), count: third }),
      );
      await server.publish("same", celebrationOf({ kind: "event", event: "order", props: bigOrder(100) }));
      await server.publish("any", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 4 } }));
      await happens("order", ...order(100));
      expect(await due("third")).toBeUndefined();
      expect(await due("same")).toMatch(/:2$/);
      expect(await due("any")).toBeUndefined();
      await happens("order", ...order(200));
      expect(await due("third")).toMatch(/:3$/);
      expect(await due("any")).toBe("event:order:4");
    });

    test("starts again under changed conditions", async () => {
      await using server = await startV1Server(open);
      const { happens, due, plays } = await openDevice(server);
      await server.publish("big", celebrationOf({ kind: "event", event: "order", props: bigOrder(100) }));
      await happens("order", ...order(500));
      expect((await plays("big", "event")).status).toBe(200);
      await server.publish("big", celebrationOf({ kind: "event", event: "order", props: bigOrder(1_000) }));
      await happens("order", ...order(500));
      expect(await due("big")).toBeUndefined();
      await happens("order", ...order(1_000));
      expect(await due("big")).toMatch(/:1$/);
    });

    test("keeps the conditions from pages", async () => {
      await using server = await startV1Server(open);
      await server.publish("big", celebrationOf({ kind: "event", event: "order", props: bigOrder(4_321) }));
      const { phone, find } = await openDevice(server);
      expect((await find("big"))?.edition.trigger).toEqual({
        kind: "event",
        event: "order",
        count: { on: "every", n: 1 },
      });
      const token = await server.token("u_42");
      const explained = await phone.call("GET", "explain", { query: { content: "big" }, token });
      expect(explained.status).toBe(200);
      expect(JSON.stringify(explained.body)).not.toContain("4321");
    });
  });
}

function occasionSignals(dialect: string, open: OpenStore): void {
  describe(`an occasion: signals (${dialect})`, () => {
    test("signals the person's pages immediately and plays on only one of them", async () => {
      await using server = await startV1Server(open);
      await server.publish("first", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 1 } }));
      const { happens, plays, find, progress } = await openDevice(server);
      server.signals.length = 0;
      await happens("order");
      expect(server.signals.filter(({ event }) => event === PERSON_CHANGED)).toMatchObject([
        { channel: "private-fanfare-u_42", data: { kind: "runs", socket_id: null } },
      ]);
      // Two pages received the same response.
      const { content_id, version_id } = (await find("first")) ?? {};
      expect((await plays("first")).status).toBe(200);
      const late = { action: "start", run_id: newRunId(server), content_id, version_id, step_id: "celebration" };
      const refused = await progress({ ...late, reason: "event" });
      expect([refused.status, refused.body.code]).toEqual([409, "run_refused"]);
      expect(refused.body.detail).toContain("already shown on another page");
      // A start from code needs no occasion.
      expect((await progress({ ...late, reason: "api" })).status).toBe(200);
    });

    test("signals only events and ends that change an audience result", async () => {
      await using server = await startV1Server(open);
      const { phone, find, happens, progress } = await openDevice(server);
      await phone.boot(await server.token("u_42", { exp: 4_000_000_000 }));
      const audience = (rule: Rule): Partial<Edition> => ({
        targeting: { urls: { include: [], exclude: [] }, audience: rule },
      });
      const often: Rule = { kind: "event", name: "order", count: { op: "at_least", times: 3 }, within_days: 7 };
      await server.publish("often", audience(often));
      const due = async (name: string, times = 1) => (await happens(name, times)).body.due ?? false;
      expect([await due("order"), await due("other", 3), await due("order")]).toEqual([false, false, false]);
      expect(await find("often")).toBeUndefined();
      expect(await due("order")).toBe(true);
      expect(server.signals.findLast(({ event }) => event === PERSON_CHANGED)?.channel).toStartWith("private-fanfare-");
      expect(await find("often")).toBeDefined();
      expect([await due("order"), await due("order", 5)]).toEqual([false, false]);

      await server.publish("first");
      const { content_id, version_id } = (await find("first")) ?? {};
      await server.publish("after", audience({ kind: "content", content_id: content_id ?? "", state: "completed" }));
      const run_id = newRunId(server);
      const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
      expect((await progress(start)).body.due).toBeUndefined();
      expect((await progress({ action: "end", run_id, seq: 1, reason: "completed" })).body.due).toBe(true);
      expect(await find("after")).toBeDefined();
    });
  });
}

function occasionResponses(dialect: string, open: OpenStore): void {
  describe(`an occasion: responses (${dialect})`, () => {
    test("returns to the page that caused the event once, for anyone", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { frequency: { mode: "always" } });
      await server.publish("thanks", celebrationOf({ kind: "completed", content: "welcome" }));
      await server.publish("second", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 2 } }));
      const goal = {
        ...{ id: newId("gol", server.clock, systemRng), app_id: server.shop.id, name: "Shipped" },
        ...{ event_name: "shipped", props: "[]", window_ms: DAY_MS, attribution: "last" as const },
        ...{ celebration: "burst" as const, revision: 1, created_at: server.clock.now() },
      };
      await server.store.write([{ query: insertRow(server.store.db, "goals", goal), expect: 1 }]);
      const token = await server.token("u_7");
      const unproved = { external_id: "u_unproved" };
      for (const [person, proof] of [
        [{}, undefined],
        [unproved, undefined],
        [{ external_id: "u_7" }, token],
      ] as const) {
        const browser = server.browser();
        const boot = async (): Promise<BootResponse> =>
          "external_id" in person
            ? (await browser.call<BootResponse>("POST", "identify", { body: person, token: proof })).body
            : await browser.boot();
        await boot();
        const identity =
          proof === undefined && "external_id" in person ? person : { anonymous_token: browser.anonymous_token };
        const sender = proof === undefined ? identity : {};
        const due = async (name: string): Promise<unknown> => {
          const events = [{ id: newEventId(server), name, at: toIso(server.clock.now()) }];
          return (await browser.call<EventsResponse>("POST", "events", { body: { ...sender, events }, token: proof }))
            .body.due;
        };
        expect([await due("order"), await due("order"), await due("order")]).toEqual([undefined, true, undefined]);
        expect((await boot()).decisions.find(({ slug }) => slug === "second")?.due).toBe("event:order:2");
        // The person's other pages are notified, on the person's own channel or on the one for an unverified ID.
        const signal = server.signals.findLast(({ event }) => event === PERSON_CHANGED);
        expect(signal?.channel).toStartWith(person === unproved ? "fanfare-said-u_unproved" : "private-fanfare-");
        // The goal's own celebration is pending by then, except for an unverified ID.
        expect([await due("shipped"), await due("shipped")]).toEqual([true, undefined]);
        expect((await boot()).messages > 0).toBe(person !== unproved);
        const { content_id, version_id } = (await boot()).decisions.find(({ slug }) => slug === "welcome") ?? {};
        const run_id = newRunId(server);
        const progress = async (move: object): Promise<unknown> =>
          (await browser.call<ProgressResponse>("POST", "progress", { body: { ...sender, ...move }, token: proof }))
            .body.due;
        const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
        expect(await progress(start)).toBeUndefined();
        expect(await progress({ action: "end", run_id, seq: 1, reason: "completed" })).toBe(true);
        expect((await boot()).decisions.find(({ slug }) => slug === "thanks")?.due).toBe(`completed:${run_id}`);
      }
    });

    test("accepts a retry from the page that claimed the run", async () => {
      await using server = await startV1Server(open);
      await server.publish("first", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 1 } }));
      const { happens, find, progress } = await openDevice(server);
      await happens("order");
      const { content_id, version_id } = (await find("first")) ?? {};
      const start = { action: "start", run_id: newRunId(server), content_id, version_id, step_id: "celebration" };
      expect((await progress({ ...start, reason: "event" })).status).toBe(200);
      expect((await progress({ ...start, reason: "event" })).status).toBe(200);
    });
  });
}

function occasionTriggers(dialect: string, open: OpenStore): void {
  describe(`an occasion: triggers (${dialect})`, () => {
    test("starts when other content is completed, but not when closed", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { frequency: { mode: "always" } });
      await server.publish("party", celebrationOf({ kind: "completed", content: "welcome" }));
      const { find, progress, plays, due } = await openDevice(server);
      const { content_id, version_id } = (await find("welcome")) ?? {};
      const run_id = newRunId(server);
      await progress({ action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" });
      await progress({ action: "end", run_id, seq: 1, reason: "escape" });
      expect(await due("party")).toBeUndefined();
      await plays("welcome");
      expect(await due("party")).toMatch(/^completed:run_/);
      expect((await plays("party")).status).toBe(200);
      expect(await due("party")).toBeUndefined();
      await plays("welcome");
      expect(await due("party")).toMatch(/^completed:run_/);
    });

    test("starts when a goal is reached for the first time", async () => {
      await using server = await startV1Server(open);
      const goal = {
        ...{ id: newId("gol", server.clock, systemRng), app_id: server.shop.id, name: "Big order" },
        ...{
          event_name: "order",
          props: "[]",
          window_ms: DAY_MS,
          attribution: "last" as const,
          celebration: null,
          revision: 1,
        },
        created_at: server.clock.now(),
      };
      await server.store.write([{ query: insertRow(server.store.db, "goals", goal), expect: 1 }]);
      await server.publish("party", celebrationOf({ kind: "goal", goal: "Big order" }));
      const { happens, plays, due } = await openDevice(server);
      await happens("order");
      expect(await due("party")).toBe(`goal:${goal.id}`);
      expect((await plays("party")).status).toBe(200);
      server.clock.advance(HOUR_MS);
      await happens("order");
      expect(await due("party")).toBeUndefined();
    });

    test("expires when no page is open", async () => {
      await using server = await startV1Server(open);
      await server.publish("first", celebrationOf({ kind: "event", event: "order", count: { on: "nth", n: 1 } }));
      const { happens, due } = await openDevice(server);
      await happens("order");
      server.clock.advance(limits.occasion_due_hours * HOUR_MS - HOUR_MS);
      expect(await due("first")).toBe("event:order:1");
      server.clock.advance(HOUR_MS);
      expect(await due("first")).toBeUndefined();
    });
  });
}
