import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FREQUENCY_MODES, type Trigger } from "./content.ts";
import { judgePage, PAGE_GATES } from "./page-gates.ts";
import { type Candidate, evaluate, type Facts, GATES, type Gate, type Verdict } from "./rules.ts";
import { SUPPRESSION_SCOPES, type SuppressionFact } from "./suppression.ts";

const PATTERNS = ["/", "/orders", "/orders/*", "*", "https://shop.example/*", "/never"];
const EVENTS = ["order_shipped", "cart_opened", "signed_up"];
const TAGS = ["onboarding", "sales"];

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const list = (values: readonly string[]) =>
  fc.subarray([...values]).chain((chosen) => fc.shuffledSubarray(chosen, { minLength: chosen.length }));

const candidates: fc.Arbitrary<Candidate> = fc.record({
  content_id: fc.constantFrom("cnt_a", "cnt_b"),
  edition: fc.record({
    targeting: fc.record({ urls: fc.record({ include: list(PATTERNS), exclude: list(PATTERNS) }) }),
    trigger: fc.oneof(
      fc.constant<Trigger>({ kind: "automatic" }),
      fc.constant<Trigger>({ kind: "manual" }),
      fc.constantFrom(...EVENTS).map<Trigger>((event) => ({ kind: "event", event })),
    ),
    frequency: fc.record({ mode: fc.constantFrom(...FREQUENCY_MODES) }),
    tags: list(TAGS),
  }),
});

const suppressions: fc.Arbitrary<SuppressionFact> = fc.record({
  scope: fc.constantFrom(...SUPPRESSION_SCOPES),
  target: fc.constantFrom("cnt_a", "cnt_b", ...TAGS, ""),
  reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const, "admin" as const),
  expires_at_ms: fc.integer({ min: 0, max: 20 }),
});

const facts: fc.Arbitrary<Facts> = fc.record({
  now_ms: some(fc.integer({ min: 0, max: 20 })),
  app_paused: some(fc.boolean()),
  published: some(fc.boolean()),
  url: some(fc.constantFrom("https://shop.example/", "https://shop.example/orders/7?x=1", "https://other.example/a")),
  events: some(list(EVENTS)),
  requested: some(fc.boolean()),
  history: some(fc.record({ completed: fc.boolean(), ended: fc.boolean() })),
  suppressions: some(fc.array(suppressions, { maxLength: 4 })),
  lane_free: some(fc.boolean()),
  host_paused: some(fc.boolean()),
});

const statuses = (verdict: Verdict) => verdict.evidence.map(({ gate, status }) => ({ gate, status }));
const decision = (verdict: Verdict) => ({
  outcome: verdict.outcome,
  gate: verdict.outcome === "hide" ? verdict.gate : null,
  statuses: statuses(verdict),
});

const OPEN: Candidate = {
  content_id: "cnt_a",
  edition: {
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "once" },
    tags: ["sales"],
  },
};
/** Everything known, nothing in the way. */
const CLEAR: Facts = {
  now_ms: 10,
  app_paused: false,
  published: true,
  url: "https://shop.example/",
  events: [],
  requested: false,
  history: { completed: false, ended: false },
  suppressions: [],
  lane_free: true,
  host_paused: false,
};
const hidden = (reason: SuppressionFact["reason"]): SuppressionFact => ({
  scope: "content",
  target: "cnt_a",
  reason,
  expires_at_ms: 11,
});

describe("evaluate, for every candidate and all facts", () => {
  test("speaks of every gate once, in the fixed order", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        expect(evaluate(candidate, known).evidence.map(({ gate }) => gate)).toEqual([...GATES]);
      }),
    );
  });

  test("lets the first gate that blocks decide, and shows only when every gate passes", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const verdict = evaluate(candidate, known);
        const blocked = statuses(verdict).filter(({ status }) => status === "block");
        const open = statuses(verdict).filter(({ status }) => status === "unknown");
        switch (verdict.outcome) {
          case "hide":
            expect(verdict.gate).toBe(blocked[0]?.gate as Gate); // undefined fails here too
            break;
          case "unknown":
            expect(blocked).toEqual([]);
            expect(verdict.gates).toEqual(open.map(({ gate }) => gate));
            expect(open.length).toBeGreaterThan(0);
            break;
          case "show":
            expect([...blocked, ...open]).toEqual([]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("never takes unknown for false: forgetting a fact leaves a gate as it was, or makes it unknown", () => {
    fc.assert(
      fc.property(candidates, facts, fc.subarray(Object.keys(CLEAR)), (candidate, known, forgotten) => {
        const fewer: Facts = Object.fromEntries(Object.entries(known).filter(([name]) => !forgotten.includes(name)));
        const before = statuses(evaluate(candidate, known));
        for (const [index, { gate, status }] of statuses(evaluate(candidate, fewer)).entries()) {
          if (status !== "unknown") expect<unknown>({ gate, status }).toEqual(before[index]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test("does not care in which order facts, events, suppressions, patterns and tags come", () => {
    fc.assert(
      fc.property(candidates, facts, ({ content_id, edition }, known) => {
        const turned: Facts = {
          ...Object.fromEntries(Object.entries(known).toReversed()),
          events: known.events?.toReversed(),
          suppressions: known.suppressions?.toReversed(),
        };
        const { include, exclude } = edition.targeting.urls;
        const turnedEdition = {
          ...edition,
          tags: edition.tags.toReversed(),
          targeting: { urls: { include: include.toReversed(), exclude: exclude.toReversed() } },
        };
        expect(decision(evaluate({ content_id, edition: turnedEdition }, turned))).toEqual(
          decision(evaluate({ content_id, edition }, known)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("does not change what it was given", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const before = structuredClone({ candidate, known });
        evaluate(candidate, known);
        expect({ candidate, known }).toEqual(before);
      }),
    );
  });
});

describe("each gate blocks on its own cause, and names it", () => {
  const cases: readonly (readonly [gate: Gate, candidate: Candidate["edition"], facts: Facts])[] = [
    ["app_paused", OPEN.edition, { app_paused: true }],
    ["not_published", OPEN.edition, { published: false }],
    ["url", { ...OPEN.edition, targeting: { urls: { include: ["/orders"], exclude: [] } } }, {}],
    ["url", { ...OPEN.edition, targeting: { urls: { include: ["/"], exclude: ["/*"] } } }, {}],
    ["event", { ...OPEN.edition, trigger: { kind: "event", event: "order_shipped" } }, {}],
    ["event", { ...OPEN.edition, trigger: { kind: "manual" } }, {}],
    ["frequency", OPEN.edition, { history: { completed: false, ended: true } }],
    [
      "frequency",
      { ...OPEN.edition, frequency: { mode: "until_completed" } },
      { history: { completed: true, ended: true } },
    ],
    ["suppressed", OPEN.edition, { suppressions: [hidden("do_not_show_again")] }],
    ["suppressed", OPEN.edition, { suppressions: [hidden("admin")] }],
    ["snoozed", OPEN.edition, { suppressions: [hidden("snoozed")] }],
    ["lane_busy", OPEN.edition, { lane_free: false }],
    ["host_paused", OPEN.edition, { host_paused: true }],
  ];
  for (const [gate, edition, change] of cases) {
    test(`${gate}: ${JSON.stringify(change)} ${edition.trigger.kind}`, () => {
      expect(evaluate({ ...OPEN, edition }, { ...CLEAR, ...change })).toMatchObject({ outcome: "hide", gate });
    });
  }

  test("and no gate is without a case", () => {
    expect(new Set(cases.map(([gate]) => gate))).toEqual(new Set(GATES));
  });
});

describe("the gates of a page", () => {
  test("stand in the order of all gates", () => {
    const own: readonly Gate[] = PAGE_GATES;
    expect(GATES.filter((gate) => own.includes(gate))).toEqual([...PAGE_GATES]);
  });

  test("say what evaluate says of them", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const { evidence } = evaluate(candidate, known);
        for (const { gate, status } of judgePage(candidate, known)) {
          expect(evidence.find((each) => each.gate === gate)?.status).toBe(status);
        }
      }),
    );
  });
});

describe("evaluate", () => {
  test("shows when everything is known and nothing is in the way", () => {
    expect(evaluate(OPEN, CLEAR).outcome).toBe("show");
  });

  test("leaves to the page, on the server, exactly what only the page knows", () => {
    const onServer: Facts = {
      now_ms: 10,
      app_paused: false,
      published: true,
      history: { completed: false, ended: false },
      suppressions: [],
    };
    const gated = {
      ...OPEN,
      edition: {
        ...OPEN.edition,
        targeting: { urls: { include: ["/"], exclude: [] } },
        trigger: { kind: "event", event: "x" },
      },
    } as const;
    expect(evaluate(OPEN, onServer)).toMatchObject({ outcome: "unknown", gates: ["lane_busy", "host_paused"] });
    expect(evaluate(gated, onServer)).toMatchObject({ gates: ["url", "event", "lane_busy", "host_paused"] });
  });

  test("starts a manual content, and one that waits for an event, when code asks for it", () => {
    for (const trigger of [{ kind: "manual" }, { kind: "event", event: "x" }] as const) {
      const candidate = { ...OPEN, edition: { ...OPEN.edition, trigger } };
      expect(evaluate(candidate, { ...CLEAR, requested: true }).outcome).toBe("show");
    }
  });

  test("does not let code override what the person chose", () => {
    const facts: Facts = { ...CLEAR, requested: true, suppressions: [hidden("do_not_show_again")] };
    expect(evaluate(OPEN, facts)).toMatchObject({ outcome: "hide", gate: "suppressed" });
  });

  test("shows again and again what may always be shown, whatever happened before", () => {
    const candidate: Candidate = { ...OPEN, edition: { ...OPEN.edition, frequency: { mode: "always" } } };
    expect(evaluate(candidate, { ...CLEAR, history: { completed: true, ended: true } }).outcome).toBe("show");
  });

  test("shows again until completed what was only closed", () => {
    const candidate: Candidate = { ...OPEN, edition: { ...OPEN.edition, frequency: { mode: "until_completed" } } };
    expect(evaluate(candidate, { ...CLEAR, history: { completed: false, ended: true } }).outcome).toBe("show");
  });

  test("says until when the person chose not to see it", () => {
    const until = new Date(11).toISOString();
    const verdict = evaluate(OPEN, { ...CLEAR, suppressions: [hidden("do_not_show_again")] });
    expect(verdict.evidence.find(({ gate }) => gate === "suppressed")?.evidence).toContain(until);
  });
});
