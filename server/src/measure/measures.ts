import type { Clock } from "@fanfare/contract/clock";
import { marksOf } from "@fanfare/contract/content-marks";
import { liveUpdateWishSchema } from "@fanfare/contract/schema/live-update";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import type { SendLiveUpdate } from "../engage/live-updates.ts";
import type { Published } from "../engage/published.ts";
import type { Log } from "../log.ts";
import type { PeopleDeps, Person } from "../people/people.ts";
import type { Publish } from "../publish.ts";
import type { GoalRow } from "../store/goals.ts";
import { answerStatements, wrongAnswers } from "./answers.ts";
import { turnsRule } from "./counted-rules.ts";
import { exposureStatements } from "./exposures.ts";
import type { IngestDeps } from "./ingest.ts";
import { deliveryStatements, isLiveUpdateEvent } from "./live-update-events.ts";
import { milestoneStatement } from "./milestones.ts";
import { occasionStatements, tellOccasions } from "./occasions.ts";
import { doesTask } from "./task-events.ts";

/** What events bring about, beside being stored. */
export type Measures = Pick<IngestDeps, "consequences" | "refusals">;

export interface MeasuresDeps extends PeopleDeps {
  readonly clock: Clock;
  readonly published: Published;
  readonly apps: AppDirectory;
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly log: Log;
  /** Open consoles count along and hear what needs attention. */
  readonly tellSoon: () => void;
}

export function createMeasures(deps: MeasuresDeps): Measures {
  return {
    refusals: (app, events) => wrongAnswers(deps, app, events),
    async consequences(app, person, events, batch) {
      const [milestones, contents] = await Promise.all([
        milestoneStatement(deps, app, person, events),
        deps.published(app),
      ]);
      const happened = { events, batch, reached_goals: milestones?.reached ?? [], at: milestones?.reached_at };
      const does_task = await doesTask(deps, contents, person, events);
      const occasions = occasionStatements(deps, contents, person, happened);
      const before = milestones === undefined ? 0 : 1;
      return {
        statements: [
          ...(milestones === undefined ? [] : [milestones.statement]),
          ...occasions,
          ...answerStatements(deps, app, person, events),
          ...exposureStatements(deps, app, contents, person, events),
          ...deliveryStatements(deps, app, person, events),
        ],
        async committed(results) {
          const [reached] = results;
          if (events.some(({ name }) => isLiveUpdateEvent(name) || needsAttention(name))) deps.tellSoon();
          const fresh_occasions = results.slice(before, before + occasions.length).flatMap(({ rows }) => rows);
          const due = does_task || fresh_occasions.length > 0 || (await turnsRule(deps, contents, person, events));
          if (due) tellOccasions(deps, app, person);
          if (milestones === undefined) return due;
          const fresh = new Set(reached?.rows.map((row) => row["goal_id"]));
          const goals = milestones.goals.filter(({ id }) => fresh.has(id));
          return (await celebrate(deps, app, person, goals)) || due;
        },
      };
    },
  };
}

/** Whether the overview may have something more to look at after it. */
function needsAttention(name: string): boolean {
  const marks = marksOf(name);
  return marks.includes("target_missing") || marks.includes("prepare_failed");
}

/**
 * A goal is reached once, so that it is celebrated at most once, on the device where the person is. Whether there was
 * one to celebrate: it is stored by then, for a page that asks.
 */
async function celebrate(
  deps: MeasuresDeps,
  app: AppRecord,
  person: Person,
  goals: readonly GoalRow[],
): Promise<boolean> {
  const name = person.external_id ?? person.row?.anonymous_id ?? person.channel_id;
  const sent = goals.flatMap(({ name: text, celebration }) => {
    if (celebration === null) return [];
    const wish = liveUpdateWishSchema.parse({
      audience: { kind: "people", external_ids: [name] },
      body: { kind: "celebration", preset: celebration, text },
      devices: "one",
    });
    return deps.sendLiveUpdate(app.id, wish, null).catch((error) => deps.log.error("celebration_not_sent", { error }));
  });
  await Promise.all(sent);
  return sent.length > 0;
}
