import { ASKED_GATES, evaluateAudience, gateStatus } from "@fanfare/contract/gates/gates";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type EligibleContent, isMeantFor, serverFacts } from "./decisions.ts";
import { NO_PAST_RUNS, type PersonFacts } from "./person-facts.ts";
import type { PublishedContent, PublishedContents } from "./published-content.ts";
import { assignedVariant } from "./variants.ts";

/**
 * Content that the person asked for with a button: now (`asked`, by slug), or earlier with a run that is still open. They
 * may ask only for what a button of content meant for them starts, directly or through other content that they asked for.
 */
export function decideAsked(
  app: AppRecord,
  contents: PublishedContents,
  facts: PersonFacts,
  asked: readonly string[] | undefined,
  now_ms: number,
): readonly EligibleContent[] {
  const open = [...facts.runs].filter(([, run]) => run.asked).map(([content_id]) => content_id);
  const wanted = [...new Set([...(asked ?? []), ...open].flatMap((name) => contents.find(name) ?? []))];
  if (wanted.length === 0 || app.paused) return [];
  const meant = contents.list.filter((content) => content.starts.length > 0 && isMeantFor(app, content, facts, now_ms));
  const offered = new Set(meant.flatMap(({ starts }) => starts));
  return linkedFrom(offered, wanted)
    .filter((content) => isGranted(app, content, facts, now_ms))
    .map((content) => ({
      content: { ...content, edition: onRequest(content) },
      pending_gates: content.page_gates.filter((gate) => gate !== "event" && gate !== "frequency"),
      past: facts.runs.get(content.content_id) ?? NO_PAST_RUNS,
      page_rule: undefined,
      cap_left: undefined,
      due: undefined,
      variant: assignedVariant(content, facts),
      on_request: true,
    }));
}

/** The wanted content with a chain of buttons from the offered slugs. */
function linkedFrom(offered: Set<string>, wanted: readonly PublishedContent[]): readonly PublishedContent[] {
  const found = wanted.filter(({ slug }) => offered.has(slug));
  if (found.length === 0) return [];
  const beyond = new Set(found.flatMap(({ starts }) => starts));
  return [
    ...found,
    ...linkedFrom(
      beyond,
      wanted.filter((content) => !found.includes(content)),
    ),
  ];
}

function isGranted(app: AppRecord, content: PublishedContent, facts: PersonFacts, now_ms: number): boolean {
  const known = serverFacts(app, content, facts, now_ms);
  const suppressions = facts.suppressions.filter(({ reason }) => reason === "admin");
  const part = evaluateAudience(content, known);
  return ASKED_GATES.every((gate) => gateStatus(gate, content, { ...known, suppressions }, part) === "pass");
}

/** Starts only when asked for, and as often as asked. */
function onRequest({ edition }: PublishedContent): PublishedContent["edition"] {
  return { ...edition, trigger: { kind: "manual" }, frequency: { mode: "always" } };
}
