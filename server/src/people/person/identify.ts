import type { PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttributeValue } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toJson } from "../../store/columns.ts";
import { mergeStatements } from "../../store/statements/people/merge.ts";
import { personByAnonymousId, replaceAttributes } from "../../store/statements/people/people.ts";
import type { Statement } from "../../store/store.ts";
import type { PersonContext } from "../rules/rule-facts.ts";
import { definitionStatements, mergeAttributes } from "./attributes.ts";
import {
  attributesAtFirstVerification,
  type Caller,
  contextStatements,
  isFirstVerification,
  type PeopleDeps,
  type Person,
  writeAs,
} from "./find-person.ts";
import { personKeys } from "./person-keys.ts";

/** What is said of somebody: attributes by the page or the back end, and what the browser tells of itself. */
export interface IdentifyInput {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly context?: PersonContext | undefined;
}

export interface IdentifyResult {
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
  { attributes, context }: IdentifyInput,
  anonymous_id: string | undefined,
): Promise<IdentifyResult> {
  const { db } = deps.store;
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const past = anonymous_id === undefined ? undefined : await personByAnonymousId(db, app.id, anonymous_id);
    let from: PersonId | undefined;
    const written = await writeAs(deps, app, caller, async (person): Promise<readonly Statement[]> => {
      // The first proof separates what had joined without one; this browser's own past is proved with it, and stays.
      const rejoins = isFirstVerification(caller, person) && past?.merged_into === person.id;
      from = past?.merged_into === null || rejoins ? past?.id : undefined;
      const before = attributesBefore(caller, person);
      const changed = mergeAttributes(before, attributes);
      const after = toJson(changed);
      const merge =
        from === undefined
          ? []
          : mergeStatements(db, { app_id: app.id, from, into: person.id, now_ms: deps.clock.now() });
      const seen = contextStatements(deps, person, context ?? {});
      if (before === after) return [...seen, ...merge];
      const keys = personKeys(changed);
      const replace = replaceAttributes(db, { app_id: app.id, id: person.id }, before, { attributes: after, ...keys });
      const trust = caller.kind === "verified" ? "verified" : "unverified";
      const definitions = await definitionStatements(deps, { app_id: app.id, owner: "person" }, attributes, trust);
      return [{ query: replace, expect: 1 }, ...definitions, ...seen, ...merge];
    });
    // Unmet: another call changed the attributes or merged the same past in between. Read again.
    if (written.outcome === "committed") return { person: written.person, merged: from !== undefined };
  }
  throw new ProblemError(
    "store_unavailable",
    "Too many calls are identifying this person, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

/** The column as it stands once the batch has claimed the person. */
function attributesBefore(caller: Caller, { row }: Person): string {
  if (row === undefined) return "{}";
  return isFirstVerification(caller, { row }) ? attributesAtFirstVerification(row) : row.attributes;
}
