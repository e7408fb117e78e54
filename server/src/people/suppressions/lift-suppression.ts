import { isId, type MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import {
  deleteSuppression,
  liveSuppressions,
  type SuppressionRow,
} from "../../store/statements/people/suppressions.ts";
import { personChannelId } from "../identity/identity.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { findPersonByName } from "../person/person-by-name.ts";

/** Lists a person's active suppressions, for a member who helps them. Empty for an unknown ID. */
export async function listPersonSuppressions(
  deps: PeopleDeps,
  app: AppRecord,
  external_id: string,
): Promise<readonly SuppressionRow[]> {
  const person = await findPersonByName(deps, app, external_id);
  return person === undefined ? [] : liveSuppressions(deps.store.db, person.id, deps.clock.now());
}

/**
 * Lifts a suppression, regardless of who set it, and notifies the person's open pages.
 *
 * @throws ProblemError `suppression_not_found`.
 */
export async function liftSuppression(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  which: { readonly external_id: string; readonly id: string },
  member_id: MemberId | null,
): Promise<void> {
  const person = await findPersonByName(deps, app, which.external_id);
  if (person === undefined || !isId("sup", which.id)) throw notFound();
  const key = { app_id: app.id, person_id: person.id, id: which.id };
  const audit = auditStatement(deps, {
    member_id,
    action: "suppression.undo",
    resource: { type: "suppression", id: which.id },
    app_id: app.id,
    detail: { person_id: person.id },
  });
  const result = await deps.store.write([{ query: deleteSuppression(deps.store.db, key), expect: 1 }, audit]);
  if (result.outcome === "unmet") throw notFound();
  const change: PersonChanged = { kind: "suppressions", socket_id: null };
  deps.publish(app.id, personChannel(personChannelId(which.external_id)), PERSON_CHANGED, change);
}

function notFound(): ProblemError {
  return new ProblemError(
    "suppression_not_found",
    "Suppression not found. It may have expired or been undone. Reload the list.",
  );
}
