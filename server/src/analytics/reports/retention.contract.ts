import { describe, expect, test } from "bun:test";
import type { EventId, PersonId } from "@fanfare/contract/lib/ids";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { OpenStore } from "../../../test/support/temporary-store.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { contentRetention, weeklyCohorts } from "./retention.ts";

/** A Monday. */
const START = Date.UTC(2026, 8, 7);
const NOW = START + 60 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const { apps, people, contents, ...sample } = sampleRows("retention");

interface History {
  readonly seen: number;
  readonly events: readonly { readonly name: string; readonly at: number }[];
  readonly runs: readonly { readonly at: number; readonly completed_at: number | undefined }[];
}

/** The rule in its simplest form, for one group of people with their first times. */
function expectedWeeks(group: readonly { readonly at: number; readonly active: readonly number[] }[]) {
  const weeks = [];
  for (let week = 0; week < limits.retention_weeks; week++) {
    const over = group.filter(({ at }) => at + (week + 1) * WEEK_MS <= NOW);
    const isIn = (at: number, time: number) => Math.floor((time - at) / WEEK_MS) === week && time >= at;
    const active = over.filter((each) => each.active.some((time) => isIn(each.at, time)));
    if (over.length > 0) weeks.push({ week, people: over.length, active: active.length });
  }
  return { people: group.length, weeks };
}

/** Contract test for retention and cohorts, run against each database. */
export function retentionContract(dialect: string, open: OpenStore): void {
  describe(`retention (${dialect})`, () => {
    test("each week counts exactly the people who were active in it", async () => {
      const seed = Math.floor(systemRng.next() * 2 ** 31);
      const rng = seededRng(seed);
      const below = (count: number): number => Math.floor(rng.next() * count);
      await using temporary = await open();
      const { db, write } = temporary.store;
      const rows = [
        insertRow(db, "members", sample.members),
        insertRow(db, "apps", apps),
        insertRow(db, "contents", contents),
      ];
      const history: History[] = [];
      for (let number = 0; number < 40; number++) {
        const person_id = `per-${number}` as PersonId;
        const seen = START + below(40 * 24) * HOUR_MS;
        rows.push(
          insertRow(db, "people", { ...people, id: person_id, external_id: `u_${number}`, first_seen_at: seen }),
        );
        const events = Array.from({ length: below(12) }, () => ({
          ...{ name: below(3) === 0 ? "signed_up" : "opened", at: START + below(59 * 24) * HOUR_MS },
        }));
        for (const [index, { name, at }] of events.entries()) {
          const id = `evt-${number}-${index}` as EventId;
          rows.push(insertRow(db, "events", { ...sample.events, id, person_id, name, received_at: at }));
        }
        const runs = Array.from({ length: below(3) }, () => {
          const at = START + below(40 * 24) * HOUR_MS;
          return { at, completed_at: below(2) === 0 ? at + below(48) * HOUR_MS : undefined };
        });
        for (const [index, { at, completed_at }] of runs.entries()) {
          const outcome = completed_at === undefined ? ("" as const) : ("completed" as const);
          const run = { ...sample.funnel_runs, run_id: `run-${number}-${index}`, person_id, outcome };
          rows.push(insertRow(db, "funnel_runs", { ...run, first_at: at, ended_at: completed_at ?? null }));
        }
        history.push({ seen, events, runs });
      }
      for (let from = 0; from < rows.length; from += 100) {
        await write(rows.slice(from, from + 100).map((query) => ({ query })));
      }
      const deps = { store: temporary.store, now_ms: NOW };
      const [from, to] = [START + 3 * DAY_MS, START + 33 * DAY_MS];
      const scope = { app_id: apps.id, from, to };
      const isIn = (at: number): boolean => at >= from && at < to;
      const timesOf = ({ events }: History, name?: string) =>
        events.filter((event) => name === undefined || event.name === name).map(({ at }) => at);

      for (const active_event of [undefined, "opened"]) {
        const viewers = history.flatMap((each) => {
          const views = each.runs.map(({ at }) => at).filter(isIn);
          if (views.length === 0) return [];
          const at = Math.min(...views);
          const done = each.runs.some(({ completed_at }) => completed_at !== undefined && completed_at >= at);
          return [{ at, done, active: timesOf(each, active_event) }];
        });
        const retention = await contentRetention(deps, { ...scope, content_id: contents.id, active_event });
        expect({ seed, active_event, retention }).toEqual({
          ...{ seed, active_event },
          retention: {
            groups: [
              { group: "completed", ...expectedWeeks(viewers.filter(({ done }) => done)) },
              { group: "other", ...expectedWeeks(viewers.filter(({ done }) => !done)) },
            ],
            ...{ checked: viewers.length, whole: true },
          },
        });

        for (const start_event of [undefined, "signed_up"]) {
          const starters = history.flatMap((each) => {
            const at = start_event === undefined ? each.seen : Math.min(...timesOf(each, start_event));
            return isIn(at) ? [{ at, active: timesOf(each, active_event) }] : [];
          });
          const { cohorts, whole } = await weeklyCohorts(deps, { ...scope, active_event, start_event });
          const expected = [0, 1, 2, 3, 4].map((week) => {
            const monday = START + week * WEEK_MS;
            const own = starters.filter(({ at }) => at >= monday && at < monday + WEEK_MS);
            return { day: new Date(monday).toISOString().slice(0, 10), ...expectedWeeks(own) };
          });
          expect({ seed, active_event, start_event, cohorts, whole }).toEqual({
            ...{ seed, active_event, start_event, cohorts: expected, whole: true },
          });
        }
      }
    });
  });
}
