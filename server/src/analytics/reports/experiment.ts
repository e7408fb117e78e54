import type { Edition } from "@fanfare/contract/content/content";
import { ARMS, type Arm, HOLDOUT } from "@fanfare/contract/content/experiment";
import { expectedShares, experimentKey, isExperiment } from "@fanfare/contract/content/variants";
import type { ContentId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type {
  ExperimentArm,
  ExperimentGoal,
  ExperimentReport,
} from "@fanfare/contract/schema/responses/analytics/experiment";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { exposureCounts, latestExperiment, reachedByArm } from "../../store/statements/analytics/exposures.ts";
import { type GoalRow, goalsOf } from "../../store/statements/analytics/goals.ts";
import { editionNumbered } from "../../store/statements/analytics/survey-answers.ts";
import { liveEdition } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import { computeLift, estimateShare, sampleRatio } from "./lift.ts";

/** Minimum expected people per variant. Below this, the chi-square test isn't reliable. */
const EXPECTED_MIN = 5;

/**
 * Results of a content's experiment in an app: the live one, or else the last one with people. Counts people who
 * reached each goal within its window after their first exposure, or would-be exposure in the holdout.
 */
export async function experimentReport(
  { store: { db } }: { readonly store: Pick<Store, "db"> },
  app: Pick<AppRecord, "id">,
  content_id: ContentId,
): Promise<ExperimentReport> {
  const live = readEdition(await liveEdition(db, app.id, content_id));
  const running = live !== undefined && isExperiment(live);
  const last = running ? experimentKey(live) : await latestExperiment(db, app.id, content_id);
  const which = { app_id: app.id, content_id, experiment: last ?? "" };
  const [counts, reached, goals] = await Promise.all([
    exposureCounts(db, which),
    reachedByArm(db, which),
    goalsOf(db, app.id),
  ]);
  const numbers = [...new Set(counts.map(({ version }) => version))].sort((one, other) => one - other);
  const editions = new Map<number, Edition>();
  for (const number of numbers) {
    const edition = readEdition(await editionNumbered(db, content_id, number));
    if (edition !== undefined) editions.set(number, edition);
  }
  const shown = running ? live : editions.get(numbers.at(-1) ?? 0);
  const meant = shown === undefined ? new Map<Arm, number>() : expectedShares(shown);
  const clean = counts.filter(({ crossed }) => Number(crossed) === 0);
  const expected = expectedPeople(clean, editions);
  const arms = ARMS.filter((arm) => meant.has(arm) || counts.some((each) => each.arm === arm)).map((arm) => ({
    arm,
    name: shown?.experiment?.variants.find(({ id }) => id === arm)?.name ?? null,
    people: countPeople(clean.filter((each) => each.arm === arm)),
    expected: expected.get(arm) ?? 0,
  }));
  const control = arms.find(({ arm }) => arm === HOLDOUT)?.arm ?? (arms.length > 1 ? "a" : null);
  const since = counts.length === 0 ? null : Math.min(...counts.map((each) => Number(each.since)));
  const has_ratio = arms.length > 1 && arms.every((each) => each.expected >= EXPECTED_MIN);
  const shares = new Set([...editions.values()].map((edition) => JSON.stringify([...expectedShares(edition)])));
  return {
    ...{ content_id, running, since: since === null ? null : toIso(since), control },
    people: countPeople(clean),
    crossed: countPeople(counts) - countPeople(clean),
    arms,
    sample_ratio: has_ratio ? sampleRatio(arms) : null,
    weights_changed: shares.size > 1,
    goals: control === null ? [] : goals.map((goal) => goalReport(goal, arms, control, reached)),
  };
}

type Counts = Awaited<ReturnType<typeof exposureCounts>>;
type GoalCounts = Awaited<ReturnType<typeof reachedByArm>>;

const countPeople = (counts: Counts): number => counts.reduce((sum, { people }) => sum + Number(people), 0);

/** Expected people per variant, if each version had split its people exactly by its shares. */
function expectedPeople(counts: Counts, editions: ReadonlyMap<number, Edition>): ReadonlyMap<Arm, number> {
  const expected = new Map<Arm, number>();
  for (const [version, edition] of editions) {
    const people = countPeople(counts.filter((each) => each.version === version));
    for (const [arm, share] of expectedShares(edition)) expected.set(arm, (expected.get(arm) ?? 0) + people * share);
  }
  return expected;
}

function goalReport(
  { id, name, window_ms, attribution }: GoalRow,
  arms: ExperimentReport["arms"],
  control: Arm,
  rows: GoalCounts,
): ExperimentGoal {
  const measured = arms.map(({ arm, people }) => {
    const row = rows.find((each) => each.goal_id === id && each.arm === arm);
    const reached_before = Number(row?.before ?? 0);
    const reached = Number(row?.reached ?? 0);
    return { arm, people: people - reached_before, reached_before, reached, attributed: Number(row?.attributed ?? 0) };
  });
  const against = measured.find(({ arm }) => arm === control);
  return {
    ...{ goal_id: id, name, window_days: window_ms / DAY_MS, attribution },
    arms: measured.map(
      (each): ExperimentArm => ({
        ...each,
        share: estimateShare(each),
        lift: against === undefined || each === against ? null : computeLift(each, against, measured.length - 1),
      }),
    ),
  };
}

/** Skip editions that this server can't parse: their shares are unknown. */
export function readEdition(text: string | undefined): Edition | undefined {
  return text === undefined ? undefined : fromJson(text, (value) => editionSchema.safeParse(value)).data;
}
