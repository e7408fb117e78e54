import { type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttributeValue } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toJson } from "../../store/columns.ts";
import { mergeStatements } from "../../store/statements/people/merge.ts";
import { personByAnonymousId, replaceAttributes } from "../../store/statements/people/people.ts";
import { recordPersonFact } from "../../store/statements/realtime/facts.ts";
import type { Statement } from "../../store/store.ts";
import type { PersonContext } from "../rules/rule-facts.ts";
import { definitionStatements, mergeAttributes } from "./attributes.ts";
import {
  attributesAtFirstVerification,
  type Caller,
  contextStatements,
  isFirstVerification,
  isVisitDue,
  type PeopleDeps,
  type Person,
  writeAs,
} from "./find-person.ts";
import { personKeys } from "./person-keys.ts";

export interface IdentifyInput {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly context?: PersonContext | undefined;
}

export interface IdentifyResult {
  readonly person: Person;
  /** Whether this call merged an anonymous visitor of this browser into the person. */
  readonly merged: boolean;
  /** Whether this call stored anything, so that `person` isn't up to date. */
  readonly stored: boolean;
}

/**
 * Identifies a person and merges their attributes; null removes one. Creates the person if needed. The first
 * verification drops unverified attributes, except those from the customer's backend or members. The browser's
 * anonymous history is merged into the person; the later date of each suppression wins. Stores nothing if nothing is new
 * and the person was seen recently, as on most pages.
 *
 * @throws ProblemError `identity_required` as {@link findPerson}, `body_invalid` if there would be too many attributes.
 */
export async function identify(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  { attributes, context }: IdentifyInput,
  anonymous_id: string | undefined,
): Promise<IdentifyResult> {
  const { db } = deps.store;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const past = anonymous_id === undefined ? undefined : await personByAnonymousId(db, app.id, anonymous_id);
    let from: PersonId | undefined;
    let stored = true;
    const written = await writeAs(deps, app, caller, async (person): Promise<readonly Statement[] | undefined> => {
      // The first verification detaches visitors merged without one. This browser's own history is verified with it and
      // stays.
      const rejoins = isFirstVerification(caller, person) && past?.merged_into === person.id;
      from = past?.merged_into === null || rejoins ? past?.id : undefined;
      const before = attributesBefore(caller, person);
      const changed = mergeAttributes(before, attributes);
      const after = toJson(changed);
      const merge =
        from === undefined
          ? []
          : mergeStatements(db, { app_id: app.id, from, into: person.id, now_ms: deps.clock.now() });
      const is_known = person.row !== undefined && from === undefined;
      const fact = caller.kind === "anonymous" || is_known ? [] : [personFact(deps, app, person.id)];
      const seen = [...contextStatements(deps, person, context ?? {}), ...fact];
      if (before === after) {
        const news = [...seen, ...merge];
        stored = news.length > 0 || isVisitDue(deps, caller, person);
        return stored ? news : undefined;
      }
      const keys = personKeys(changed);
      const replace = replaceAttributes(db, { app_id: app.id, id: person.id }, before, { attributes: after, ...keys });
      const trust = caller.kind === "verified" ? "verified" : "unverified";
      const definitions = await definitionStatements(deps, { app_id: app.id, owner: "person" }, attributes, trust);
      return [{ query: replace, expect: 1 }, ...definitions, ...seen, ...merge];
    });
    // Unmet: a concurrent call changed the attributes or merged the same visitor. Read again.
    if (written.outcome === "committed") return { person: written.person, merged: from !== undefined, stored };
  }
  throw new ProblemError(
    "store_unavailable",
    "Too many calls are identifying this person, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

/** For engagement webhooks. The person's row exists by then. */
function personFact({ store, clock, rng }: PeopleDeps, app: AppRecord, person_id: PersonId): Statement {
  return { query: recordPersonFact(store.db, uuidv7(clock, rng), app.id, person_id) };
}

/** Attributes after the batch has claimed the person. */
function attributesBefore(caller: Caller, { row }: Person): string {
  if (row === undefined) return "{}";
  return isFirstVerification(caller, { row }) ? attributesAtFirstVerification(row) : row.attributes;
}
