import type { PersonId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttributeValue } from "@fanfare/contract/schema/v1";
import type { AppRecord } from "../accounts/app-directory.ts";
import { toJson } from "../store/columns.ts";
import { mergeStatements } from "../store/merge.ts";
import { personByAnonymousId, replaceAttributes } from "../store/people.ts";
import type { Statement } from "../store/store.ts";
import { changedAttributes, definitionStatements } from "./attributes.ts";
import {
  attributesAtFirstProof,
  type Caller,
  contextStatements,
  isFirstProof,
  type PeopleDeps,
  type Person,
  writeAs,
} from "./people.ts";
import { personKeys } from "./person-keys.ts";
import type { PersonContext } from "./rule-facts.ts";

/** What is said of somebody: attributes by the page or the back end, and what the browser tells of itself. */
export interface Told {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly context?: PersonContext | undefined;
}

export interface Identified {
  readonly person: Person;
  /** Whether an anonymous past of this browser became theirs just now. */
  readonly merged: boolean;
}

/**
 * The caller says (or proves) who they are and what is known about them. Makes the person at first sight; the first proof
 * replaces what was said without one, but for what the customer's own side told; later attributes are added to those known, and null takes one away. What this
 * browser did while it was anonymous becomes theirs, the later date of each suppression winning.
 *
 * @throws ProblemError `identity_required` as {@link findPerson}, `body_invalid` when the attributes would become too many.
 */
export async function identify(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  { attributes, context }: Told,
  anonymous_id: string | undefined,
): Promise<Identified> {
  const { db } = deps.store;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const past = anonymous_id === undefined ? undefined : await personByAnonymousId(db, app.id, anonymous_id);
    let from: PersonId | undefined;
    const written = await writeAs(deps, app, caller, async (person): Promise<readonly Statement[]> => {
      // The first proof separates what had joined without one; this browser's own past is proved with it, and stays.
      const rejoins = isFirstProof(caller, person) && past?.merged_into === person.id;
      from = past?.merged_into === null || rejoins ? past?.id : undefined;
      const before = attributesBefore(caller, person);
      const changed = changedAttributes(before, attributes);
      const after = toJson(changed);
      const merge =
        from === undefined
          ? []
          : mergeStatements(db, { app_id: app.id, from, into: person.id, now_ms: deps.clock.now() });
      const seen = contextStatements(deps, person, context ?? {});
      if (before === after) return [...seen, ...merge];
      const keys = personKeys(changed);
      const replace = replaceAttributes(db, { app_id: app.id, id: person.id }, before, { attributes: after, ...keys });
      const trust = caller.kind === "verified" ? "proved" : "said";
      const definitions = await definitionStatements(deps, { app_id: app.id, owner: "person" }, attributes, trust);
      return [{ query: replace, expect: 1 }, ...definitions, ...seen, ...merge];
    });
    // Unmet: another call changed the attributes or merged the same past in between. Read again.
    if (written.outcome === "committed") return { person: written.person, merged: from !== undefined };
  }
  throw new ProblemError(
    "store_unavailable",
    "This person is being identified by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

/** The column as it stands once the batch has claimed the person. */
function attributesBefore(caller: Caller, { row }: Person): string {
  if (row === undefined) return "{}";
  return isFirstProof(caller, { row }) ? attributesAtFirstProof(row) : row.attributes;
}
