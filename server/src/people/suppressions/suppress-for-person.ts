import { isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { PutSuppressionRequest } from "@fanfare/contract/schema/people/person";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import { fromIso, toBit } from "../../store/columns.ts";
import { contentExists } from "../../store/statements/content/published.ts";
import { countSuppressions, upsertSuppression } from "../../store/statements/people/suppressions.ts";
import { personChannelId } from "../identity/identity.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { requirePerson } from "../person/person-by-name.ts";

/**
 * Suppresses something for a person, for a member who helps them, and reverses an undo. A suppression that already
 * lasts longer stays. Notifies the person's open pages.
 *
 * @throws ProblemError `person_not_found`, `content_not_found`, `body_invalid` for a time in the past or too far ahead,
 * `suppressions_full`.
 */
export async function suppressForPerson(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  external_id: string,
  input: PutSuppressionRequest,
  member_id: MemberId | null,
): Promise<void> {
  const { clock, rng, store } = deps;
  const person = await requirePerson(deps, app, external_id);
  const { scope, target, reason = "admin" } = input;
  const known =
    scope !== "content" || (isId("cnt", target) && (await contentExists(store.db, target, toBit(app.system))));
  if (!known) throw new ProblemError("content_not_found", "Content not found. It may have been deleted.");
  const now_ms = clock.now();
  const expires_at = fromIso(input.expires_at);
  if (expires_at <= now_ms || expires_at > now_ms + limits.suppression_days_max * DAY_MS) {
    const message = `Use an end date in the future, within ${limits.suppression_days_max} days.`;
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/expires_at", message }] });
  }
  if ((await countSuppressions(store.db, person.id)) >= limits.suppressions_per_person_max) {
    throw new ProblemError(
      "suppressions_full",
      "This person has reached the suppression limit. Undo some suppressions first.",
    );
  }
  const id = newId("sup", clock, rng);
  await store.write([
    {
      query: upsertSuppression(store.db, {
        ...{ id, app_id: app.id, person_id: person.id, scope, target, reason },
        ...{ created_at: now_ms, expires_at },
      }),
      expect: 1,
    },
    auditStatement(deps, {
      member_id,
      action: "suppression.put",
      resource: { type: "suppression", id },
      app_id: app.id,
      detail: { person_id: person.id, scope, target, reason },
    }),
  ]);
  const change: PersonChanged = { kind: "suppressions", socket_id: null };
  deps.publish(app.id, personChannel(personChannelId(external_id)), PERSON_CHANGED, change);
}
