import { isId, type MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import { toBit } from "../../store/columns.ts";
import { resetRuns } from "../../store/statements/analytics/runs.ts";
import { contentExists } from "../../store/statements/content/published.ts";
import { deleteOwnContentSuppression } from "../../store/statements/people/suppressions.ts";
import { personChannelId } from "../identity/identity.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { requirePerson } from "../person/person-by-name.ts";

/**
 * Makes a content item new to a person: decisions no longer count earlier views, and "Do not show again" and snoozes of
 * the item are lifted. What a member hid stays hidden. Reports keep the views, and an open run goes on. Notifies the
 * person's open pages.
 *
 * @throws ProblemError `person_not_found`, `content_not_found`.
 */
export async function resetContent(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  which: { readonly external_id: string; readonly content_id: string },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const { external_id, content_id } = which;
  const person = await requirePerson(deps, app, external_id);
  if (!isId("cnt", content_id) || !(await contentExists(store.db, content_id, toBit(app.system)))) {
    throw new ProblemError("content_not_found", "Content not found. It may have been deleted.");
  }
  await store.write([
    { query: resetRuns(store.db, { person_id: person.id, content_id }, clock.now()) },
    { query: deleteOwnContentSuppression(store.db, { person_id: person.id, content_id }) },
    auditStatement(deps, {
      member_id,
      action: "person.reset_content",
      resource: { type: "person", id: person.id },
      app_id: app.id,
      detail: { content_id },
    }),
  ]);
  for (const kind of ["runs", "suppressions"] as const) {
    const change: PersonChanged = { kind, socket_id: null };
    deps.publish(app.id, personChannel(personChannelId(external_id)), PERSON_CHANGED, change);
  }
}
