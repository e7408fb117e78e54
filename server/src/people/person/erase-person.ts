import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { personChannel } from "@fanfare/contract/realtime/channel";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import type { ErasureResponse } from "@fanfare/contract/schema/responses/people/person";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import {
  audiencesContaining,
  countOwned,
  deletePeople,
  deleteTargets,
  mergedIdentities,
  recordErasures,
  replaceAudience,
  scheduledContaining,
} from "../../store/statements/people/erasures.ts";
import { deleteRefusalsOf } from "../../store/statements/people/people-imports.ts";
import {
  deleteScheduledLiveUpdate,
  setScheduledInput,
} from "../../store/statements/realtime/scheduled-live-updates.ts";
import type { Statement, Store } from "../../store/store.ts";
import { personChannelId } from "../identity/identity.ts";
import { deliveryErasures } from "./erase-deliveries.ts";
import { erasureHash } from "./erased-names.ts";
import type { PeopleDeps } from "./find-person.ts";
import { requirePerson } from "./person-by-name.ts";

/** Deliveries have the times of the node that stored them. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Permanently deletes a person with all their data in one batch, including their earlier anonymous visitors. Keeps only
 * a hash of their names, so that requests in progress are refused and can't recreate them.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function erasePerson(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  name: string,
  member_id: MemberId | null,
): Promise<ErasureResponse> {
  const { db } = deps.store;
  const person = await requirePerson(deps, app, name);
  const identities = await mergedIdentities(db, app.id, person.id);
  const ids = identities.map(({ id }) => id);
  const names = identities.flatMap(({ external_id, anonymous_id }) => external_id ?? anonymous_id ?? []);
  const started_at = deps.clock.now();
  const [events, runs, suppressions] = await Promise.all(
    (["events", "runs", "suppressions"] as const).map((table) => countOwned(db, table, ids)),
  );
  const erased = {
    people: ids.length,
    events: events ?? 0,
    runs: runs ?? 0,
    suppressions: suppressions ?? 0,
  };
  const statements: readonly Statement[] = [
    ...(await liveUpdateErasures(deps.store, app.id, names)),
    ...(await deliveryErasures(deps.store, app.id, { ids, names }, 0)),
    { query: deleteTargets(db, app.id, [...names.map((each) => `name:${each}`), ...ids.map((id) => `person:${id}`)]) },
    { query: deleteRefusalsOf(db, app.id, names) },
    ...deletePeople(db, ids).map((query) => ({ query })),
    {
      query: recordErasures(
        db,
        app.id,
        names.map((each) => erasureHash(app.id, each)),
        deps.clock.now(),
      ),
    },
    auditStatement(deps, {
      member_id,
      action: "person.erase",
      resource: { type: "person", id: person.id },
      app_id: app.id,
      detail: erased,
    }),
  ];
  await deps.store.write(statements);
  // Deliveries that were stored after they were read above. No more are stored about a deleted person.
  const late = await deliveryErasures(deps.store, app.id, { ids, names }, started_at - CLOCK_SKEW_MS);
  if (late.length > 0) await deps.store.write(late);
  const change: PersonChanged = { kind: "suppressions", socket_id: null };
  for (const each of names) deps.publish(app.id, personChannel(personChannelId(each)), PERSON_CHANGED, change);
  return { erased };
}

/** Statements for live updates sent to people by name. */
async function liveUpdateErasures(
  store: Store,
  app_id: AppId,
  names: readonly string[],
): Promise<readonly Statement[]> {
  const { db } = store;
  const statements: Statement[] = [];
  for (const name of names) {
    // As quoted JSON, so that it doesn't match longer names with the same prefix.
    const quoted = JSON.stringify(name);
    for (const { id, audience } of await audiencesContaining(store, app_id, quoted)) {
      // Cast: validated when it was sent.
      const known = fromJson(audience, (value) => value as LiveUpdateAudience);
      statements.push({ query: replaceAudience(db, id, toJson(withoutNames(known, names))) });
    }
    for (const { id, input } of await scheduledContaining(store, app_id, quoted)) {
      // Cast: validated when it was scheduled.
      const known = fromJson(input, (value) => value as LiveUpdateInput);
      const audience = withoutNames(known.audience, names);
      const is_empty = audience.kind === "people" && audience.external_ids.length === 0;
      statements.push({
        query: is_empty ? deleteScheduledLiveUpdate(db, id) : setScheduledInput(db, id, toJson({ ...known, audience })),
      });
    }
  }
  return statements;
}

function withoutNames(audience: LiveUpdateAudience, names: readonly string[]): LiveUpdateAudience {
  if (audience.kind !== "people") return audience;
  return { ...audience, external_ids: audience.external_ids.filter((each) => !names.includes(each)) };
}
