import type { Edition, ResponseQuota, Targeting, Trigger } from "../content/content.ts";
import { audienceTasks, isTaskFor } from "../content/task-audience.ts";
import { propertyReasons, ruleReasons } from "../targeting/rule-reasons.ts";
import type { Cause } from "../wording/cause.ts";
import { evidence } from "../wording/evidence.ts";
import { type Candidate, type Facts, isFinishedByGroup, type Judgment, shownBody } from "./gates.ts";
import { pageGateCauses } from "./page-evidence.ts";
import type { GateStatus } from "./page-gates.ts";
import { holdoutEvidence, percentageEvidence } from "./rollout-evidence.ts";

/** Evidence for a gate's result as data: one cause per sentence. */
export function gateCauses(judgment: Judgment, candidate: Candidate, facts: Facts): readonly Cause[] {
  const { gate, status } = judgment;
  const { edition } = candidate;
  switch (gate) {
    case "not_published":
      return [publicationEvidence(status, facts)];
    case "schedule":
      return scheduleEvidence(status, edition.schedule);
    case "identity":
      return [identityEvidence(status, edition.targeting.people)];
    case "audience":
      return [audienceEvidence(status, candidate, facts)];
    case "tasks":
      return tasksEvidence(status, candidate, facts);
    case "holdout":
      return holdoutEvidence(status, candidate, facts);
    case "percentage":
      return percentageEvidence(status, candidate, facts);
    case "quota":
      return [quotaEvidence(status, edition.quota, facts)];
    case "event":
      return [...pageGateCauses(judgment, candidate, facts), ...triggerConditions(edition.trigger)];
    default:
      return pageGateCauses(judgment, candidate, facts);
  }
}

function triggerConditions(trigger: Trigger): readonly Cause[] {
  if (trigger.kind !== "event" || trigger.props === undefined) return [];
  return [evidence("event_matching", { conditions: propertyReasons(trigger.props) })];
}

function publicationEvidence(status: GateStatus, { publication_paused }: Facts): Cause {
  if (status === "unknown") return evidence("publication_unknown");
  if (status === "pass") return evidence("published");
  return evidence(publication_paused === true ? "publication_paused" : "not_published");
}

function scheduleEvidence(status: GateStatus, schedule: Edition["schedule"]): readonly Cause[] {
  if (schedule === undefined) return [evidence("no_schedule")];
  const { starts_at: from, ends_at: to, zone } = schedule;
  const plan =
    from === undefined
      ? to === undefined
        ? evidence("scheduled", { zone })
        : evidence("scheduled_until", { to, zone })
      : to === undefined
        ? evidence("scheduled_from", { from, zone })
        : evidence("scheduled_between", { from, to, zone });
  if (status === "pass") return [plan];
  return [plan, evidence(status === "block" ? "not_active_now" : "time_zone_unknown")];
}

function identityEvidence(status: GateStatus, people: Targeting["people"]): Cause {
  if (people === undefined) return evidence("identity_any");
  if (status === "unknown") return evidence("identity_unknown");
  return evidence(status === "block" ? "identity_other" : "identity_matches", { people });
}

function quotaEvidence(status: GateStatus, quota: ResponseQuota | undefined, facts: Facts): Cause {
  if (quota === undefined) return evidence("no_quota");
  const { responses: responses_max, per = "total" } = quota;
  if (facts.responded === true) return evidence("quota_responded", { responses_max, per });
  const { responses } = facts;
  if (responses === undefined) return evidence("quota_unknown");
  return evidence(status === "block" ? "quota_reached" : "quota_free", { responses, responses_max, per });
}

/** How many tasks are for the person, why the others aren't, and which ones the person skipped. */
function tasksEvidence(status: GateStatus, candidate: Candidate, facts: Facts): readonly Cause[] {
  const body = shownBody(candidate, facts);
  const all = body?.type === "checklist" ? body.tasks : [];
  const skipped = all.flatMap(({ id, title }) =>
    facts.skipped_tasks?.includes(id) ? [evidence("task_skipped", { name: title })] : [],
  );
  const shared = body?.type === "checklist" && body.group_progress ? groupEvidence(candidate, facts) : [];
  const tasks = audienceTasks(body);
  if (tasks === undefined) return [...shared, evidence("no_task_audience"), ...skipped];
  if (isFinishedByGroup(candidate, facts)) return shared;
  const person = { ...facts.person, now_ms: facts.now_ms };
  const others = tasks.filter((task) => isTaskFor(task, person) !== true);
  const code = { block: "tasks_none", pass: "tasks_some", unknown: "tasks_unknown" } as const;
  return [
    evidence(code[status], { n: tasks.length - others.length, tasks: tasks.length }),
    ...others.map(({ title, audience }) =>
      evidence("task_out", { name: title, conditions: audience === undefined ? [] : ruleReasons(audience, person) }),
    ),
    ...shared,
    ...skipped,
  ];
}

/** The groups that share the person's progress, or why there are none. */
function groupEvidence(candidate: Candidate, facts: Facts): readonly Cause[] {
  const { group_progress } = facts;
  if (group_progress === undefined) return [];
  const { verified, groups } = group_progress;
  if (!verified) return [evidence("progress_unverified")];
  if (groups.length === 0) return [evidence("progress_no_group")];
  const shared = groups.map(({ external_id, tasks }) => evidence("progress_shared", { group: external_id, tasks }));
  return isFinishedByGroup(candidate, facts) ? [evidence("tasks_done_by_group"), ...shared] : shared;
}

function audienceEvidence(status: GateStatus, { edition }: Candidate, facts: Facts): Cause {
  const { audience } = edition.targeting;
  if (audience === undefined) return evidence("audience_everyone");
  const conditions = ruleReasons(audience, { ...facts.person, now_ms: facts.now_ms });
  const code = { block: "audience_out", pass: "audience_in", unknown: "audience_unknown" } as const;
  return evidence(code[status], { conditions });
}
