import type { Edition } from "@fanfare/contract/content/content";
import { variantBodies } from "@fanfare/contract/content/variants";
import { type FunnelMark, funnelMarks } from "@fanfare/contract/events/funnel";
import type { Clock } from "@fanfare/contract/lib/clock";
import { isId } from "@fanfare/contract/lib/ids";
import { LIVE_UPDATE_EVENTS, type LiveUpdateEventName } from "@fanfare/contract/realtime/live-update";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { GroupFact, RuleFacts } from "@fanfare/contract/targeting/rule-facts";
import { matchesLeaf } from "@fanfare/contract/targeting/rule-match";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { parseDoneTasks } from "../../engage/decide/person-facts.ts";
import type { EventCondition, Published, PublishedContents } from "../../engage/decide/published-content.ts";
import {
  type Contribution,
  contributionStatements,
  groupsToNotify,
} from "../../engage/group-progress/contributions.ts";
import { groupsSharing, progressGroups } from "../../engage/group-progress/group-progress.ts";
import type { SignalGroups } from "../../engage/group-progress/signal-groups.ts";
import type { SendLiveUpdate } from "../../engage/live-updates/live-updates.ts";
import type { Log } from "../../lib/log.ts";
import type { Publish } from "../../lib/publish.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { withoutEvents } from "../../people/rules/event-histories.ts";
import { buildRuleFacts } from "../../people/rules/rule-facts.ts";
import { collectRuleNeeds } from "../../people/rules/rule-needs.ts";
import type { GoalRow } from "../../store/statements/analytics/goals.ts";
import { openRunOf } from "../../store/statements/analytics/runs.ts";
import { recordGoalFacts } from "../../store/statements/realtime/facts.ts";
import { recordDelivery } from "../../store/statements/realtime/live-update-deliveries.ts";
import type { Statement } from "../../store/store.ts";
import { exposureStatements } from "./exposures.ts";
import { funnelStatements } from "./funnel-rows.ts";
import type { IngestDeps } from "./ingest.ts";
import { milestoneStatement } from "./milestones.ts";
import { notifyOccasions, occasionStatements } from "./occasions.ts";
import type { ReadEvent } from "./read-event.ts";
import { notifyQuotaReached } from "./response-quota.ts";
import { answerStatements, invalidAnswers } from "./survey-answers.ts";
import { surveyProgress } from "./survey-progress.ts";

const DEVICE_CHARS_MAX = 64;

/** Statements that record how far live updates got, as reported by the page. Part of the batch of these events. */
function deliveryStatements(
  { store, clock }: PeopleDeps,
  app: AppRecord,
  person: Person,
  events: readonly ReadEvent[],
): readonly Statement[] {
  return events.flatMap(({ name, raw_props }) => {
    if (!isLiveUpdateEvent(name)) return [];
    const { live_update_id, device } = raw_props;
    if (typeof live_update_id !== "string" || !isId("lup", live_update_id)) return [];
    if (typeof device !== "string" || device.length > DEVICE_CHARS_MAX) return [];
    const note = { app_id: app.id, live_update_id, person_id: person.id, device, at: clock.now() };
    return [{ query: recordDelivery(store.db, { ...note, state: LIVE_UPDATE_EVENTS[name] }) }];
  });
}

function isLiveUpdateEvent(name: string): name is LiveUpdateEventName {
  return Object.hasOwn(LIVE_UPDATE_EVENTS, name);
}

/**
 * Whether these events complete a task of a checklist that the person has started, so that open pages must refresh. A
 * page that completed the task itself has usually reported it already.
 */
async function completesTask(
  { store }: Pick<PeopleDeps, "store">,
  { list }: PublishedContents,
  { row, merged }: Person,
  events: readonly Pick<ReadEvent, "name">[],
): Promise<boolean> {
  if (row === undefined || merged) return false;
  const names = new Set(events.map(({ name }) => name));
  for (const { content_id, edition } of list) {
    if (edition.body.type !== "checklist") continue;
    const tasks = tasksByEvent(edition, names);
    const run = tasks.length === 0 ? undefined : await openRunOf(store.db, row.id, content_id);
    if (run !== undefined && !tasks.every((id) => parseDoneTasks(run.done).includes(id))) return true;
  }
  return false;
}

/** Tasks of checklists that share progress, which these events complete for the person's groups. */
async function sharedTasks(
  { store }: Pick<PeopleDeps, "store">,
  { id: app_id }: AppRecord,
  { shared_checklists }: Pick<PublishedContents, "shared_checklists">,
  about: { readonly person: Person; readonly groups: readonly string[] },
  events: readonly Pick<ReadEvent, "name">[],
): Promise<readonly Contribution[]> {
  const names = new Set(events.map(({ name }) => name));
  const done = shared_checklists.flatMap((content) => {
    const task_ids = tasksByEvent(content.edition, names);
    return task_ids.length === 0 ? [] : [{ content, task_ids }];
  });
  if (done.length === 0) return [];
  const groups = await progressGroups(store.db, app_id, about.person, about.groups);
  return done.map(({ content, task_ids }) => ({
    ...{ content_id: content.content_id, task_ids, groups: groupsSharing(groups, content) },
  }));
}

/** IDs of the tasks that one of these events completes, in any variant. */
function tasksByEvent(edition: Edition, names: ReadonlySet<string>): readonly string[] {
  const tasks = variantBodies(edition).flatMap((body) => (body.type === "checklist" ? body.tasks : []));
  const done = tasks.filter(({ done_when: it }) => it.kind === "event" && names.has(it.event));
  return [...new Set(done.map(({ id }) => id))];
}

/** Whether the event skips a task of a checklist or undoes it, so that the person's other pages show it, too. */
function isSkip(name: string): boolean {
  return funnelMarks(name).some((mark) => mark === "part_skipped" || mark === "part_restored");
}

/**
 * Whether these stored events change the result of a condition on events, so that open pages must refresh.
 * Counts far past the condition's threshold change nothing.
 */
async function changesConditions(
  { store, clock }: Pick<PeopleDeps, "store" | "clock">,
  { event_conditions }: Pick<PublishedContents, "event_conditions">,
  person: Pick<Person, "id">,
  events: readonly Pick<ReadEvent, "id" | "name">[],
): Promise<boolean> {
  const names = new Set(events.map(({ name }) => name));
  const relevant = event_conditions.filter((leaf) => eventNames(leaf).some((name) => names.has(name)));
  if (relevant.length === 0) return false;
  const rule_needs = collectRuleNeeds(relevant, new Map());
  // One more than the new events, so that the one before them is read.
  const histories = rule_needs.histories.map((need) => ({
    ...need,
    rows_max: Math.max(need.rows_max, events.length + 1),
  }));
  const needs = { ...rule_needs, histories };
  const rows_max = new Map(histories.map((need) => [need.name, need.rows_max]));
  const now_ms = clock.now();
  // The conditions read nothing else about the person.
  const known = { id: person.id, attributes: "{}", device: null, locale: null, time_zone: null };
  const now = (await buildRuleFacts(store, [known], { needs, segments: new Map(), now_ms })).get(person.id) ?? {};
  const fresh = Map.groupBy(events, ({ name }) => name);
  const ids = new Set<string>(events.map(({ id }) => id));
  const before: RuleFacts = {
    ...now,
    event_count(name, within_days) {
      const count = now.event_count?.(name, within_days);
      return count === undefined ? undefined : Math.max(0, count - (fresh.get(name)?.length ?? 0));
    },
    groups: now.groups?.map((group) => groupBefore(group, fresh)),
    event_history(name) {
      const history = now.event_history?.(name);
      return history && withoutEvents(history, ids, rows_max.get(name) ?? 0);
    },
  };
  return relevant.some((leaf) => matchesLeaf(leaf, now) !== matchesLeaf(leaf, before));
}

/** The group's counts as they were before these events. Its times stay as they are now. */
function groupBefore(group: GroupFact, fresh: ReadonlyMap<string, readonly unknown[]>): GroupFact {
  return {
    ...group,
    event_count(name, within_days) {
      const count = group.event_count?.(name, within_days);
      return count === undefined ? undefined : Math.max(0, count - (fresh.get(name)?.length ?? 0));
    },
    event_times(name) {
      const times = group.event_times?.(name);
      // The first event ever: before it, there was none.
      return group.event_count?.(name, undefined) === fresh.get(name)?.length ? null : times;
    },
  };
}

function eventNames(leaf: EventCondition): readonly string[] {
  switch (leaf.kind) {
    case "event":
    case "group_event":
    case "group_event_time":
      return [leaf.name];
    case "event_time":
      return [leaf.event.name];
    case "event_sequence":
      return [leaf.first.name, leaf.next.name];
  }
}

export type EventEffects = Pick<IngestDeps, "consequences" | "refusals">;

export interface EventEffectsDeps extends PeopleDeps {
  readonly clock: Clock;
  readonly published: Published;
  readonly apps: AppDirectory;
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly signalGroups: SignalGroups;
  readonly log: Log;
  /** Updates counts and alerts in open consoles. */
  readonly notifySoon: () => void;
}

export function createEventEffects(deps: EventEffectsDeps): EventEffects {
  return {
    refusals: (app, events) => invalidAnswers(deps, app, events),
    async consequences(app, person, events, { batch, groups }) {
      const [milestones, contents, progress] = await Promise.all([
        milestoneStatement(deps, app, person, events),
        deps.published(app),
        surveyProgress(deps, app, person, events),
      ]);
      const happened = { events, batch, reached_goals: milestones?.reached ?? [], at: milestones?.reached_at };
      const does_task = await completesTask(deps, contents, person, events);
      const occasions = await occasionStatements(deps, contents, person, happened);
      const answers = answerStatements(deps, app, contents, person, events);
      const shared = await sharedTasks(deps, app, contents, { person, groups }, events);
      const sharing = contributionStatements(deps, { app_id: app.id, person_id: person.id }, shared);
      const before = milestones === undefined ? 0 : 1;
      return {
        statements: [
          ...(milestones === undefined ? [] : [milestones.statement]),
          ...occasions,
          ...answers,
          ...sharing,
          ...funnelStatements(deps, app.id, person, events, progress),
          ...exposureStatements(deps, app, contents, person, events),
          ...deliveryStatements(deps, app, person, events),
          ...(milestones === undefined ? [] : [goalFacts(deps, app, person, batch, milestones)]),
        ],
        async committed(results) {
          const [reached] = results;
          if (events.some(({ name }) => isLiveUpdateEvent(name) || isAttentionEvent(name))) deps.notifySoon();
          const answered_from = before + occasions.length;
          const fresh_occasions = results.slice(before, answered_from).flatMap(({ rows }) => rows);
          const responses = results.slice(answered_from, answered_from + answers.length).flatMap(({ rows }) => rows);
          await notifyQuotaReached(deps, app, responses);
          const shared_from = answered_from + answers.length;
          const shared_results = results.slice(shared_from, shared_from + sharing.length);
          await deps.signalGroups(app.id, groupsToNotify(shared, shared_results), {
            ...{ channel_id: person.channel_id, socket_id: null },
          });
          const due =
            does_task ||
            events.some(({ name }) => isSkip(name)) ||
            fresh_occasions.length > 0 ||
            (await changesConditions(deps, contents, person, events));
          if (due) notifyOccasions(deps, app, person);
          if (milestones === undefined) return due;
          const fresh = new Set(reached?.rows.map((row) => row["goal_id"]));
          const goals = milestones.goals.filter(({ id }) => fresh.has(id));
          return (await sendCelebration(deps, app, person, goals)) || due;
        },
      };
    },
  };
}

/** Records new completions for engagement webhooks. */
function goalFacts(
  { store: { db } }: PeopleDeps,
  { id: app_id }: AppRecord,
  person: Person,
  batch: string,
  { reached, reached_at }: { readonly reached: readonly GoalRow[]; readonly reached_at: number },
): Statement {
  const goal_ids = reached.map(({ id }) => id);
  return { query: recordGoalFacts(db, { app_id, person_id: person.id, batch }, goal_ids, reached_at) };
}

const ATTENTION_MARKS: ReadonlySet<FunnelMark> = new Set<FunnelMark>([
  "target_missing",
  "prepare_failed",
  "obstructed",
]);

/** Whether the event can add an alert to the overview. */
function isAttentionEvent(name: string): boolean {
  const marks = funnelMarks(name);
  return marks.some((mark) => ATTENTION_MARKS.has(mark));
}

/**
 * Celebrates completed goals, each at most once, on the person's current device. Returns true if there was a
 * celebration; it's stored by then, so that pages can fetch it.
 */
async function sendCelebration(
  deps: EventEffectsDeps,
  app: AppRecord,
  person: Person,
  goals: readonly GoalRow[],
): Promise<boolean> {
  const name = person.external_id ?? person.row?.anonymous_id ?? person.channel_id;
  const sent = goals.flatMap(({ name: text, celebration }) => {
    if (celebration === null) return [];
    const input = liveUpdateInputSchema.parse({
      audience: { kind: "people", external_ids: [name] },
      body: { kind: "celebration", preset: celebration, text },
      devices: "one",
    });
    return deps.sendLiveUpdate(app.id, input, null).catch((error) => deps.log.error("celebration_not_sent", { error }));
  });
  await Promise.all(sent);
  return sent.length > 0;
}
