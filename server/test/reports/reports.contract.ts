import { expect, setDefaultTimeout, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { Question } from "@fanfare/contract/content/survey";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { ContentFunnel, FunnelCounts } from "@fanfare/contract/schema/responses/analytics/funnel";
import { summarizeAnswers } from "../../src/analytics/reports/answers-summary.ts";
import { experimentReport } from "../../src/analytics/reports/experiment.ts";
import { contentFunnel, readContentResults } from "../../src/analytics/reports/funnel.ts";
import { readOverview } from "../../src/analytics/reports/overview.ts";
import { createLiveUpdates } from "../../src/engage/live-updates/live-updates.ts";
import { toJson } from "../../src/store/columns.ts";
import { countAnswers } from "../../src/store/statements/analytics/survey-answers.ts";
import { insertRow } from "../../src/store/statements/insert-row.ts";
import { deliveryCounts } from "../../src/store/statements/realtime/live-update-deliveries.ts";
import type { OpenStore } from "../support/temporary-store.ts";
import { START_MS, startV1Server, steps, type V1Server } from "../support/v1-server.ts";
import {
  isReported,
  RandomVisitor,
  type Round,
  type RoundContent,
  type TruePerson,
  type TrueRun,
} from "./random-history.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 30 * 60_000);

const HISTORIES = Number(
  process.env["FANFARE_FUZZ_HISTORIES"] ?? (process.env["NIGHTLY"] === undefined ? 100 : 10_000),
);
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
/** Visitors of a server, small enough that a failure can be read. */
const VISITORS = 25;
const NAMES = ["ada", "bob", "cleo", "dan", "eve"];

export function reportsContract(dialect: string, open: OpenStore, histories_max = HISTORIES): void {
  const histories = Math.min(HISTORIES, histories_max);
  test(`all reports agree with ${histories} random histories and each other (${dialect}, seed ${SEED})`, async () => {
    const rounds = Array.from({ length: Math.ceil(histories / VISITORS) }, (_, round) => SEED + round);
    // Servers of their own that wait for their disks together.
    const work = async (): Promise<void> => {
      for (let seed = rounds.shift(); seed !== undefined; seed = rounds.shift()) {
        const again = `FANFARE_FUZZ_SEED=${seed} FANFARE_FUZZ_HISTORIES=1`;
        await checkRound(seed, open).catch((error) => Promise.reject(new Error(again, { cause: error })));
      }
    };
    await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, work));
  });
}
const ROUNDS_AT_ONCE = 4;

const suppression = { offered: true, days: 365 };
const question = (id: string) => ({
  ...{ id, kind: "nps" as const, title: id, required: false, low_label: "", high_label: "" },
});
const scores = (from: number, to: number, go_to: string | null) => ({
  ...{ when: { kind: "numbers" as const, from, to }, go_to },
});
/** Its ways have different lengths, one passes several questions, and one is for those who skip a question. */
const QUESTIONS: readonly Question[] = [
  { ...question("nps"), branches: [scores(0, 2, null), scores(3, 5, "last")] },
  { ...question("again"), branches: [{ when: { kind: "unanswered" }, go_to: "last" }] },
  question("why"),
  question("last"),
];

async function publishAll(server: V1Server): Promise<readonly [RoundContent, RoundContent, RoundContent]> {
  // Casts: the schema parses them on publish.
  const tour = { type: "tour", steps: steps(["one", "two", "three"]), suppression } as unknown as Edition["body"];
  const survey = {
    ...{ type: "survey", form: "corner", title: "How is it?", blocks: [], questions: QUESTIONS, suppression },
  } as unknown as Edition["body"];
  const announcement = {
    ...{ type: "announcement", form: "modal", suppression },
    panels: [{ id: "panel", title: "News", blocks: [] }],
  } as unknown as Edition["body"];
  const experiment = {
    ...{ seed: "s1", weight: 50 },
    variants: [{ id: "b" as const, name: "Other", weight: 50, body: tour }],
  };
  return [
    { ...(await server.publish("tour", { body: tour, experiment })), type: "tour", positions: ["one", "two", "three"] },
    {
      ...(await server.publish("survey", { body: survey })),
      type: "survey",
      questions: QUESTIONS,
      positions: QUESTIONS.map(({ id }) => id),
    },
    { ...(await server.publish("news", { body: announcement })), type: "announcement", positions: ["panel"] },
  ];
}

async function checkRound(seed: number, open: OpenStore): Promise<void> {
  await using server = await startV1Server(open);
  const { store, clock, shop } = server;
  const rng = seededRng(seed);
  const contents = await publishAll(server);
  const [experiment] = contents;
  const goal = {
    ...{ id: "gol_1", app_id: shop.id, name: "Order", event_name: "order_shipped", props: "[]" },
    ...{ window_ms: 7 * DAY_MS, attribution: "last", celebration: null, created_at: clock.now(), revision: 1 },
  };
  const everyone = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is_not", value: "x" } };
  const segment = { id: "seg_all", name: "All", rule: toJson(everyone), revision: 1, created_at: 0, updated_at: 0 };
  await store.write([
    // Casts: made-up IDs.
    { query: insertRow(store.db, "goals", { ...goal, archived_at: null } as never), expect: 1 },
    {
      query: store.db
        .insertInto("segments")
        .values({ ...segment, updated_by: null } as never)
        .compile(),
      expect: 1,
    },
  ]);
  const send = createLiveUpdates({
    ...{ clock, rng: systemRng, store, groups: server.group_pages, segmentPeople: async () => undefined },
    publish: () => {},
  });
  const messages: string[] = [];
  for (const text of ["one", "two"]) {
    const input = { body: { kind: "toast", text }, audience: { kind: "everyone" }, devices: "one" };
    messages.push((await send(shop.id, liveUpdateInputSchema.parse(input), null)).id);
  }

  const people = await liveThrough(server, rng, { contents, experiment, messages });
  const all = [...people];
  for (const content of contents) await checkFunnel(server, content, all);
  await checkOthers(server, contents, all, messages);
}

async function liveThrough(
  server: V1Server,
  rng: ReturnType<typeof seededRng>,
  round: Round,
): Promise<ReadonlySet<TruePerson>> {
  const named = new Map<string, TruePerson>();
  const visitors = Array.from({ length: VISITORS }, (_, number) => new RandomVisitor(server, rng, number, round));
  const anonymous = new Map<RandomVisitor, string | undefined>();
  for (const visitor of visitors) {
    await visitor.boot();
    anonymous.set(visitor, undefined);
  }
  for (let load = 0; load < 4; load++) {
    for (const visitor of visitors) {
      if (anonymous.get(visitor) === undefined && visitor.chance(0.25)) {
        const name = visitor.pick(NAMES) + (visitor.chance(0.5) ? `-${visitors.indexOf(visitor)}` : "");
        named.set(name, await visitor.identify(name, named.get(name)));
        anonymous.set(visitor, name);
      }
      if (visitor.chance(0.8)) await visitor.load();
    }
    server.clock.advance(DAY_MS / 3);
  }
  return new Set([...named.values(), ...visitors.map(({ person }) => person)]);
}

const zero: FunnelCounts = {
  ...{ started: 0, completed: 0, dismissed: 0, failed: 0, in_progress: 0, suppressed: 0, unseen: 0 },
};
const counted = ({ started, completed, dismissed, failed, in_progress, suppressed, unseen }: FunnelCounts) => ({
  ...{ started, completed, dismissed, failed, in_progress, suppressed, unseen },
});
const RANK = { completed: 3, "": 2, dismissed: 1, failed: 0 };

function trueCounts(groups: readonly (readonly TrueRun[])[]): FunnelCounts {
  const sums = { ...zero };
  for (const runs of groups) {
    const viewed = runs.filter(({ seen }) => seen);
    if (viewed.some(({ suppressed }) => suppressed)) sums.suppressed++;
    const [furthest] = viewed.toSorted((one, other) => RANK[other.outcome] - RANK[one.outcome]);
    if (furthest === undefined) {
      if (runs.some(({ outcome }) => outcome === "dismissed" || outcome === "completed")) sums.unseen++;
      continue;
    }
    sums.started++;
    sums[furthest.outcome === "" ? "in_progress" : furthest.outcome]++;
  }
  return sums;
}

async function readFunnel(
  server: V1Server,
  { content_id }: RoundContent,
  by: FunnelBy,
  { segment, days }: { readonly segment?: string; readonly days?: { readonly from: number; readonly to: number } } = {},
) {
  const period = days ?? wholePeriod(server);
  const scope = { app_id: server.shop.id, content_id, by, ...period };
  return await contentFunnel({ store: server.store, now_ms: server.clock.now() }, scope, segment);
}

/** The history with empty days before and after. */
function wholePeriod({ clock }: V1Server) {
  const startOfDay = (at_ms: number): number => at_ms - (at_ms % DAY_MS);
  return { from: startOfDay(START_MS) - DAY_MS, to: startOfDay(clock.now()) + 2 * DAY_MS };
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

async function checkFunnel(server: V1Server, content: RoundContent, people: readonly TruePerson[]): Promise<void> {
  const groups = people
    .map(({ runs }) => runs.filter((run) => run.content === content))
    .filter((runs) => runs.length > 0);
  const runs = groups.flat();
  const funnel = await readFunnel(server, content, "all");
  const [part] = funnel.parts;
  const truth = { views: trueCounts(runs.map((run) => [run])), people: trueCounts(groups) };
  const shown = { views: counted(part ?? zero), people: counted(part?.people ?? zero) };
  expect({ type: content.type, ...shown }).toEqual({ type: content.type, ...truth });
  const reached = part?.steps.filter(({ seen, missing }) => seen + missing > 0) ?? [];
  expect(reached.map(({ alert: _, near: __, ...step }) => step)).toEqual(trueSteps(content, groups));
  expect(sum(part?.errors ?? [], ({ times }) => times)).toBe(runs.filter(({ outcome }) => outcome === "failed").length);
  for (const { missing, near } of part?.steps ?? []) expect(sum(near, ({ times }) => times)).toBe(missing);
  checkAddsUp(funnel, shown);

  for (const by of ["version", "locale", "variant"] as const) {
    const { parts, reasons } = await readFunnel(server, content, by);
    const whole = { ...zero };
    for (const each of parts) for (const key of KEYS) whole[key] += each[key];
    expect([by, whole]).toEqual([by, shown.views]);
    // People who saw several versions or languages count in each.
    expect(sum(parts, (each) => each.people.started)).toBeGreaterThanOrEqual(shown.people.started);
    for (const each of parts) expect(each.people.started).toBeLessThanOrEqual(each.started);
    expect(reasons).toEqual(funnel.reasons);
  }
  await checkVariants(server, content, funnel, groups);
  // Only people with a view are checked for a segment.
  const same = await readFunnel(server, content, "all", { segment: "seg_all" });
  const viewed = ({ unseen: _, ...counts }: FunnelCounts) => counts;
  expect([same.segment?.people, same.reasons]).toEqual([shown.people.started, funnel.reasons]);
  expect(viewed(counted(same.parts[0] ?? zero))).toEqual(viewed(shown.views));
  expect(viewed(counted(same.parts[0]?.people ?? zero))).toEqual(viewed(shown.people));
  expect(same.trend.points.map(({ people: of, started }) => [of.started, started])).toEqual(
    funnel.trend.points.map(({ people: of, started }) => [of.started, started]),
  );
  await checkTrend(server, content, { funnel, shown });
}

/** Steps of variants are those of their own runs, and add up to the steps of all, although they share their IDs. */
async function checkVariants(
  server: V1Server,
  content: RoundContent,
  funnel: ContentFunnel,
  groups: readonly (readonly TrueRun[])[],
): Promise<void> {
  const { parts, variants } = await readFunnel(server, content, "variant");
  const met = groups.flat().filter(isReported);
  expect([variants, funnel.variants]).toEqual(Array(2).fill([...new Set(met.map(({ variant }) => variant))].sort()));
  for (const { value, steps: shown } of parts) {
    const own = groups.map((runs) => runs.filter(({ variant }) => variant === value));
    const reached = shown.filter(({ seen, missing }) => seen + missing > 0);
    expect([value, reached.map(({ alert: _, near: __, ...step }) => step)]).toEqual([value, trueSteps(content, own)]);
  }
  for (const { step_id, seen, completed, missing } of funnel.parts.flatMap((part) => part.steps)) {
    const own = parts.flatMap(({ steps: shown }) => shown.filter((step) => step.step_id === step_id));
    expect([
      sum(own, (step) => step.seen),
      sum(own, (step) => step.completed),
      sum(own, (step) => step.missing),
    ]).toEqual([seen, completed, missing]);
  }
}

/** Days add up to the period's views, and each day is a period of its own. */
async function checkTrend(
  server: V1Server,
  content: RoundContent,
  { funnel, shown }: { readonly funnel: ContentFunnel; readonly shown: Record<"views" | "people", FunnelCounts> },
): Promise<void> {
  const { from, to } = wholePeriod(server);
  const { points } = funnel.trend;
  const { views, people } = shown;
  const content_ids = [content.content_id];
  const [results] = await readContentResults(server.store, { app_id: server.shop.id, content_ids, from, to });
  expect(results).toEqual({
    ...{ content_id: content.content_id, started: views.started, completed: views.completed },
    people: { started: people.started, completed: people.completed },
  });
  expect(points).toHaveLength((to - from) / DAY_MS);
  for (const key of ["started", "completed"] as const) expect(sum(points, (day) => day[key])).toBe(shown.views[key]);
  for (const [index, { day, ...counts }] of points.entries()) {
    const days = { from: from + index * DAY_MS, to: from + (index + 1) * DAY_MS };
    expect(Date.parse(day)).toBe(days.from);
    const [part] = (await readFunnel(server, content, "all", { days })).parts;
    const { started, completed, people } = part ?? { ...zero, people: zero };
    expect([day, counts]).toEqual([
      day,
      { started, completed, people: { started: people.started, completed: people.completed } },
    ]);
  }
  const after = await readFunnel(server, content, "all", { days: { from: to, to: to + (to - from) } });
  expect(after.trend.before).toEqual({
    ...{ started: views.started, completed: views.completed },
    people: { started: people.started, completed: people.completed },
  });
}
const KEYS = ["started", "completed", "dismissed", "failed", "in_progress", "suppressed", "unseen"] as const;

function trueSteps({ positions }: RoundContent, groups: readonly (readonly TrueRun[])[]) {
  const count = (of: (run: TrueRun) => ReadonlySet<string>, id: string) => ({
    views: groups.flat().filter((run) => of(run).has(id)).length,
    people: groups.filter((runs) => runs.some((run) => of(run).has(id))).length,
  });
  return positions
    .toSorted()
    .map((step_id) => {
      const seen = count(({ steps_seen }) => steps_seen, step_id);
      const done = count(({ steps_done }) => steps_done, step_id);
      const missing = count(({ steps_missing }) => steps_missing, step_id);
      return {
        ...{ step_id, seen: seen.views, completed: done.views, missing: missing.views },
        people: { seen: seen.people, completed: done.people, missing: missing.people },
      };
    })
    .filter(({ seen, missing }) => seen + missing > 0);
}

/** The numbers of one funnel with each other. */
function checkAddsUp(
  { parts: [part], reasons }: ContentFunnel,
  { views, people }: { readonly views: FunnelCounts; readonly people: FunnelCounts },
): void {
  for (const { started, completed, dismissed, failed, in_progress, suppressed } of [views, people]) {
    expect(completed + dismissed + failed + in_progress).toBe(started);
    expect(suppressed).toBeLessThanOrEqual(started);
  }
  expect(people.started).toBeLessThanOrEqual(views.started);
  for (const step of part?.steps ?? []) {
    for (const [own, whole] of [
      [step, views],
      [step.people, people],
    ] as const) {
      expect(own.completed).toBeLessThanOrEqual(own.seen);
      expect(own.seen).toBeLessThanOrEqual(whole.started);
    }
  }
  for (const [unit, whole] of [
    ["runs", views],
    ["people", people],
  ] as const) {
    const of = (...states: readonly string[]) =>
      sum(
        reasons.filter(({ state }) => states.includes(state)),
        (reason) => reason[unit],
      );
    expect([unit, of("completed"), of("active"), of("dismissed", "suppressed"), of("failed")]).toEqual([
      ...[unit, whole.completed, whole.in_progress, whole.dismissed, whole.failed],
    ]);
  }
}

async function checkOthers(
  server: V1Server,
  contents: readonly RoundContent[],
  people: readonly TruePerson[],
  messages: readonly string[],
): Promise<void> {
  const { store, shop, clock } = server;
  const [tour, survey] = contents;
  if (tour === undefined || survey === undefined) throw new Error("The round has no content.");
  await checkRollups(server);
  const runs = people.flatMap((person) => person.runs);
  expect([await server.count("runs"), await server.count("funnel_runs")]).toEqual([
    runs.length,
    runs.filter(isReported).length,
  ]);

  const views = await readFunnel(server, survey, "all");
  const { questions } = summarizeAnswers(QUESTIONS, await countAnswers(store.db, shop.id, survey.content_id as never));
  for (const { id, answered, ...question } of questions) {
    const step = views.parts[0]?.steps.find(({ step_id }) => step_id === id);
    expect([id, answered]).toEqual([id, step?.completed ?? 0]);
    if (question.kind === "nps") expect(sum(question.counts, (count) => count)).toBe(answered);
  }

  const { completions } = await readOverview(store, shop, clock.now(), {
    backup_failed: false,
    may_read_receivers: true,
  });
  const completed = runs.filter(({ outcome, seen }) => outcome === "completed" && seen).length;
  expect(sum(completions, ({ count }) => count)).toBe(completed);

  const report = await experimentReport({ store }, shop, tour.content_id as never);
  const exposed = people.filter(({ arms }) => arms.size > 0);
  expect([report.people, report.crossed]).toEqual([
    exposed.filter(({ arms }) => arms.size === 1).length,
    exposed.filter(({ arms }) => arms.size > 1).length,
  ]);
  expect(sum(report.arms, (arm) => arm.people)).toBe(report.people);
  const ordered = exposed.filter(({ arms, ordered_at }) => arms.size === 1 && ordered_at !== undefined);
  const before = ordered.filter(({ ordered_at = 0, exposed_at = 0 }) => ordered_at < exposed_at).length;
  for (const goal of report.goals) {
    expect(sum(goal.arms, (arm) => arm.people + arm.reached_before)).toBe(report.people);
    // No one takes longer than the goal's window.
    expect([sum(goal.arms, (arm) => arm.reached_before), sum(goal.arms, (arm) => arm.reached)]).toEqual([
      ...[before, ordered.length - before],
    ]);
    for (const arm of goal.arms) expect(arm.attributed).toBeLessThanOrEqual(arm.reached);
  }
  expect(await server.count("milestones")).toBe(people.filter(({ ordered_at }) => ordered_at !== undefined).length);

  const deliveries = await deliveryCounts(store.db, messages as never);
  for (const id of messages) {
    const states = people.flatMap(({ messages: own }) => own.get(id) ?? []);
    const shown = deliveries.find(({ live_update_id }) => live_update_id === id);
    const [acted, dismissed] = [states.filter((it) => it === "acted"), states.filter((it) => it === "dismissed")];
    const only = states.filter((it) => it === "delivered");
    expect([shown?.delivered ?? 0, shown?.seen ?? 0, shown?.acted ?? 0, shown?.dismissed ?? 0].map(Number)).toEqual([
      ...[states.length, states.length - only.length, acted.length, dismissed.length],
    ]);
  }
}

/** Roll-ups are the sums of the events. */
async function checkRollups({ store: { db } }: V1Server): Promise<void> {
  const rows = await db
    .selectFrom("events")
    .select(({ fn }) => ["name", "content_id", "facets", fn.countAll<number>().as("events")])
    .groupBy(["name", "content_id", "facets"])
    .orderBy("name")
    .orderBy("content_id")
    .orderBy("facets")
    .execute();
  const rollups = await db
    .selectFrom("event_rollups")
    .select(({ fn }) => ["name", "content_id", "facets", fn.sum<number>("events").as("events")])
    .groupBy(["name", "content_id", "facets"])
    .orderBy("name")
    .orderBy("content_id")
    .orderBy("facets")
    .execute();
  expect(rollups).toEqual(rows);
}
