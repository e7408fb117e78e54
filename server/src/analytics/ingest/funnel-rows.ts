import { END_REASONS, type EndReason, endState, START_REASONS } from "@fanfare/contract/events/events";
import type { EventFacets } from "@fanfare/contract/events/facets";
import { type FunnelMark, type FunnelOutcome, funnelMarks } from "@fanfare/contract/events/funnel";
import type { EventId } from "@fanfare/contract/lib/ids";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { fromJson, toBit } from "../../store/columns.ts";
import type { Bit } from "../../store/schema/column-types.ts";
import {
  type FunnelRunRow,
  type FunnelStepRow,
  putFunnelRuns,
  putFunnelSteps,
} from "../../store/statements/analytics/funnel-rows.ts";
import type { Statement } from "../../store/store.ts";
import { type ReadEvent, runIdOf } from "./read-event.ts";
import type { SurveyProgress } from "./survey-progress.ts";

/**
 * Statements that add these events to what funnels count. Storing an event twice changes nothing.
 */
export function funnelStatements(
  { store, clock }: Pick<PeopleDeps, "store" | "clock">,
  app_id: FunnelRunRow["app_id"],
  { id: person_id }: Pick<Person, "id">,
  events: readonly ReadEvent[],
  { sent, left }: SurveyProgress,
): readonly Statement[] {
  const runs = new Map<string, RunDraft>();
  const steps = new Map<string, StepDraft>();
  for (const event of events) {
    const marks = funnelMarks(event.name);
    if (event.content_id === "" || marks.length === 0) continue;
    const named = runIdOf(event);
    const key = { person_id, content_id: event.content_id, run_id: named ?? event.id };
    const key_text = `${key.content_id}\n${key.run_id}`;
    const run = runs.get(key_text) ?? { ...key, ...NEW_RUN, app_id, first_at: clock.now() };
    runs.set(key_text, run);
    // Cast: facetsOf wrote the column.
    const facets = event.facets === "" ? {} : fromJson(event.facets, (value) => value as EventFacets);
    addToRun(run, event, facets, { marks, is_run: named !== undefined, sent: sent.has(event.id) });
    const stepWith = (step_id: string): StepDraft => {
      const step_text = `${key_text}\n${step_id}`;
      const step = steps.get(step_text) ?? { ...key, ...NEW_STEP, step_id };
      steps.set(step_text, step);
      return step;
    };
    for (const question_id of left.get(event.id) ?? []) {
      run.seen = 1;
      stepWith(question_id).seen = 1;
    }
    const { step_id } = facets;
    if (step_id === undefined || !marks.some((mark) => STEP_MARKS.has(mark))) continue;
    const step = stepWith(step_id);
    // The checklist itself is the view of its tasks.
    const is_seen_by_then = named !== undefined && event.name !== "checklist_task_completed";
    addToStep(step, marks, facets, is_seen_by_then);
    addSkip(step, marks, event.id);
  }
  return [
    ...(runs.size === 0 ? [] : [{ query: putFunnelRuns(store.db, sorted(runs)) }]),
    ...(steps.size === 0 ? [] : [{ query: putFunnelSteps(store.db, sorted(steps)) }]),
  ];
}

type RunDraft = { -readonly [Key in keyof FunnelRunRow]: FunnelRunRow[Key] };
type StepDraft = { -readonly [Key in keyof FunnelStepRow]: FunnelStepRow[Key] };

const NEW_RUN = {
  ...{ version: null, variant: "", locale: "", seen: 0 as Bit, unseen: 0 as Bit, suppressed: 0 as Bit },
  ...{ outcome: "" as FunnelOutcome, start_reason: null, end_reason: null, error: null, ended_at: null },
  wait_ms_max: null,
};
const NEW_STEP = {
  ...{ seen: 0 as Bit, done: 0 as Bit, missing: 0 as Bit, near: "", unready: "", obstructed: "" },
  ...{ skipped: 0 as Bit, skip_event: "" },
};

const STEP_MARKS: ReadonlySet<FunnelMark> = new Set<FunnelMark>([
  ...(["part_seen", "part_done", "part_skipped", "part_restored", "target_missing", "prepare_failed"] as const),
  "obstructed",
]);
/** Marks of something that a person must have seen, unless the page reports that it was not. */
const VIEW_MARKS: ReadonlySet<FunnelMark> = new Set<FunnelMark>([
  ...(["started", "part_seen", "part_done", "completed", "dismissed", "suppressed"] as const),
]);

/** Sorted, so that concurrent requests lock rows in the same order. */
function sorted<Row>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** A page that resumes a run reports its start if no earlier page did. What started it is in the run. */
const FIRST_REASONS = START_REASONS.filter((reason) => reason !== "resume");

/** `is_run`: without a run, an event says nothing about what happened before it. */
function addToRun(
  run: RunDraft,
  { raw_props }: ReadEvent,
  facets: EventFacets,
  { marks, is_run, sent }: { readonly marks: readonly FunnelMark[]; readonly is_run: boolean; readonly sent: boolean },
): void {
  const { version, variant, locale, unseen, error, wait_ms_max } = facets;
  run.version ??= version ?? null;
  run.variant ||= variant ?? "";
  run.locale ||= locale ?? "";
  run.wait_ms_max ??= wait_ms_max ?? null;
  run.start_reason ??= FIRST_REASONS.find((reason) => reason === raw_props["start_reason"]) ?? null;
  const is_view = marks.some((mark) => mark === "started" || (is_run && VIEW_MARKS.has(mark)));
  const is_suppressed = marks.includes("suppressed");
  // People who hide it have seen it.
  if (is_view && (!unseen || is_suppressed)) run.seen = 1;
  if (is_suppressed) run.suppressed = 1;
  const reason = endReason(raw_props["reason"]);
  const ended: FunnelOutcome =
    sent || marks.includes("completed") ? "completed" : marks.includes("dismissed") ? outcomeOf(reason) : "";
  if (ended === "") return;
  run.unseen = toBit(run.unseen === 1 || unseen === true);
  // The completion wins, then the first end.
  if (run.outcome !== "" && (run.outcome === "completed" || ended !== "completed")) return;
  run.outcome = ended;
  run.end_reason = ended === "completed" ? ended : reason;
  run.error = error ?? null;
  run.ended_at = run.first_at;
}

/** Content that failed, or a tour that lost its target, wasn't dismissed by the person. */
function outcomeOf(reason: EndReason | null): "dismissed" | "failed" {
  return reason !== null && endState(reason) === "failed" ? "failed" : "dismissed";
}

function endReason(reason: unknown): EndReason | null {
  return END_REASONS.find((each) => each === reason) ?? null;
}

/** `is_seen_by_then`: a completed step was seen. */
function addToStep(
  step: StepDraft,
  marks: readonly FunnelMark[],
  { unseen, near, unready, obstructed }: EventFacets,
  is_seen_by_then: boolean,
): void {
  if (marks.includes("part_seen")) step.seen = 1;
  if (marks.includes("part_done") && !unseen) {
    step.done = 1;
    if (is_seen_by_then) step.seen = 1;
  }
  if (marks.includes("target_missing")) step.missing = 1;
  step.near ||= near ?? "";
  step.unready ||= unready ?? "";
  step.obstructed ||= obstructed ?? "";
}

/** The latest event decides whether the task is skipped. */
function addSkip(step: StepDraft, marks: readonly FunnelMark[], id: EventId): void {
  const is_skip = marks.includes("part_skipped");
  if ((!is_skip && !marks.includes("part_restored")) || id < step.skip_event) return;
  step.skipped = toBit(is_skip);
  step.skip_event = id;
}
