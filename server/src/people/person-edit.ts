import { personChannel } from "@fanfare/contract/channel";
import type { MemberId } from "@fanfare/contract/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { updatePersonRequestSchema } from "@fanfare/contract/schema/person";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/v1";
import type { z } from "zod";
import type { AppRecord } from "../accounts/app-directory.ts";
import { auditStatement } from "../accounts/audit.ts";
import { assertSeen, stateTag } from "../conflict.ts";
import type { Publish } from "../publish.ts";
import { fromBit, toJson } from "../store/columns.ts";
import { type PersonRow, replaceAttributes, setContext } from "../store/people.ts";
import { changedAttributes, definitionStatements, vouchedAfter } from "./attributes.ts";
import { channelOf } from "./identity.ts";
import type { PeopleDeps } from "./people.ts";
import { personKeys } from "./person-keys.ts";
import { existingPerson } from "./person-named.ts";

type Change = z.output<typeof updatePersonRequestSchema>;

/** The tag of what a member can change of a person, for `If-Match`. */
export function personTag(person: PersonRow): string {
  const { attributes, locale, time_zone, device, watched_until } = person;
  return stateTag(attributes, locale, time_zone, device, watched_until);
}

/**
 * Changes what is known of a person, by a member or the customer's back end; their open pages decide anew. `seen`: the tag of
 * what was known when the change was made, where the caller says it.
 *
 * @throws ProblemError `person_not_found`, `revision_stale`, or `body_invalid` when the attributes would become too many.
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
    const person = await existingPerson(deps, app, name);
    assertSeen(seen, personTag(person));
    const changed = changedAttributes(person.attributes, attributes);
    const vouched = fromBit(person.verified) ? null : vouchedAfter(person.vouched, attributes);
    const after = { attributes: toJson(changed), vouched, ...personKeys(changed) };
    const watch =
      watch_days === undefined ? {} : { watched_until: watch_days === 0 ? null : clock.now() + watch_days * DAY_MS };
    const written = await store.write([
      { query: replaceAttributes(store.db, { app_id: app.id, id: person.id }, person.attributes, after), expect: 1 },
      {
        query: setContext(
          store.db,
          person.id,
          { ...definedIn(context), ...watch, first_seen_at: person.first_seen_at },
          seen === undefined ? undefined : person,
        ),
        expect: 1,
      },
      ...(await definitionStatements(deps, { app_id: app.id, owner: "person" }, attributes, "proved")),
      auditStatement(deps, {
        member_id,
        action: "person.update",
        resource: { type: "person", id: person.id },
        app_id: app.id,
        // Which, and not what: the log is no second place where personal data rests.
        detail: { changed: [...Object.keys(attributes), ...Object.keys(definedIn(context))], watch_days },
      }),
    ]);
    if (written.outcome === "unmet") continue;
    const signal: PersonChanged = { kind: "suppressions", socket_id: null };
    deps.publish(app.id, personChannel(channelOf(name)), PERSON_CHANGED, signal);
    return;
  }
  throw new ProblemError(
    "store_unavailable",
    "This person is being changed by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Only what is there: a field that is undefined is not one that is set to nothing. */
function definedIn<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Object.fromEntries forgets which keys there were: some of those of the argument.
  return Object.fromEntries(entries) as Defined<Fields>;
}
