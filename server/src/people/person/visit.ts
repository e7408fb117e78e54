import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { Publish } from "../../lib/publish.ts";
import { isUnavailable } from "../../store/store.ts";
import { type AnonymousIdentity, type IssueAnonymous, needsRenewal } from "../identity/anonymous-identity.ts";
import type { VerifiedAnonymous } from "../identity/identity.ts";
import type { PersonContext } from "../rules/rule-facts.ts";
import {
  type Caller,
  callerFromIdentity,
  findPerson,
  type PeopleDeps,
  type Person,
  recordVisit,
} from "./find-person.ts";

import { type IdentifyInput, identify } from "./identify.ts";

export interface VisitDeps extends PeopleDeps {
  readonly log: Log;
  readonly publish: Publish;
  readonly issueAnonymous: IssueAnonymous;
}

/**
 * Finds a page's person and records the visit. If the store can't write, the page still opens and the next visit is
 * recorded.
 */
export async function visitAs(
  deps: Pick<VisitDeps, "log"> & PeopleDeps,
  app: AppRecord,
  caller: Caller,
  context: PersonContext,
): Promise<Person> {
  try {
    return await recordVisit(deps, app, caller, context);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    deps.log.warn("person_seen_not_noted", { app_id: app.id, error });
    return findPerson(deps, app, caller);
  }
}

export interface AnonymousVisit {
  readonly person: Person;
  readonly identity: AnonymousIdentity;
}

/**
 * Returns the anonymous person of a browser: the one verified by `kept`, or a new one that isn't stored yet. A browser
 * whose person was erased or merged into an identified one gets a new person.
 */
export async function visitAnonymously(
  deps: VisitDeps,
  app: AppRecord,
  anonymous: VerifiedAnonymous | undefined,
  context: PersonContext,
): Promise<AnonymousVisit> {
  const known = anonymous && (await findKnown(deps, app, callerFromIdentity(anonymous.identity), context));
  if (anonymous === undefined || known === undefined || known.merged) {
    const identity = await deps.issueAnonymous(app);
    const { anonymous_id } = identity;
    const caller = { kind: "anonymous", anonymous_id, channel_id: anonymous_id } as const;
    return { person: await findPerson(deps, app, caller), identity };
  }
  const { anonymous_id } = anonymous.identity;
  const identity = needsRenewal(anonymous.token, deps.clock.now())
    ? await deps.issueAnonymous(app, anonymous_id)
    : { anonymous_id, token: anonymous.token };
  return { person: known, identity };
}

/** Returns undefined for an erased person. */
async function findKnown(
  deps: VisitDeps,
  app: AppRecord,
  caller: Caller,
  context: PersonContext,
): Promise<Person | undefined> {
  try {
    return await visitAs(deps, app, caller, context);
  } catch (error) {
    if (error instanceof ProblemError && error.code === "person_erased") return undefined;
    throw error;
  }
}

/**
 * Identifies a page's person. If an anonymous person is merged with its suppressions, the person's other pages are
 * notified.
 *
 * @throws ProblemError as {@link identify}.
 */
export async function visitIdentified(
  deps: Pick<VisitDeps, "publish"> & PeopleDeps,
  app: AppRecord,
  caller: Caller,
  input: IdentifyInput & { readonly anonymous_id: string | undefined; readonly socket_id: string | null },
): Promise<Person> {
  const { person: found, merged, stored } = await identify(deps, app, caller, input, input.anonymous_id);
  const person = stored ? await findPerson(deps, app, caller) : found;
  if (merged) {
    const change: PersonChanged = { kind: "suppressions", socket_id: input.socket_id };
    deps.publish(app.id, personChannel(person.channel_id), PERSON_CHANGED, change);
  }
  return person;
}
