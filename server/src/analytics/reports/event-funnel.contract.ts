import { describe, expect, test } from "bun:test";
import type { EventId, PersonId } from "@fanfare/contract/lib/ids";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { OpenStore } from "../../../test/support/temporary-store.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { eventFunnel, readJourneys } from "./event-funnel.ts";

const START = Date.UTC(2026, 10, 1);
const { apps, people, contents, goals, ...sample } = sampleRows("funnel");
const STEPS: readonly EventFunnelStep[] = [
  ...["signed_up", "invited", "upgraded"].map((name) => ({ kind: "event" as const, name })),
  ...(["viewed", "completed"] as const).map((state) => ({ kind: "content" as const, content_id: contents.id, state })),
  { kind: "goal", goal_id: goals.id },
];

interface Noted {
  readonly step: number;
  readonly at: number;
  readonly id: string;
}

/** The rule in its simplest form: all of one person's occurrences, step by step. */
function expectedTimes(
  noted: readonly Noted[],
  chosen: readonly number[],
  range: { from: number; to: number; days: number },
) {
  const sorted = noted.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const first = sorted.find(({ step, at }) => step === chosen[0] && at >= range.from && at < range.to);
  if (first === undefined) return [];
  const taken = [first];
  for (const step of chosen.slice(1)) {
    const last = taken.at(-1) ?? first;
    const past = taken.findLast((each) => each.step === step);
    const next = sorted.find(
      (each) =>
        each.step === step &&
        each.at >= last.at &&
        each.at < first.at + range.days * DAY_MS &&
        (past === undefined || each.at > past.at || (each.at === past.at && each.id > past.id)),
    );
    if (next === undefined) break;
    taken.push(next);
  }
  return taken.map(({ at }) => at);
}

/** Contract test for funnels between events, run against each database. */
export function eventFunnelContract(dialect: string, open: OpenStore): void {
  describe(`funnels between events (${dialect})`, () => {
    test("each step counts exactly the people who got there in order and in time", async () => {
      const seed = Math.floor(systemRng.next() * 2 ** 31);
      const rng = seededRng(seed);
      const below = (count: number): number => Math.floor(rng.next() * count);
      await using temporary = await open();
      const { db, write } = temporary.store;
      const rows = [
        insertRow(db, "members", sample.members),
        insertRow(db, "apps", apps),
        insertRow(db, "contents", contents),
        insertRow(db, "goals", goals),
      ];
      const history = new Map<PersonId, readonly Noted[]>();
      for (let number = 0; number < 30; number++) {
        const person_id = `per-${number}` as PersonId;
        rows.push(insertRow(db, "people", { ...people, id: person_id, external_id: `u_${number}` }));
        const noted: Noted[] = [];
        for (let count = below(14); count > 0; count--) {
          // Few different times, so that several things happen in the same millisecond.
          const [at, id] = [
            START + below(60) * 6 * HOUR_MS,
            `${String(below(1e6)).padStart(6, "0")}-${number}-${count}`,
          ];
          const step = below(5);
          if (step < 3) {
            const { kind: _, ...named } = STEPS[step] as Extract<EventFunnelStep, { kind: "event" }>;
            rows.push(
              insertRow(db, "events", { ...sample.events, ...named, id: id as EventId, person_id, received_at: at }),
            );
            noted.push({ step, at, id });
          } else {
            const ended_at = at + below(3) * HOUR_MS;
            const outcome = step === 4 ? ("completed" as const) : ("dismissed" as const);
            const run = { ...sample.funnel_runs, run_id: id, person_id, first_at: at, ended_at, outcome };
            rows.push(insertRow(db, "funnel_runs", run));
            noted.push({ step: 3, at, id }, ...(step === 4 ? [{ step, at: ended_at, id }] : []));
          }
        }
        if (below(2) === 0) {
          const at = START + below(60) * 6 * HOUR_MS;
          rows.push(insertRow(db, "milestones", { ...sample.milestones, person_id, reached_at: at }));
          noted.push({ step: 5, at, id: goals.id });
        }
        history.set(person_id, noted);
      }
      for (let from = 0; from < rows.length; from += 100) {
        await write(rows.slice(from, from + 100).map((query) => ({ query })));
      }

      for (let round = 0; round < 25; round++) {
        const chosen: number[] = [];
        for (let count = 2 + below(4); count > 0; count--) {
          const step = below(STEPS.length);
          if (step !== 5 || !chosen.includes(5)) chosen.push(step);
        }
        if (chosen.length < 2) continue;
        const range = { from: START + below(3) * DAY_MS, to: START + (4 + below(11)) * DAY_MS, days: 1 + below(10) };
        const scope = {
          ...{ app_id: apps.id, from: range.from, to: range.to, within_days: range.days },
          steps: chosen.flatMap((step) => STEPS[step] ?? []),
        };
        const deps = { store: temporary.store, now_ms: START + 30 * DAY_MS };
        const { journeys } = await readJourneys(deps, scope);
        const expected = [...history].flatMap(([person_id, noted]) => {
          const times = expectedTimes(noted, chosen, range);
          return times.length === 0 ? [] : [{ person_id, times }];
        });
        const sorted = journeys
          .map(({ person_id, times }) => ({ person_id, times }))
          .toSorted((one, other) => (one.person_id < other.person_id ? -1 : 1));
        const named = { seed, chosen, range };
        expect({ ...named, journeys: sorted }).toEqual({
          ...named,
          journeys: expected.toSorted((one, other) => (one.person_id < other.person_id ? -1 : 1)),
        });
        const { steps, whole } = await eventFunnel(deps, scope);
        expect({ ...named, whole, people: steps.map((step) => step.people) }).toEqual({
          ...named,
          whole: true,
          people: chosen.map((_, index) => expected.filter(({ times }) => times.length > index).length),
        });
      }
    });
  });
}
