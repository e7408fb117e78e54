import { newId, type PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromBit, toBit } from "../../store/columns.ts";
import {
  claimAnonymous,
  claimAny,
  claimUnverified,
  claimVerified,
  insertNewPerson,
  type PersonRow,
  personByAnonymousId,
  personByExternalId,
  personById,
  replaceAttributes,
  setContext,
  unmergeUnverified,
} from "../../store/statements/people/people.ts";
import type { Statement, StatementResult, WriteDeps } from "../../store/store.ts";
import { type Identity, personChannelId } from "../identity/identity.ts";
import { type PersonContext, parseAttributes } from "../rules/rule-facts.ts";
import { assertNotErased } from "./erased-names.ts";
import { personKeys } from "./person-keys.ts";

/** Person of a request: verified by a token, or unverified, because anyone can use the app's public key. */
export type Caller =
  | {
      readonly kind: "verified";
      readonly external_id: string;
      readonly channel_id: string;
      /** External IDs of groups from the identity token. */
      readonly groups?: readonly string[];
    }
  | { readonly kind: "unverified"; readonly external_id: string; readonly channel_id: string }
  | { readonly kind: "anonymous"; readonly anonymous_id: string; readonly channel_id: string };

/** Person of a caller, whether or not a row exists. */
export interface Person {
  readonly id: PersonId;
  readonly external_id: string | null;
  readonly channel_id: string;
  readonly verified: boolean;
  /** A merged anonymous visitor: writes apply to the person they were merged into, and reads return nothing. */
  readonly merged: boolean;
  /** Undefined until something is written about them. */
  readonly row: PersonRow | undefined;
}

export type PeopleDeps = WriteDeps;

export function callerFromIdentity(identity: Identity): Caller {
  const { channel_id } = identity;
  return identity.kind === "person"
    ? { kind: "verified", external_id: identity.external_id, channel_id, groups: identity.groups }
    : { kind: "anonymous", anonymous_id: identity.anonymous_id, channel_id };
}

export function unverifiedCaller(external_id: string): Caller {
  return { kind: "unverified", external_id, channel_id: personChannelId(external_id) };
}

/**
 * Resolves a caller's person. Only reads: unknown visitors get no row.
 *
 * @throws ProblemError `identity_required` if verification is required, because the app requires it or this person was
 * verified once; `person_erased` for an erased person.
 */
export async function findPerson(deps: PeopleDeps, app: AppRecord, caller: Caller): Promise<Person> {
  const { channel_id } = caller;
  if (caller.kind === "anonymous") return findAnonymous(deps, app, caller.anonymous_id);
  const row = await assertNotImpersonating(app, caller, () =>
    personByExternalId(deps.store.db, app.id, caller.external_id),
  );
  if (row === undefined) await assertNotErased(deps, app.id, caller.external_id);
  return {
    id: row?.id ?? newId("per", deps.clock, deps.rng),
    external_id: caller.external_id,
    channel_id,
    verified: caller.kind === "verified",
    merged: false,
    row,
  };
}

async function assertNotImpersonating(
  app: AppRecord,
  caller: Caller,
  read: () => Promise<PersonRow | undefined>,
): Promise<PersonRow | undefined> {
  if (caller.kind === "unverified" && app.require_identity)
    throw identityRequired("This app requires identity tokens.");
  const row = await read();
  if (caller.kind === "unverified" && row !== undefined && fromBit(row.verified)) {
    throw identityRequired("This person is verified and can't be identified without a token.");
  }
  return row;
}

async function findAnonymous(deps: PeopleDeps, app: AppRecord, anonymous_id: string): Promise<Person> {
  const { db } = deps.store;
  const row = await personByAnonymousId(db, app.id, anonymous_id);
  if (row === undefined) await assertNotErased(deps, app.id, anonymous_id);
  const base = { external_id: null, verified: false, merged: false };
  if (row === undefined || row.merged_into === null) {
    return { ...base, id: row?.id ?? anonymousPersonId(anonymous_id), channel_id: anonymous_id, row };
  }
  const merged_person = await personById(db, app.id, row.merged_into);
  if (merged_person === undefined || merged_person.external_id === null) {
    throw new Error(`Person ${row.id} was merged into ${row.merged_into}, which isn't an identified person.`);
  }
  const { external_id } = merged_person;
  return {
    id: merged_person.id,
    external_id,
    channel_id: personChannelId(external_id),
    verified: fromBit(merged_person.verified),
    merged: true,
    row: merged_person,
  };
}

/**
 * Derives an anonymous person's ID from the server-signed anonymous ID, so that it's the same before and after the
 * first write.
 */
function anonymousPersonId(anonymous_id: string): PersonId {
  // Cast: only verified anonymous IDs reach this, and they're "anon-" with a UUID of version 7.
  return `per_${anonymous_id.slice("anon-".length)}` as PersonId;
}

function identityRequired(why: string): ProblemError {
  return new ProblemError(
    "identity_required",
    `This call requires an identity token. ${why} Send one as Authorization: Bearer, signed by your server.`,
  );
}

/** Results of a stored batch, or the index of the statement that affected an unexpected number of rows. */
export type WriteAsResult =
  /** `person`: before the batch. */
  | { readonly outcome: "committed"; readonly person: Person; readonly results: readonly StatementResult[] }
  | { readonly outcome: "unmet"; readonly person: Person; readonly index: number };

/**
 * Writes data about the caller: finds the person, creates their row if missing, and runs the statements in the same
 * batch, so that a refused call stores nothing. Starts over if the person was verified or merged in between. An empty
 * list of statements still stores that the person was seen; undefined stores nothing.
 *
 * @example
 * const written = await writeAs(deps, app, caller, (person) => [{ query: insertEvents(db, rowsOf(person.id)) }]);
 */
export async function writeAs(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  statementsFor: (person: Person) => readonly Statement[] | Promise<readonly Statement[] | undefined>,
): Promise<WriteAsResult> {
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const person = await findPerson(deps, app, caller);
    const statements = await statementsFor(person);
    if (statements === undefined) return { outcome: "committed", person, results: [] };
    const opening = openingStatements(deps, app, caller, person);
    const written = await deps.store.write([...opening, ...statements]);
    if (written.outcome === "committed") {
      return { outcome: "committed", person, results: written.results.slice(opening.length) };
    }
    if (written.index >= opening.length) return { outcome: "unmet", person, index: written.index - opening.length };
  }
  throw new ProblemError(
    "store_unavailable",
    "Too many calls are changing this person, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

/**
 * Records the person at the start of a page. Verified people get a row immediately, others with their first action. The
 * last-seen time has a resolution of a quarter of an hour, so that most page loads write nothing.
 */
export async function recordVisit(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  context: PersonContext = {},
): Promise<Person> {
  const person = await findPerson(deps, app, caller);
  if (person.merged) return person;
  const due = person.row === undefined ? caller.kind === "verified" : isVisitDue(deps, caller, person);
  const changed = person.row !== undefined && isChangedContext(person, context);
  if (!due && !changed) return person;
  const written = await writeAs(deps, app, caller, (known) => contextStatements(deps, known, context));
  // The first verification deletes unverified attributes, so read the person again.
  return isFirstVerification(caller, written.person) ? findPerson(deps, app, caller) : written.person;
}

/** Whether a visit of a stored person is written even if nothing else changed. */
export function isVisitDue({ clock }: Pick<PeopleDeps, "clock">, caller: Caller, person: Person): boolean {
  const { row } = person;
  if (row === undefined || isFirstVerification(caller, person)) return true;
  return clock.now() - row.last_seen_at >= limits.person_seen_resolution_ms;
}

/** Statements that store a page's changed context, for lists and segments. */
export function contextStatements({ store }: PeopleDeps, person: Person, context: PersonContext): readonly Statement[] {
  if (!isChangedContext(person, context)) return [];
  const { row } = person;
  const { locale = row?.locale ?? null, time_zone = row?.time_zone ?? null, device = row?.device ?? null } = context;
  return [{ query: setContext(store.db, person.id, { locale, time_zone, device }) }];
}

function isChangedContext({ row, merged }: Person, { locale, time_zone, device }: PersonContext): boolean {
  if (merged) return false;
  const isNew = (received: string | undefined, stored: string | null | undefined): boolean =>
    received !== undefined && received !== (stored ?? undefined);
  return isNew(locale, row?.locale) || isNew(time_zone, row?.time_zone) || isNew(device, row?.device);
}

function openingStatements(deps: PeopleDeps, app: AppRecord, caller: Caller, person: Person): readonly Statement[] {
  const { db } = deps.store;
  const now_ms = deps.clock.now();
  const claim = { query: verifiedClaim(caller, person)(db, app.id, person.id, now_ms), expect: 1 };
  if (person.row !== undefined) {
    if (!isFirstVerification(caller, person)) return [claim];
    const attributes = attributesAtFirstVerification(person.row);
    const found = { attributes, ...personKeys(parseAttributes(attributes)) };
    const replace = replaceAttributes(db, { app_id: app.id, id: person.id }, attributes, found);
    return [{ query: unmergeUnverified(db, app.id, person.id) }, claim, { query: replace, expect: 1 }];
  }
  const new_person = {
    id: person.id,
    app_id: app.id,
    external_id: person.external_id,
    anonymous_id: caller.kind === "anonymous" ? caller.anonymous_id : null,
    verified: toBit(caller.kind === "verified"),
  };
  return [{ query: insertNewPerson(db, new_person, now_ms) }, claim];
}

/** Whether this caller is the first to verify a person who was unverified until now. */
export function isFirstVerification(caller: Caller, { row }: Pick<Person, "row">): boolean {
  return caller.kind === "verified" && row !== undefined && !fromBit(row.verified);
}

/** Attributes left after the first verification: those set by the customer's backend or members. */
export function attributesAtFirstVerification({ vouched }: Pick<PersonRow, "vouched">): string {
  return vouched ?? "{}";
}

function verifiedClaim(caller: Caller, person: Person): typeof claimAny {
  if (person.merged) return claimAny;
  switch (caller.kind) {
    case "verified":
      return claimVerified;
    case "unverified":
      return claimUnverified;
    case "anonymous":
      return claimAnonymous;
  }
}
