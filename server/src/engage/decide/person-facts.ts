import type { Arm } from "@fanfare/contract/content/experiment";
import { experimentKey } from "@fanfare/contract/content/variants";
import type { OpenRun } from "@fanfare/contract/events/events";
import { isCoveredByCap } from "@fanfare/contract/gates/cap-group";
import type { RunHistory } from "@fanfare/contract/gates/evaluate";
import type { CapFact } from "@fanfare/contract/gates/gates";
import type { SuppressionFact } from "@fanfare/contract/gates/suppression";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import type { RuleFacts } from "@fanfare/contract/targeting/rule-facts";
import { z } from "zod";
import type { Person } from "../../people/person/find-person.ts";
import { loadGroupEvents } from "../../people/rules/group-events.ts";
import {
  buildRuleFacts,
  type PersonContext,
  parseAttributes,
  unknownPersonFacts,
  withSegments,
} from "../../people/rules/rule-facts.ts";
import { fromJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";
import { armsOf } from "../../store/statements/analytics/exposures.ts";
import { openOccasions } from "../../store/statements/analytics/occasions.ts";
import { type PastRunRow, pastRuns } from "../../store/statements/analytics/runs.ts";
import { respondedRuns, responsesOf } from "../../store/statements/analytics/survey-responses.ts";
import { groupsNamed, type RunStart, runStarts } from "../../store/statements/people/person-facts.ts";
import { liveSuppressions, type SuppressionRow } from "../../store/statements/people/suppressions.ts";
import type { Store } from "../../store/store.ts";
import { type GroupProgressFacts, loadGroupProgress } from "../group-progress/group-progress.ts";
import type { PublishedCap, PublishedContents, SurveyQuota } from "./published-content.ts";
import { quotaPeriodStart } from "./quota-period.ts";

export interface PastRuns {
  readonly history: RunHistory;
  readonly open: OpenRun | null;
  /** The person asked for the open run with a button. */
  readonly asked?: true | undefined;
}

export interface PersonFacts {
  /** Active suppressions, as facts and as rows. */
  readonly suppressions: readonly (SuppressionFact & SuppressionRow)[];
  /** Content without an entry was never shown to the person. */
  readonly runs: ReadonlyMap<ContentId, PastRuns>;
  readonly rules: RuleFacts;
  readonly identified: boolean;
  readonly cap: (cap: PublishedCap) => CapFact;
  /** By content: the variant of its current experiment that the person saw. */
  readonly arms: ReadonlyMap<ContentId, Arm>;
  /** By content: the last milestone that hasn't triggered it yet. */
  readonly due: ReadonlyMap<ContentId, string>;
  /** By survey with a quota: the responses that count toward it now. */
  readonly responses: ReadonlyMap<ContentId, number>;
  /** Open runs of such surveys that are responses. */
  readonly responded: ReadonlySet<string>;
  /** Of checklists that share progress. */
  readonly group_progress: GroupProgressFacts;
}

export const NO_PAST_RUNS: PastRuns = { history: { completed: false, ended: false }, open: null };

export interface CallContext {
  /** External IDs of groups from the identity token. */
  readonly groups: readonly string[];
  readonly context: PersonContext;
}

/**
 * Loads the facts about a person from the store and the request. A merged person has no facts of their own: the request
 * isn't made by the person they were merged into. A visitor without a row is known to have none.
 */
export async function loadPersonFacts(
  store: Pick<Store, "db">,
  contents: PublishedContents,
  about: { readonly app_id: AppId; readonly person: Person; readonly call_context: CallContext },
  now_ms: number,
): Promise<PersonFacts> {
  const { needs, segments, caps_window_ms } = contents;
  const { app_id, person, call_context } = about;
  const row = person.merged ? undefined : person.row;
  const claims = needs.groups ? call_context.groups : [];
  const [suppressions, run_rows, starts, occasions, exposures, rules, claimed, responses, group_progress] =
    await Promise.all([
      row === undefined ? [] : liveSuppressions(store.db, row.id, now_ms),
      row === undefined ? [] : pastRuns(store.db, row.id),
      row === undefined || caps_window_ms === 0
        ? []
        : runStarts(store.db, row.id, now_ms - caps_window_ms, limits.cap_runs_read_max),
      row === undefined || contents.triggers.is_empty ? [] : openOccasions(store.db, row.id),
      row === undefined || !contents.has_experiments ? [] : armsOf(store.db, row.id),
      row === undefined
        ? unknownPersonFacts(person.id, { needs, segments, now_ms })
        : buildRuleFacts(store, [row], { needs, segments, now_ms }).then((all) => all.get(row.id) ?? {}),
      claims.length === 0 ? [] : groupsNamed(store.db, app_id, claims),
      quotaResponses(store.db, app_id, contents.quotas, now_ms),
      loadGroupProgress(store.db, app_id, contents.shared_checklists, { person, claims: call_context.groups }),
    ]);
  const runs = pastRunsByContent(run_rows);
  const open_runs = [...runs].flatMap(([content_id, { open }]) =>
    open !== null && responses.has(content_id) ? [open.run_id] : [],
  );
  const claimed_of = new Map(claimed.map((group) => [group.external_id, group]));
  const eventsOf = await loadGroupEvents(
    store.db,
    claimed.map(({ id }) => id),
    needs,
    now_ms,
  );
  const own = rules.groups ?? [];
  const verified_groups = claims
    .filter((external_id) => !own.some((group) => group.external_id === external_id))
    .map((external_id) => {
      const group = claimed_of.get(external_id);
      const attributes = group === undefined ? {} : parseAttributes(group.attributes);
      return { ...eventsOf(group?.id), external_id, attributes, membership: {} };
    });
  const context = {
    ...rules,
    ...call_context.context,
    ...(verified_groups.length === 0 ? {} : { groups: [...own, ...verified_groups] }),
  };
  return {
    suppressions: suppressions.map((each) => ({ ...each, expires_at_ms: each.expires_at })),
    runs,
    rules: withSegments(context, segments),
    identified: person.external_id !== null && !person.merged,
    cap: capCounter(contents, starts, now_ms),
    arms: new Map(
      exposures.flatMap(({ content_id, experiment, arm }) => {
        const edition = contents.find(content_id)?.edition;
        return edition !== undefined && experimentKey(edition) === experiment ? [[content_id, arm] as const] : [];
      }),
    ),
    due: new Map(
      occasions
        .filter(({ reached_at }) => reached_at > now_ms - OCCASION_DUE_MS)
        .map(({ content_id, milestone }) => [content_id, milestone]),
    ),
    responses,
    responded: await respondedRuns(store.db, open_runs),
    group_progress,
  };
}

/** The responses that count toward each quota now. */
export function quotaResponses(
  db: Store["db"],
  app_id: AppId,
  quotas: readonly SurveyQuota[],
  now_ms: number,
): Promise<ReadonlyMap<ContentId, number>> {
  const surveys = quotas.map(({ content_id, quota }) => ({
    content_id,
    first_day: quotaPeriodStart(quota.per, now_ms),
  }));
  return responsesOf(db, app_id, surveys);
}

/** Milestones older than this no longer trigger content. */
export const OCCASION_DUE_MS = limits.occasion_due_hours * HOUR_MS;

/** Parses the column `done` of a run: IDs of tasks. */
export function parseDoneTasks(text: JsonText): readonly string[] {
  // Fast path: the value of almost every run.
  return text === "[]" ? [] : fromJson(text, (value) => z.array(z.string()).parse(value));
}

/** A reset leaves only its time. A person has at most one open run per content item. */
function pastRunsByContent(rows: readonly PastRunRow[]): ReadonlyMap<ContentId, PastRuns> {
  if (rows.length === 0) return NO_RUNS;
  return new Map([...Map.groupBy(rows, ({ content_id }) => content_id)].map(([id, own]) => [id, toPastRuns(own)]));
}

const NO_RUNS: ReadonlyMap<ContentId, PastRuns> = new Map();

function toPastRuns(rows: readonly PastRunRow[]): PastRuns {
  const counted = rows.filter(({ reset_at }) => reset_at === null);
  const last_ended_ms = latest(counted.map(({ ended_at }) => ended_at));
  const reset_ms = latest(rows.map(({ reset_at }) => reset_at));
  const history: RunHistory = {
    completed: counted.some(({ state }) => state === "completed"),
    ended: counted.some(({ state }) => state !== "active"),
    ...(last_ended_ms === undefined ? {} : { last_ended_ms }),
    ...(reset_ms === undefined ? {} : { reset_ms }),
  };
  const run = rows.find(({ state }) => state === "active");
  if (run === undefined) return { history, open: null };
  const done = parseDoneTasks(run.done);
  const open = {
    ...{ run_id: run.id, version_id: run.version_id, step_id: run.step_id, seq: run.seq },
    ...(done.length === 0 ? {} : { done }),
  };
  return { history, open, ...(run.start_reason === "button" ? { asked: true } : {}) };
}

function latest(times: readonly (number | null)[]): number | undefined {
  let found: number | undefined;
  for (const time of times) if (time !== null && (found === undefined || time > found)) found = time;
  return found;
}

/**
 * Counts the runs of each frequency cap once. Content that's no longer live counts only if the cap covers all content.
 */
function capCounter(contents: PublishedContents, starts: readonly RunStart[], now_ms: number): PersonFacts["cap"] {
  const counted = new Map<PublishedCap, CapFact>();
  const counts = ({ only, covers }: PublishedCap, { content_id, reset_at }: RunStart): boolean => {
    if (only !== undefined) return content_id === only && reset_at === null;
    const edition = contents.find(content_id)?.edition;
    return isCoveredByCap(covers, { type: edition?.body.type ?? "", tags: edition?.tags ?? [] });
  };
  return (cap) => {
    const known = counted.get(cap);
    if (known !== undefined) return known;
    const { name, runs_max, window_hours } = cap;
    const since = now_ms - window_hours * HOUR_MS;
    const runs = starts.filter((start) => start.started_at > since && counts(cap, start)).length;
    const fact = { name, runs_max, window_hours, runs };
    counted.set(cap, fact);
    return fact;
  };
}
