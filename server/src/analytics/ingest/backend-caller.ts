import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import { type Caller, type PeopleDeps, unverifiedCaller } from "../../people/person/find-person.ts";
import { fromBit } from "../../store/columns.ts";
import { personByExternalId } from "../../store/statements/people/people.ts";

/**
 * Returns the person that a backend sends an event for. Doesn't mark unverified people as verified, which would lock
 * them out of their own page.
 */
export async function backendCaller({ store }: PeopleDeps, app: AppRecord, external_id: string): Promise<Caller> {
  const row = await personByExternalId(store.db, app.id, external_id);
  const is_verified = app.require_identity || (row !== undefined && fromBit(row.verified));
  return is_verified
    ? { kind: "verified", external_id, channel_id: personChannelId(external_id) }
    : unverifiedCaller(external_id);
}
