import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "../../test/support/arbitrary-rules.ts";
import type { Body } from "../content/body.ts";
import { FREQUENCY_MODES, type Trigger } from "../content/content.ts";
import type { Rule } from "../targeting/rule.ts";
import type { Schedule } from "../targeting/schedule.ts";
import { type Candidate, type Evaluation, evaluate, type Facts, GATES, type Gate } from "./evaluate.ts";
import { evaluateAudience, PAGE_ONLY_GATES } from "./gates.ts";
import { conditionStatus } from "./page-conditions.ts";
import { judgePage, PAGE_GATES } from "./page-gates.ts";
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
    targeting: fc.record({
      urls: fc.record({ include: list(PATTERNS), exclude: list(PATTERNS) }),
      audience: some(arbitraryRule),
      people: some(fc.constantFrom("identified" as const, "anonymous" as const)),
    }),
    trigger: fc.oneof(
      fc.constant<Trigger>({ kind: "automatic" }),
      fc.constant<Trigger>({ kind: "manual" }),
      fc.constant<Trigger>({ kind: "link" }),
      fc.constantFrom(...EVENTS).map<Trigger>((event) => ({ kind: "event", event })),
    ),
    frequency: fc.record({
      mode: fc.constantFrom(...FREQUENCY_MODES),
      every_days: fc.constant(1),
      cooldown_hours: some(fc.constantFrom(1, 48)),
    }),
    schedule: some(
      fc.constantFrom<Schedule>(
        { starts_at: "2026-11-21T06:00", zone: "utc" },
        { ends_at: "2026-11-21T06:00", zone: "person" },
      ),
    ),
    rollout: some(fc.record({ percent: some(fc.constant(50)), holdout_percent: some(fc.constant(50)) })),
    tags: list(TAGS),
  }),
});

/** Around 6 a.m., when the schedules start and end. */
const NOW_MS = Date.UTC(2026, 10, 21, 6);
const minutes = fc.integer({ min: -10, max: 10 }).map((count) => NOW_MS + count * 60_000);

const suppressions: fc.Arbitrary<SuppressionFact> = fc.record({
  scope: fc.constantFrom(...SUPPRESSION_SCOPES),
  target: fc.constantFrom("cnt_a", "cnt_b", ...TAGS, ""),
  reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const, "admin" as const),
  expires_at_ms: minutes,
});

const caps = fc.array(
  fc.record({ name: fc.constant("all"), runs_max: fc.nat(2), window_hours: fc.constant(24), runs: fc.nat(2) }),
  { maxLength: 2 },
);

const ownFacts: fc.Arbitrary<Facts> = fc.record({
  now_ms: some(minutes),
  app_paused: some(fc.boolean()),
  published: some(fc.boolean()),
  publication_paused: some(fc.boolean()),
  person: some(arbitraryPerson),
  identified: some(fc.boolean()),
  events: some(list(EVENTS)),
  requested: some(fc.boolean()),
  history: some(
    fc.record({
      completed: fc.boolean(),
      ended: fc.boolean(),
      last_ended_ms: some(minutes.map((at) => at - 3_600_000)),
    }),
  ),
  caps: some(caps),
  runs_begun: some(fc.nat(2)),
  suppressions: some(fc.array(suppressions, { maxLength: 4 })),
  lane_free: some(fc.boolean()),
  outranked: some(fc.boolean()),
  host_paused: some(fc.boolean()),
  consent: some(fc.boolean()),
  target: some(fc.constantFrom("found" as const, "hidden" as const, "missing" as const)),
  sdk_blocked: some(fc.boolean()),
  page_outdated: some(fc.boolean()),
});
const facts: fc.Arbitrary<Facts> = fc.tuple(ownFacts, arbitraryPage).map(([own, page]) => ({ ...own, ...page }));

const statuses = (evaluation: Evaluation) => evaluation.evidence.map(({ gate, status }) => ({ gate, status }));
const decision = (evaluation: Evaluation) => ({
  outcome: evaluation.outcome,
  gate: evaluation.outcome === "hide" ? evaluation.gate : null,
  statuses: statuses(evaluation),
});

const EVERYWHERE = { urls: { include: [], exclude: [] } };
const OPEN: Candidate = {
  content_id: "cnt_a",
  slug: "welcome",
  edition: {
    targeting: EVERYWHERE,
    trigger: { kind: "automatic" },
    frequency: { mode: "once" },
    tags: ["sales"],
  },
};
/** All facts known, nothing blocks. */
const CLEAR: Facts = {
  now_ms: NOW_MS,
  app_paused: false,
  published: true,
  publication_paused: false,
  person: { person_id: "per_a", attributes: { plan: "free" } },
  identified: true,
  url: "https://shop.example/",
  element: () => false,
  events: [],
  requested: false,
  history: { completed: false, ended: false },
  caps: [],
  suppressions: [],
  lane_free: true,
  outranked: false,
  host_paused: false,
  consent: true,
  target: "found",
  sdk_blocked: false,
  page_outdated: false,
};
const HOUR_MS = 3_600_000;
const full = { name: "all", runs_max: 1, window_hours: 24, runs: 1 };
const plan = (value: string): Rule => ({
  kind: "attribute",
  of: "person",
  name: "plan",
  test: { type: "text", op: "is", value },
});
const hidden = (reason: SuppressionFact["reason"]): SuppressionFact => ({
  scope: "content",
  target: "cnt_a",
  reason,
  expires_at_ms: NOW_MS + 1,
});

describe("evaluate, for any candidate and facts", () => {
  test("reports every gate once, in the fixed order", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        expect(evaluate(candidate, known).evidence.map(({ gate }) => gate)).toEqual([...GATES]);
      }),
    );
  });

  test("decides by the first blocking gate and shows only when every gate passes", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const evaluation = evaluate(candidate, known);
        const blocked = statuses(evaluation).filter(({ status }) => status === "block");
        const open = statuses(evaluation).filter(({ status }) => status === "unknown");
        switch (evaluation.outcome) {
          case "hide":
            expect(evaluation.gate).toBe(blocked[0]?.gate as Gate); // `undefined` must fail here too.
            break;
          case "unknown":
            expect(blocked).toEqual([]);
            expect(evaluation.gates).toEqual(open.map(({ gate }) => gate));
            expect(open.length).toBeGreaterThan(0);
            break;
          case "show":
            expect([...blocked, ...open]).toEqual([]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("never treats unknown as false when a fact is missing", () => {
    fc.assert(
      fc.property(candidates, facts, fc.subarray(Object.keys(CLEAR)), (candidate, known, forgotten) => {
        const fewer: Facts = Object.fromEntries(Object.entries(known).filter(([name]) => !forgotten.includes(name)));
        const before = statuses(evaluate(candidate, known));
        for (const [index, { gate, status }] of statuses(evaluate(candidate, fewer)).entries()) {
          if (status !== "unknown") expect<unknown>({ gate, status }).toEqual(before[index]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("ignores the order of facts, events, suppressions, patterns, and tags", () => {
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
          targeting: { ...edition.targeting, urls: { include: include.toReversed(), exclude: exclude.toReversed() } },
        };
        expect(decision(evaluate({ content_id, edition: turnedEdition }, turned))).toEqual(
          decision(evaluate({ content_id, edition }, known)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("doesn't mutate its input", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const before = JSON.stringify({ candidate, known });
        evaluate(candidate, known);
        expect(JSON.stringify({ candidate, known })).toBe(before);
      }),
    );
  });
});

const checklistFor = (audience: Rule): Body => ({
  ...{ type: "checklist", title: "First steps", blocks: [], opens: "open" },
  tasks: [{ id: "invite", title: "Invite", blocks: [], done_when: { kind: "person" }, audience }],
  suppression: { offered: false, days: 365 },
});

describe("evidence of each blocking gate", () => {
  const cases: readonly (readonly [gate: Gate, candidate: Candidate["edition"], facts: Facts])[] = [
    ["app_paused", OPEN.edition, { app_paused: true }],
    ["not_published", OPEN.edition, { published: false }],
    ["not_published", OPEN.edition, { published: false, publication_paused: true }],
    ["schedule", { ...OPEN.edition, schedule: { starts_at: "2026-11-21T06:01", zone: "utc" } }, {}],
    ["schedule", { ...OPEN.edition, schedule: { ends_at: "2026-11-21T06:00", zone: "utc" } }, {}],
    [
      "schedule",
      { ...OPEN.edition, schedule: { starts_at: "2026-11-21T06:00", zone: "person" } },
      { person: { time_zone: "America/New_York" } },
    ],
    ["identity", { ...OPEN.edition, targeting: { ...EVERYWHERE, people: "anonymous" } }, {}],
    ["identity", { ...OPEN.edition, targeting: { ...EVERYWHERE, people: "identified" } }, { identified: false }],
    ["audience", { ...OPEN.edition, targeting: { ...EVERYWHERE, audience: plan("pro") } }, {}],
    ["tasks", { ...OPEN.edition, body: checklistFor(plan("pro")) }, {}],
    ["element", { ...OPEN.edition, targeting: { ...EVERYWHERE, audience: { kind: "element", selector: "#pay" } } }, {}],
    ["event", { ...OPEN.edition, trigger: { kind: "link" } }, { url: "https://shop.example/?fanfare=other" }],
    [
      "frequency",
      { ...OPEN.edition, frequency: { mode: "every", every_days: 2 } },
      { history: { completed: true, ended: true, last_ended_ms: NOW_MS - 47 * HOUR_MS } },
    ],
    [
      "frequency",
      { ...OPEN.edition, frequency: { mode: "always", cooldown_hours: 5 } },
      { history: { completed: true, ended: true, last_ended_ms: NOW_MS - 4 * HOUR_MS } },
    ],
    ["cap_group", OPEN.edition, { caps: [{ ...full, runs: 0 }, full] }],
    ["holdout", { ...OPEN.edition, rollout: { holdout_percent: 100 } }, {}],
    ["percentage", { ...OPEN.edition, rollout: { percent: 0 } }, {}],
    ["quota", { ...OPEN.edition, quota: { responses: 5 } }, { responses: 5 }],
    ["quota", { ...OPEN.edition, quota: { responses: 5, per: "week" } }, { responses: 6 }],
    ["outranked", OPEN.edition, { outranked: true }],
    ["consent", OPEN.edition, { consent: false }],
    ["target_missing", OPEN.edition, { target: "missing" }],
    ["target_hidden", OPEN.edition, { target: "hidden" }],
    ["sdk_blocked", OPEN.edition, { sdk_blocked: true }],
    ["version_mismatch", OPEN.edition, { page_outdated: true }],
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
      const evaluation = evaluate({ ...OPEN, edition }, { ...CLEAR, ...change });
      expect(evaluation).toMatchObject({ outcome: "hide", gate });
      expect(evaluation.evidence.find((each) => each.gate === gate)?.evidence).toMatch(/\w.*\.$/);
    });
  }

  test("covers every gate", () => {
    expect(new Set(cases.map(([gate]) => gate))).toEqual(new Set(GATES));
  });
});

describe("page gates", () => {
  test("follow the order of all gates", () => {
    const own: readonly Gate[] = PAGE_GATES;
    expect(GATES.filter((gate) => own.includes(gate))).toEqual([...PAGE_GATES]);
  });

  test("agree with evaluate", () => {
    fc.assert(
      fc.property(candidates, facts, (candidate, known) => {
        const { evidence } = evaluate(candidate, known);
        // The page receives the server's results for audience and cap groups, and nothing if the audience is unknown.
        const part = evaluateAudience(candidate, known);
        if (part === undefined) return;
        const caps = known.caps ?? [];
        const sent = {
          ...candidate,
          ...(typeof part === "object" ? { page_rule: part } : {}),
          ...(caps.length === 0 ? {} : { cap_left: Math.min(...caps.map(({ runs, runs_max }) => runs_max - runs)) }),
        };
        for (const { gate, status } of judgePage(sent, { ...known, runs_begun: 0 }, conditionStatus)) {
          const found = evidence.find((each) => each.gate === gate)?.status;
          if (gate !== "cap_group" || known.caps !== undefined) expect(found).toBe(status);
        }
      }),
    );
  });
});

describe("evaluate", () => {
  test("shows when everything is known and no gate blocks", () => {
    expect(evaluate(OPEN, CLEAR).outcome).toBe("show");
  });

  test("leaves exactly the page-only gates unknown on the server", () => {
    const onServer: Facts = {
      now_ms: NOW_MS,
      app_paused: false,
      published: true,
      history: { completed: false, ended: false },
      caps: [],
      suppressions: [],
    };
    const gated = {
      ...OPEN,
      edition: {
        ...OPEN.edition,
        targeting: { urls: { include: ["/"], exclude: [] }, audience: { kind: "element", selector: "#pay" } },
        trigger: { kind: "event", event: "x" },
      },
    } as const;
    const page = PAGE_ONLY_GATES.filter((gate) => !["url", "element", "event"].includes(gate));
    expect(evaluate(OPEN, onServer)).toMatchObject({ outcome: "unknown", gates: page });
    expect(evaluate(gated, onServer)).toMatchObject({ gates: [...PAGE_ONLY_GATES] });
  });

  test("starts manual and event-triggered content when called from code", () => {
    for (const trigger of [{ kind: "manual" }, { kind: "event", event: "x" }] as const) {
      const candidate = { ...OPEN, edition: { ...OPEN.edition, trigger } };
      expect(evaluate(candidate, { ...CLEAR, requested: true }).outcome).toBe("show");
    }
  });

  test("doesn't let code override the person's choice", () => {
    const facts: Facts = { ...CLEAR, requested: true, suppressions: [hidden("do_not_show_again")] };
    expect(evaluate(OPEN, facts)).toMatchObject({ outcome: "hide", gate: "suppressed" });
  });

  test('shows content with the frequency "always" regardless of its history', () => {
    const candidate: Candidate = { ...OPEN, edition: { ...OPEN.edition, frequency: { mode: "always" } } };
    expect(evaluate(candidate, { ...CLEAR, history: { completed: true, ended: true } }).outcome).toBe("show");
  });

  test("shows closed content again until completed", () => {
    const candidate: Candidate = { ...OPEN, edition: { ...OPEN.edition, frequency: { mode: "until_completed" } } };
    const closed = evaluate(candidate, { ...CLEAR, history: { completed: false, ended: true } });
    expect(closed.outcome).toBe("show");
    const { evidence } = closed.evidence.find(({ gate }) => gate === "frequency") ?? {};
    expect(evidence).toBe("Not completed: can be shown on each page load.");
  });

  test("reports until when the person hid the content", () => {
    const until = new Date(NOW_MS + 1).toISOString();
    const evaluation = evaluate(OPEN, { ...CLEAR, suppressions: [hidden("do_not_show_again")] });
    expect(evaluation.evidence.find(({ gate }) => gate === "suppressed")?.evidence).toContain(until);
  });
});
