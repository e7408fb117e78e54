import type { MemberId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { updatePersonRequestSchema } from "@fanfare/contract/schema/people/person";
import type { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { assertNotStale, stateTag } from "../../accounts/edit-conflict.ts";
import type { Publish } from "../../lib/publish.ts";
import { fromBit, toJson } from "../../store/columns.ts";
import { type PersonRow, replaceAttributes, setContext } from "../../store/statements/people/people.ts";
import { personChannelId } from "../identity/identity.ts";
import { definitionStatements, mergeAttributes, mergeVouched } from "./attributes.ts";
import type { PeopleDeps } from "./find-person.ts";
import { requirePerson } from "./person-by-name.ts";
import { personKeys } from "./person-keys.ts";

type Change = z.output<typeof updatePersonRequestSchema>;

/** ETag of a person's editable data, for `If-Match`. */
export function personTag(person: PersonRow): string {
  const { attributes, locale, time_zone, device, watched_until } = person;
  return stateTag(attributes, locale, time_zone, device, watched_until);
}

/**
 * Changes a person on behalf of a member or backend. The person's open pages refresh their content. `seen`: tag of the
 * state that the change is based on, if the caller passed one.
 *
 * @throws ProblemError `person_not_found`, `revision_stale`, or `body_invalid` if there would be too many attributes.
 */
export async function editPerson(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  name: string,
  change: Change,
  member_id: MemberId | null,
  seen?: string,
): Promise<void> {
  const { clock, store } = deps;
  const { attributes = {}, watch_days, ...context } = change;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const person = await requirePerson(deps, app, name);
    assertNotStale(seen, personTag(person));
    const changed = mergeAttributes(person.attributes, attributes);
    const vouched = fromBit(person.verified) ? null : mergeVouched(person.vouched, attributes);
    const after = { attributes: toJson(changed), vouched, ...personKeys(changed) };
    const watch =
      watch_days === undefined ? {} : { watched_until: watch_days === 0 ? null : clock.now() + watch_days * DAY_MS };
    const written = await store.write([
      { query: replaceAttributes(store.db, { app_id: app.id, id: person.id }, person.attributes, after), expect: 1 },
      {
        query: setContext(
          store.db,
          person.id,
          { ...definedFields(context), ...watch, first_seen_at: person.first_seen_at },
          seen === undefined ? undefined : person,
        ),
        expect: 1,
      },
      ...(await definitionStatements(deps, { app_id: app.id, owner: "person" }, attributes, "verified")),
      auditStatement(deps, {
        member_id,
        action: "person.update",
        resource: { type: "person", id: person.id },
        app_id: app.id,
        // Only names, not values: the log must not be another place for personal data.
        detail: { changed: [...Object.keys(attributes), ...Object.keys(definedFields(context))], watch_days },
      }),
    ]);
    if (written.outcome === "unmet") continue;
    const signal: PersonChanged = { kind: "suppressions", socket_id: null };
    deps.publish(app.id, personChannel(personChannelId(name)), PERSON_CHANGED, signal);
    return;
  }
  throw new ProblemError(
    "store_unavailable",
    "Too many calls are changing this person, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Omits undefined fields, because undefined doesn't mean unset. */
function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Cast: Object.fromEntries loses the key types.
  return Object.fromEntries(entries) as Defined<Fields>;
}
