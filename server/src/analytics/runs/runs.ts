import type { Body } from "@fanfare/contract/content/body";
import { CHECKLIST_POSITION, positionsOf } from "@fanfare/contract/content/positions";
import { variantBodies } from "@fanfare/contract/content/variants";
import { endState } from "@fanfare/contract/events/events";
import { isCoveredByCap } from "@fanfare/contract/gates/cap-group";
import { sharedProgress } from "@fanfare/contract/gates/group-progress";
import { type ContentId, isId, type PersonId, type RunId, type VersionId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import {
  PERSON_CHANGED,
  type PersonChanged,
  type ProgressResponse,
  type progressRequestSchema,
  type Run,
} from "@fanfare/contract/schema/client/v1";
import type { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { parseDoneTasks } from "../../engage/decide/person-facts.ts";
import {
  frozenEdition,
  type Published,
  type PublishedContent,
  type PublishedContents,
} from "../../engage/decide/published-content.ts";
import {
  type Contribution,
  contributionStatements,
  groupsToNotify,
} from "../../engage/group-progress/contributions.ts";
import { groupsSharing, progressGroups } from "../../engage/group-progress/group-progress.ts";
import type { SignalGroups } from "../../engage/group-progress/signal-groups.ts";
import type { Publish } from "../../lib/publish.ts";
import { type Caller, findPerson, type PeopleDeps, type Person, writeAs } from "../../people/person/find-person.ts";
import { toJson } from "../../store/columns.ts";
import { guardCap } from "../../store/statements/analytics/cap-guard.ts";
import {
  insertRun,
  moveRun,
  openRunOf,
  type RunMove,
  type RunRow,
  runById,
} from "../../store/statements/analytics/runs.ts";
import type { Statement, StatementResult } from "../../store/store.ts";
import { claimOccasion, completionStatements } from "../ingest/occasions.ts";
import {
  ALREADY_SHOWN_DETAIL,
  CAP_REACHED_DETAIL,
  mergedPersonProblem,
  presentRun,
  runConflict,
  runNotFound,
  runRefused,
} from "./run-responses.ts";

export interface RunDeps extends PeopleDeps {
  readonly published: Published;
  readonly publish: Publish;
  readonly signalGroups: SignalGroups;
}

type ProgressOutcome = z.output<typeof progressRequestSchema>;
type Move<Action extends ProgressOutcome["action"]> = Extract<ProgressOutcome, { action: Action }>;

/**
 * Applies one move to a run, if the run is in the state that the client expects. If two tabs move concurrently, one
 * succeeds and the other gets the current run.
 *
 * @throws ProblemError `run_conflict` with the current run, `run_not_found`, `content_not_found`, `version_not_found`.
 */
export async function recordProgress(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  move: ProgressOutcome,
  socket_id: string | null,
): Promise<ProgressResponse> {
  switch (move.action) {
    case "start":
      return { run: await start(deps, app, caller, move, socket_id) };
    case "step":
      return { run: await step(deps, app, caller, move, socket_id) };
    case "end":
      return end(deps, app, caller, move, socket_id);
  }
}

async function start(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  move: Move<"start">,
  socket_id: string | null,
): Promise<Run> {
  const { db } = deps.store;
  const contents = await deps.published(app);
  const live = contents.find(move.content_id);
  if (live === undefined) {
    throw new ProblemError("content_not_found", "This content isn't live in this app, so no run can start.");
  }
  if (!isId("run", move.run_id)) throw runNotFound();
  const { content_id } = live;
  const { version_id, body } = await checkStep(deps, app, { ...move, content_id });
  const run: Omit<RunRow, "person_id"> = {
    id: move.run_id,
    app_id: app.id,
    content_id,
    version_id,
    state: "active",
    step_id: move.step_id,
    seq: 1,
    start_reason: move.reason,
    end_reason: null,
    started_at: deps.clock.now(),
    ended_at: null,
    variant: move.variant ?? "",
    reset_at: null,
    done: toJson(body.type === "checklist" && move.step_id !== CHECKLIST_POSITION ? [move.step_id] : []),
  };
  // A person may ask for content at any time.
  const caps = move.reason === "button" ? [] : live.caps;
  const shared = await taskContributions(deps, app, caller, live, parseDoneTasks(run.done));
  const written = await writeAs(deps, app, caller, (person) => {
    if (person.merged) throw mergedPersonProblem();
    const guards = capGuards(deps, contents, { ...live, caps }, { run_id: run.id, person_id: person.id });
    const insert = { query: insertRun(db, { ...run, person_id: person.id }), expect: 1 };
    const sharing = contributionStatements(deps, { app_id: app.id, person_id: person.id }, shared);
    return [...guards, insert, ...claimOccasion(deps, live, person.id, move.reason), ...sharing];
  });
  if (written.outcome === "committed") {
    const { channel_id } = written.person;
    const fresh_groups = groupsToNotify(shared, written.results.slice(caps.length + 1));
    await deps.signalGroups(app.id, fresh_groups, { channel_id, socket_id });
    // This run counts toward frequency caps, which affects this page too.
    const change: PersonChanged = { kind: "runs", socket_id: null };
    if (live.caps.length > 0) {
      deps.publish(app.id, personChannel(written.person.channel_id), PERSON_CHANGED, change);
    }
    return presentRun({ ...run, person_id: written.person.id });
  }
  if (written.index < caps.length) throw runRefused({ ...run, person_id: written.person.id }, CAP_REACHED_DETAIL);
  if (written.index > caps.length) throw runRefused({ ...run, person_id: written.person.id }, ALREADY_SHOWN_DETAIL);
  const known = await runById(db, app.id, run.id);
  if (known !== undefined && isRepeated(known, written.person, run)) return presentRun(known);
  throw runConflict(await openRunOf(db, written.person.id, content_id));
}

/** One statement per cap of the content. Lets a run start only while the cap has room. */
function capGuards(
  { clock, store }: RunDeps,
  { list }: PublishedContents,
  live: PublishedContent,
  run: { readonly run_id: RunId; readonly person_id: PersonId },
): readonly Statement[] {
  return live.caps.map(({ covers, runs_max, window_hours, only }) => {
    const since = clock.now() - window_hours * HOUR_MS;
    if (only !== undefined) {
      const own = { ...run, since, content_ids: [only], runs_max, leaves_out_reset: true };
      return { query: guardCap(store.db, own), expect: 1 };
    }
    const covered = list.filter(({ edition }) =>
      isCoveredByCap(covers, { type: edition.body.type, tags: edition.tags }),
    );
    const everything = covers.types.length === 0 && covers.tags.length === 0;
    const content_ids = everything ? undefined : covered.map(({ content_id }) => content_id);
    return { query: guardCap(store.db, { ...run, since, content_ids, runs_max }), expect: 1 };
  });
}

/** Detects a retry whose first response was lost: the run already has exactly the requested state. */
function isRepeated(known: RunRow, person: Person, run: Omit<RunRow, "person_id">): boolean {
  return (
    known.person_id === person.id &&
    known.state === "active" &&
    known.seq === run.seq &&
    known.content_id === run.content_id &&
    known.version_id === run.version_id &&
    known.step_id === run.step_id
  );
}

async function step(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  { run_id, seq, step_id }: Move<"step">,
  socket_id: string | null,
): Promise<Run> {
  const { db } = deps.store;
  const run = await findOwnRun(deps, app, caller, run_id);
  const { body } = await checkStep(deps, app, { ...run, step_id });
  if (body.type !== "checklist") {
    const to = { step_id, done: run.done };
    const moved = await storeMove(deps, app, caller, { run, seq, again: false }, (_, at) => ({
      ...{ to, statements: [{ query: moveRun(db, at, to), expect: 1 }] },
    }));
    return moved.run;
  }
  const isDone = ({ done }: RunRow): boolean =>
    step_id === CHECKLIST_POSITION || parseDoneTasks(done).includes(step_id);
  if (run.state === "active" && isDone(run)) return presentRun(run);
  const live = (await deps.published(app)).find(run.content_id);
  const shared = await taskContributions(deps, app, caller, live, [step_id]);
  const moved = await storeMove(deps, app, caller, { run, seq, again: true }, (now, at) => {
    const to = { step_id, done: isDone(now) ? now.done : toJson([...parseDoneTasks(now.done), step_id]) };
    const sharing = contributionStatements(deps, at, shared);
    return { to, statements: [{ query: moveRun(db, at, to), expect: 1 }, ...sharing] };
  });
  // The person's other open pages mark the task as done too, and those of their group.
  notifyRunsChanged(deps, app, moved.person, socket_id);
  const { channel_id } = moved.person;
  await deps.signalGroups(app.id, groupsToNotify(shared, moved.results.slice(1)), { channel_id, socket_id });
  return moved.run;
}

/** The groups for which these tasks count, too. Empty if the live content shares no progress. */
async function taskContributions(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  live: PublishedContent | undefined,
  task_ids: readonly string[],
): Promise<readonly Contribution[]> {
  if (live === undefined || task_ids.length === 0 || sharedProgress(live.edition) === undefined) return [];
  const claims = caller.kind === "verified" ? (caller.groups ?? []) : [];
  const groups = await progressGroups(deps.store.db, app.id, await findPerson(deps, app, caller), claims);
  return [{ content_id: live.content_id, task_ids, groups: groupsSharing(groups, live) }];
}

async function end(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  { run_id, seq, reason }: Move<"end">,
  socket_id: string | null,
): Promise<ProgressResponse> {
  const run = await findOwnRun(deps, app, caller, run_id);
  const state = endState(reason);
  const ended_at = deps.clock.now();
  const contents = await deps.published(app);
  const again = contents.find(run.content_id)?.edition.body.type === "checklist";
  const to = { state, end_reason: reason, ended_at };
  const moved = await storeMove(deps, app, caller, { run, seq, again }, (_, at) => ({
    to,
    statements: [
      { query: moveRun(deps.store.db, at, to), expect: 1 },
      ...(state === "completed" ? completionStatements(deps, contents, at.person_id, run) : []),
    ],
  }));
  notifyRunsChanged(deps, app, moved.person, socket_id);
  const asked_about = contents.needs.content_ids.includes(run.content_id);
  const due = asked_about || moved.results.slice(1).some(({ rows }) => rows.length > 0);
  return { run: moved.run, ...(due ? { due } : {}) };
}

/**
 * Stores a move if the run is in the state that the client expects. `again`: retries from the current state while the
 * run is open, because checklist tasks can be done in any order.
 */
async function storeMove(
  deps: RunDeps,
  app: AppRecord,
  caller: Caller,
  { run, seq, again }: { readonly run: RunRow; readonly seq: number; readonly again: boolean },
  step: (now: RunRow, at: RunMove) => { readonly to: Partial<RunRow>; readonly statements: readonly Statement[] },
): Promise<{ readonly run: Run; readonly person: Person; readonly results: readonly StatementResult[] }> {
  const { db } = deps.store;
  let now = run;
  for (let left = again ? limits.checklist_moves_max : 1; ; left--) {
    const at = { app_id: app.id, id: run.id, seq: again ? now.seq : seq };
    let to: Partial<RunRow> = {};
    const written = await writeAs(deps, app, caller, ({ id: person_id }) => {
      const made = step(now, { ...at, person_id });
      to = made.to;
      return made.statements;
    });
    if (written.outcome !== "unmet") {
      const { person, results } = written;
      return { run: presentRun({ ...now, ...to, seq: at.seq + 1 }), person, results };
    }
    const current = await runById(db, app.id, run.id);
    if (left <= 1 || current?.state !== "active") throw runConflict(current);
    now = current;
  }
}

function notifyRunsChanged(deps: RunDeps, app: AppRecord, { channel_id }: Person, socket_id: string | null): void {
  const change: PersonChanged = { kind: "runs", socket_id };
  deps.publish(app.id, personChannel(channel_id), PERSON_CHANGED, change);
}

/** Returns the caller's run. Another person's run counts as not found. */
async function findOwnRun(deps: RunDeps, app: AppRecord, caller: Caller, run_id: string): Promise<RunRow> {
  const person = await findPerson(deps, app, caller);
  const run = isId("run", run_id) ? await runById(deps.store.db, app.id, run_id) : undefined;
  if (run === undefined || run.person_id !== person.id) throw runNotFound();
  return run;
}

/**
 * Returns a run's version: any frozen version of that content. A page opened before a newer version keeps the one it
 * has.
 *
 * @throws ProblemError `version_not_found`, or `body_invalid` if that version has no such step.
 */
async function checkStep(
  deps: RunDeps,
  app: AppRecord,
  at: { readonly content_id: ContentId; readonly version_id: string; readonly step_id: string },
): Promise<{ readonly version_id: VersionId; readonly body: Body }> {
  const version_id = isId("ver", at.version_id) ? at.version_id : undefined;
  const edition = version_id && (await frozenEdition(deps, app, at.content_id, version_id));
  if (version_id === undefined || edition === undefined) {
    throw new ProblemError(
      "version_not_found",
      "This content has no version with this ID. Call boot again for the current version.",
    );
  }
  // Also allow tasks added by a newer version.
  const live = edition.body.type === "checklist" && (await deps.published(app)).find(at.content_id)?.edition.body;
  const positions = [...variantBodies(edition), ...(live ? [live] : [])].flatMap(positionsOf);
  if (!positions.includes(at.step_id)) {
    const message = "This version has no step with this ID.";
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/step_id", message }] });
  }
  return { version_id, body: edition.body };
}
