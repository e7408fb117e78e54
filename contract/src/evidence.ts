import type { Edition, EventCount, Targeting, Trigger } from "./content.ts";
import type { Candidate, Facts, Judgement } from "./gates.ts";
import { matchesUrl } from "./glob.ts";
import { hiding } from "./hiding.ts";
import type { GateStatus } from "./page-gates.ts";
import { reasons } from "./rule-reasons.ts";
import { shareEvidence } from "./share-evidence.ts";

/** What a gate saw, in a sentence for people. */
export function evidenceOf({ gate, status }: Judgement, candidate: Candidate, facts: Facts): string {
  const { edition } = candidate;
  const say = (block: string, pass: string, unknown: string): string => ({ block, pass, unknown })[status];
  switch (gate) {
    case "app_paused":
      return say("The app is paused.", "The app is running.", "Whether the app is paused is not known.");
    case "not_published":
      return status === "block" && facts.publication_paused === true
        ? "Published in this app, and paused."
        : say("Not published in this app.", "Published in this app.", "Publication is not known.");
    case "schedule":
      return scheduleEvidence(edition.schedule, say);
    case "identity":
      return edition.targeting.people === undefined
        ? "For everybody, known by name or not."
        : say(
            `Only for ${edition.targeting.people} people, and this one is not.`,
            `For ${edition.targeting.people} people, as this one is.`,
            "Whether the person is identified is not known.",
          );
    case "audience":
      return audienceEvidence(candidate, facts, say);
    case "url":
      return urlEvidence(edition.targeting.urls, facts.url);
    case "element":
      return candidate.page_rule === undefined && status === "pass"
        ? "The audience asks nothing of the page."
        : say(
            "The page is not as the audience wants it.",
            "The page is as the audience wants it.",
            "The audience asks for something that only the page can tell.",
          );
    case "event":
      return triggerEvidence(status, edition.trigger, facts);
    case "frequency":
      return frequencyEvidence(status, edition, facts);
    case "cap_group":
      return capEvidence(candidate, facts, say);
    case "suppressed":
    case "snoozed": {
      if (status === "unknown") return "The person's choices are not known.";
      const found = hiding(gate, candidate, facts);
      if (found === undefined) return gate === "snoozed" ? "Not snoozed." : "Not hidden by the person.";
      const until = new Date(found.expires_at_ms).toISOString();
      const scope =
        found.scope === "content" ? "" : found.scope === "tag" ? ` (the tag ${found.target})` : " (everything)";
      return gate === "snoozed"
        ? `Snoozed until ${until}${scope}.`
        : `The person chose not to see this before ${until}${scope}.`;
    }
    case "holdout":
    case "percentage":
      return shareEvidence(gate, candidate, facts, say);
    case "lane_busy":
      return say("Another content is on the screen.", "The screen is free.", "The screen is not known.");
    case "outranked":
      return say(
        `${facts.outranked_by ?? "Another content"} goes first.`,
        "Nothing goes first.",
        "What else could be shown is not known.",
      );
    case "host_paused":
      return say("The page paused guidance.", "The page allows guidance.", "The page's wish is not known.");
    case "consent":
      return say("The person has not consented.", "Nothing waits for consent.", "Consent is not known.");
    case "target_missing":
      return say("The page has no such target.", "The target is there.", "Only the page knows its targets.");
    case "target_hidden":
      return say(
        "The target is there and cannot be seen.",
        "The target can be seen.",
        "Only the page knows its targets.",
      );
    case "sdk_blocked":
      return say(
        "The page could not load the SDK.",
        "The SDK runs in the page.",
        "Whether the SDK runs there is not known.",
      );
    case "version_mismatch":
      return say(
        "The page has an answer older than the last change.",
        "The page has the last change.",
        "Which answer the page has is not known.",
      );
  }
}

type Say = (block: string, pass: string, unknown: string) => string;

function scheduleEvidence(schedule: Edition["schedule"], say: Say): string {
  if (schedule === undefined) return "Has no schedule.";
  const { starts_at, ends_at, zone } = schedule;
  const clock = zone === "utc" ? "UTC" : "on the person's clock";
  const from = starts_at === undefined ? "" : ` from ${starts_at}`;
  const to = ends_at === undefined ? "" : ` until ${ends_at}`;
  const plan = `Scheduled${from}${to} ${clock}`;
  return say(`${plan}, which is not now.`, `${plan}.`, `${plan}; the person's time zone is not known.`);
}

function audienceEvidence({ edition }: Candidate, facts: Facts, say: Say): string {
  const { audience } = edition.targeting;
  if (audience === undefined) return "For everybody.";
  const why = reasons(audience, { ...facts.person, now_ms: facts.now_ms }).join("; ");
  return say(
    `Not in the audience: ${why}.`,
    `In the audience: ${why}.`,
    `Whether this person is in the audience is not known: ${why}.`,
  );
}

function urlEvidence({ include, exclude }: Targeting["urls"], url: string | undefined): string {
  if (include.length === 0 && exclude.length === 0) return "Every page.";
  if (url === undefined) return "The page's address is not known.";
  const excluded = exclude.find((pattern) => matchesUrl(pattern, url));
  if (excluded !== undefined) return `The address matches the excluded pattern ${excluded}.`;
  if (include.length === 0) return "No excluded pattern matches the address.";
  const included = include.find((pattern) => matchesUrl(pattern, url));
  return included === undefined
    ? `The address matches none of ${include.join(", ")}.`
    : `The address matches ${included}.`;
}

function triggerEvidence(status: GateStatus, trigger: Trigger, facts: Facts): string {
  if (facts.requested === true) return "Asked for by code.";
  switch (trigger.kind) {
    case "automatic":
      return "Starts by itself.";
    case "manual":
      return "Starts only from code.";
    case "link":
      return status === "pass" ? "The address asks for it." : "Starts only from a link that asks for it, or from code.";
    case "completed":
      return dueEvidence(status, facts, `that the person completes ${trigger.content}`);
    case "goal":
      return dueEvidence(status, facts, `that the person reaches the goal ${trigger.goal}`);
    case "event":
      if (trigger.count !== undefined) return dueEvidence(status, facts, countedEvent(trigger.event, trigger.count));
      if (facts.events === undefined) return `Waits for the event ${trigger.event}.`;
      if (status === "pass") return `The event ${trigger.event} happened.`;
      return status === "unknown"
        ? "Whether code asked for it is not known."
        : `The event ${trigger.event} has not happened in this page.`;
  }
}

function countedEvent(event: string, { on, n }: EventCount): string {
  return on === "nth" ? `the person's event ${event} number ${n}` : `each ${n} of the person's events ${event}`;
}

function dueEvidence(status: GateStatus, { due }: Facts, awaited: string): string {
  if (status === "pass") return `Waited for ${awaited}: it happened, and was not shown yet.`;
  if (due === undefined) return `Waits for ${awaited}; whether that happened is not known.`;
  return `Waits for ${awaited}: that has not happened since the last time, or was shown for already.`;
}

function frequencyEvidence(status: GateStatus, { frequency }: Pick<Edition, "frequency">, { history }: Facts): string {
  const { mode, every_days, cooldown_hours } = frequency;
  if (status === "unknown") return "Earlier runs are not known.";
  const pauses = [
    ...(mode === "every" ? [`every ${every_days} days`] : []),
    ...(cooldown_hours === undefined ? [] : [`at least ${cooldown_hours} hours apart`]),
  ];
  const last = history?.last_ended_ms === undefined ? "never" : new Date(history.last_ended_ms).toISOString();
  if (status === "block") {
    if (mode === "once" && history?.ended) return "Already shown once.";
    if (mode === "until_completed" && history?.completed) return "Already completed.";
    return `May come ${pauses.join(" and ")}; it last went ${last}.`;
  }
  if (pauses.length > 0) return `May come ${pauses.join(" and ")}; it last went ${last}.`;
  if (mode === "always") return "May be shown again and again.";
  return mode === "once" ? "Not shown before." : "Not completed before.";
}

function capEvidence({ cap_left }: Candidate, { caps }: Facts, say: Say): string {
  if (caps === undefined) {
    return cap_left === undefined
      ? "What the cap groups have counted is not known."
      : say("A cap group has reached its limit.", "The cap groups allow it.", "What began in the page is not known.");
  }
  if (caps.length === 0) return "In no cap group, or a run that goes on.";
  const full = caps.filter(({ runs, runs_max }) => runs >= runs_max);
  return (full.length > 0 ? full : caps)
    .map(({ name, runs, runs_max, window_hours }) => `${name}: ${runs} of ${runs_max} in ${window_hours} hours`)
    .join("; ")
    .concat(".");
}
