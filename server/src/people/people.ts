import type { Clock } from "@fanfare/contract/clock";
import { newId, type PersonId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import type { AppRecord } from "../accounts/app-directory.ts";
import { fromBit, toBit } from "../store/columns.ts";
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
  separateUnproved,
  setContext,
} from "../store/people.ts";
import type { Statement, StatementResult, Store } from "../store/store.ts";
import { refuseErased } from "./erased.ts";
import { channelOf, type Identity } from "./identity.ts";
import { personKeys } from "./person-keys.ts";
import { attributesIn, type PersonContext } from "./rule-facts.ts";

/** Who a call speaks for: proved by a token, or merely said (the app's key is public, so anybody can say it). */
export type Caller =
  | { readonly kind: "verified"; readonly external_id: string; readonly channel_id: string }
  | { readonly kind: "unverified"; readonly external_id: string; readonly channel_id: string }
  | { readonly kind: "anonymous"; readonly anonymous_id: string; readonly channel_id: string };

/** The person behind a caller, whether or not there is a row of them yet. */
export interface Person {
  readonly id: PersonId;
  readonly external_id: string | null;
  readonly channel_id: string;
  readonly verified: boolean;
  /** An anonymous person who has become somebody: writes go to that somebody, reads go nowhere. */
  readonly merged: boolean;
  /** Undefined while nothing was ever written about them. */
  readonly row: PersonRow | undefined;
}

export interface PeopleDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
}

/** The caller that a verified token stands for. */
export function callerOf(identity: Identity): Caller {
  const { channel_id } = identity;
  return identity.kind === "person"
    ? { kind: "verified", external_id: identity.external_id, channel_id }
    : { kind: "anonymous", anonymous_id: identity.anonymous_id, channel_id };
}

/** The caller that says who they are and proves nothing. */
export function unverifiedCaller(external_id: string): Caller {
  return { kind: "unverified", external_id, channel_id: channelOf(external_id) };
}

/**
 * Who this is. Reads only: a visitor of whom nothing is known leaves no row behind.
 *
 * @throws ProblemError `identity_required` when the caller must prove who they are: the app wants it of everybody, or
 * this person has proved it once; `person_erased` for somebody who wished to be forgotten.
 */
export async function findPerson(deps: PeopleDeps, app: AppRecord, caller: Caller): Promise<Person> {
  const { channel_id } = caller;
  if (caller.kind === "anonymous") return findAnonymous(deps, app, caller.anonymous_id);
  const row = await refuseImpostor(app, caller, () => personByExternalId(deps.store.db, app.id, caller.external_id));
  if (row === undefined) await refuseErased(deps, app.id, caller.external_id);
  return {
    id: row?.id ?? newId("per", deps.clock, deps.rng),
    external_id: caller.external_id,
    channel_id,
    verified: caller.kind === "verified",
    merged: false,
    row,
  };
}

async function refuseImpostor(
  app: AppRecord,
  caller: Caller,
  read: () => Promise<PersonRow | undefined>,
): Promise<PersonRow | undefined> {
  if (caller.kind === "unverified" && app.require_identity) throw identityRequired("This app asks everybody for one.");
  const row = await read();
  if (caller.kind === "unverified" && row !== undefined && fromBit(row.verified)) {
    throw identityRequired("This person was identified with one before, so nobody else may speak for them.");
  }
  return row;
}

async function findAnonymous(deps: PeopleDeps, app: AppRecord, anonymous_id: string): Promise<Person> {
  const { db } = deps.store;
  const row = await personByAnonymousId(db, app.id, anonymous_id);
  if (row === undefined) await refuseErased(deps, app.id, anonymous_id);
  const base = { external_id: null, verified: false, merged: false };
  if (row === undefined || row.merged_into === null) {
    return { ...base, id: row?.id ?? anonymousPersonId(anonymous_id), channel_id: anonymous_id, row };
  }
  const somebody = await personById(db, app.id, row.merged_into);
  if (somebody === undefined || somebody.external_id === null) {
    throw new Error(`Person ${row.id} was merged into ${row.merged_into}, which is not an identified person.`);
  }
  const { external_id } = somebody;
  return {
    id: somebody.id,
    external_id,
    channel_id: channelOf(external_id),
    verified: fromBit(somebody.verified),
    merged: true,
    row: somebody,
  };
}

/** An anonymous person's id follows from the name that the server signed, so it is the same before and after the first write. */
function anonymousPersonId(anonymous_id: string): PersonId {
  // Only verified anonymous ids come here, and those are "anon-" and a UUID of version 7.
  return `per_${anonymous_id.slice("anon-".length)}` as PersonId;
}

function identityRequired(why: string): ProblemError {
  return new ProblemError(
    "identity_required",
    `This call needs an identity token. ${why} Send one as Authorization: Bearer, signed by your server.`,
  );
}

/** Results of a batch that was stored, or which of its own statements touched another number of rows than expected. */
export type WriteAs =
  | { readonly outcome: "committed"; readonly person: Person; readonly results: readonly StatementResult[] }
  | { readonly outcome: "unmet"; readonly person: Person; readonly index: number };

/**
 * Writes something about the caller: finds the person, makes the row when there is none, and stores the statements in the
 * same batch, so that a refused call leaves nothing behind. When the person changed between reading and writing (somebody
 * verified or merged them), it starts over.
 *
 * @example
 * const written = await writeAs(deps, app, caller, (person) => [{ query: insertEvents(db, rowsOf(person.id)) }]);
 */
export async function writeAs(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  statementsFor: (person: Person) => readonly Statement[] | Promise<readonly Statement[]>,
): Promise<WriteAs> {
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const person = await findPerson(deps, app, caller);
    const opening = openingStatements(deps, app, caller, person);
    const written = await deps.store.write([...opening, ...(await statementsFor(person))]);
    if (written.outcome === "committed") {
      return { outcome: "committed", person, results: written.results.slice(opening.length) };
    }
    if (written.index >= opening.length) return { outcome: "unmet", person, index: written.index - opening.length };
  }
  throw new ProblemError(
    "store_unavailable",
    "This person is being changed by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

/**
 * The person at the start of a page. Who proved who they are gets a row at once, others with the first thing they do; when
 * they were last seen is kept to a quarter of an hour, so that most page loads write nothing.
 */
export async function seePerson(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  context: PersonContext = {},
): Promise<Person> {
  const person = await findPerson(deps, app, caller);
  if (person.merged) return person;
  const due =
    person.row === undefined
      ? caller.kind === "verified"
      : isFirstProof(caller, person) || deps.clock.now() - person.row.last_seen_at >= limits.person_seen_resolution_ms;
  const changed = person.row !== undefined && isNews(person, context);
  if (!due && !changed) return person;
  const written = await writeAs(deps, app, caller, (known) => contextStatements(deps, known, context));
  // What strangers had said went with the first proof, and this page decides by what is left.
  return isFirstProof(caller, written.person) ? findPerson(deps, app, caller) : written.person;
}

/** Keeps what a page tells of its surroundings, where it is something new: lists and segments ask for it later. */
export function contextStatements({ store }: PeopleDeps, person: Person, context: PersonContext): readonly Statement[] {
  if (!isNews(person, context)) return [];
  const { row } = person;
  const { locale = row?.locale ?? null, time_zone = row?.time_zone ?? null, device = row?.device ?? null } = context;
  return [{ query: setContext(store.db, person.id, { locale, time_zone, device }) }];
}

function isNews({ row, merged }: Person, { locale, time_zone, device }: PersonContext): boolean {
  if (merged) return false;
  const isNew = (told: string | undefined, kept: string | null | undefined): boolean =>
    told !== undefined && told !== (kept ?? undefined);
  return isNew(locale, row?.locale) || isNew(time_zone, row?.time_zone) || isNew(device, row?.device);
}

function openingStatements(deps: PeopleDeps, app: AppRecord, caller: Caller, person: Person): readonly Statement[] {
  const { db } = deps.store;
  const now_ms = deps.clock.now();
  const claim = { query: claimOf(caller, person)(db, app.id, person.id, now_ms), expect: 1 };
  if (person.row !== undefined) {
    if (!isFirstProof(caller, person)) return [claim];
    const attributes = attributesAtFirstProof(person.row);
    const found = { attributes, ...personKeys(attributesIn(attributes)) };
    const replace = replaceAttributes(db, { app_id: app.id, id: person.id }, attributes, found);
    return [{ query: separateUnproved(db, app.id, person.id) }, claim, { query: replace, expect: 1 }];
  }
  const somebody = {
    id: person.id,
    app_id: app.id,
    external_id: person.external_id,
    anonymous_id: caller.kind === "anonymous" ? caller.anonymous_id : null,
    verified: toBit(caller.kind === "verified"),
  };
  return [{ query: insertNewPerson(db, somebody, now_ms) }, claim];
}

/** Whether this caller is the first to prove that they are somebody who was only said to be there until now. */
export function isFirstProof(caller: Caller, { row }: Pick<Person, "row">): boolean {
  return caller.kind === "verified" && row !== undefined && !fromBit(row.verified);
}

/** The column as the claim of the first proof leaves it: what the customer's own side had told. */
export function attributesAtFirstProof({ vouched }: Pick<PersonRow, "vouched">): string {
  return vouched ?? "{}";
}

function claimOf(caller: Caller, person: Person): typeof claimAny {
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
