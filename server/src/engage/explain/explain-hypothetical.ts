import { newId } from "@fanfare/contract/lib/ids";
import type { ExplainHypotheticalRequest } from "@fanfare/contract/schema/people/explain";
import type { HypotheticalExplanation } from "@fanfare/contract/schema/responses/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import { type ExplainNowDeps, explainNow } from "./explain-now.ts";

/**
 * Explains what a person with these attributes and groups would see, who hasn't done anything yet. Reads no data about
 * people or groups, and stores nothing. Rollouts and holdouts draw by the ID of a person, so they stay unknown.
 *
 * @throws ProblemError `content_not_found`, `edition_invalid`.
 */
export function explainHypothetical(
  deps: ExplainNowDeps,
  app: AppRecord,
  { attributes, groups, identified, locale, time_zone, device, ...question }: ExplainHypotheticalRequest,
): Promise<HypotheticalExplanation> {
  const id = newId("per", deps.clock, deps.rng);
  const person = {
    ...{ id, external_id: identified ? id : null, channel_id: personChannelId(id) },
    ...{ verified: false, merged: false, row: undefined },
  };
  const hypothetical = {
    ...{ person_id: undefined, attributes, locale, time_zone, device },
    groups: groups.map((group) => ({ ...group, event_count: () => 0, event_times: () => null })),
  };
  return explainNow(deps, app, { person, call_context: { groups: [], context: {} }, hypothetical }, question);
}
