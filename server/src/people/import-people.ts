import { type Attributes, type AttributeValue, attributeType } from "@fanfare/contract/attribute";
import { personChannel } from "@fanfare/contract/channel";
import { type MemberId, newId, type PersonId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ImportPeopleResponse } from "@fanfare/contract/schema/people-import";
import { attributesSchema, externalIdSchema, PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/v1";
import { z } from "zod";
import type { AppRecord } from "../accounts/app-directory.ts";
import { auditStatement } from "../accounts/audit.ts";
import type { Publish } from "../publish.ts";
import { fromBit, toBit, toJson } from "../store/columns.ts";
import { insertNewPerson, type PersonRow, peopleByExternalIds, replaceAttributes } from "../store/people.ts";
import { listPeople } from "../store/people-list.ts";
import type { Statement } from "../store/store.ts";
import { changedAttributes, definitionStatements, vouchedAfter } from "./attributes.ts";
import { erasedAmong, personErased, refuseErased } from "./erased.ts";
import { channelOf } from "./identity.ts";
import type { PeopleDeps } from "./people.ts";
import { personKeys } from "./person-keys.ts";

const entrySchema = z.strictObject({ external_id: externalIdSchema, attributes: attributesSchema.default({}) });
type Changes = Readonly<Record<string, AttributeValue>>;

/** A person as the batch leaves them; `row` is what was read. */
interface Planned {
  readonly id: PersonId;
  readonly row: PersonRow | undefined;
  readonly attributes: string;
  /** As the column of that name. */
  readonly vouched: string | null;
  readonly after: Attributes;
}

export type ImportDeps = PeopleDeps & { readonly publish: Publish };
export type BatchAnswer = ImportPeopleResponse;
/** `unmet`: a statement that was to go with the batch met something else than it expects; nothing was stored. */
export type StoredBatch = { readonly outcome: "stored"; readonly answer: BatchAnswer } | { readonly outcome: "unmet" };

/**
 * Stores a batch of people in one transaction: who is new is made, who is known gets what is told in addition. Said by a back
 * end or a member it is kept when the person proves who they are. Open pages of those who changed decide anew.
 *
 * @throws ProblemError `store_unavailable` when others change the same people at once.
 */
export async function importPeople(
  deps: ImportDeps,
  app: AppRecord,
  entries: readonly unknown[],
  member_id: MemberId | null,
): Promise<ImportPeopleResponse> {
  const verified = await areVerified(deps, app);
  const stored = await storeBatch(deps, app, entries, verified, ({ made, changed, refused }) => [
    auditStatement(deps, {
      member_id,
      action: "person.import",
      resource: { type: "app", id: app.id },
      app_id: app.id,
      detail: { made, changed, refused: refused.length },
    }),
  ]);
  if (stored.outcome === "unmet") throw new Error("An entry of the audit log is stored, or the batch fails.");
  return stored.answer;
}

/**
 * As {@link importPeople}, with statements of the caller's in the same transaction; theirs come first.
 *
 * @throws ProblemError `store_unavailable` when others change the same people at once.
 */
export async function storeBatch(
  deps: ImportDeps,
  app: AppRecord,
  entries: readonly unknown[],
  verified: boolean,
  withAnswer: (answer: BatchAnswer) => readonly Statement[],
): Promise<StoredBatch> {
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const plan = await planOf(deps, app, entries);
    const people = [...plan.people.entries()];
    const made = people.filter(([, { row }]) => row === undefined).length;
    const changed = people.filter(([, { row, attributes }]) => row !== undefined && row.attributes !== attributes);
    const answer = { made, changed: changed.length, refused: plan.refused };
    const own = withAnswer(answer);
    const statements = people.flatMap(([external_id, planned]) =>
      statementsFor(deps, app, external_id, planned, verified),
    );
    const written = await deps.store.write([...own, ...statements, ...plan.definitions]);
    if (written.outcome === "unmet") {
      if (written.index < own.length) return { outcome: "unmet" };
      continue;
    }
    const signal: PersonChanged = { kind: "suppressions", socket_id: null };
    for (const [name] of changed) deps.publish(app.id, personChannel(channelOf(name)), PERSON_CHANGED, signal);
    return { outcome: "stored", answer };
  }
  throw new ProblemError(
    "store_unavailable",
    "These people are being changed by many calls at once, so nothing was stored. Try again in a moment.",
    { retry_after_s: 1 },
  );
}

/**
 * Stores one person, as a back end knows them: made where there is none, and told in addition where there is.
 *
 * @throws ProblemError `body_invalid`, `person_erased`, `store_unavailable`.
 */
export async function putPerson(
  deps: ImportDeps,
  app: AppRecord,
  entry: { readonly external_id: string; readonly attributes: Changes },
  member_id: MemberId | null,
): Promise<{ readonly made: boolean }> {
  await refuseErased(deps, app.id, entry.external_id);
  const { made, refused } = await importPeople(deps, app, [entry], member_id);
  const [refusal] = refused;
  if (refusal !== undefined) throw new ProblemError("body_invalid", refusal.message);
  return { made: made === 1 };
}

async function planOf(
  deps: PeopleDeps,
  app: AppRecord,
  entries: readonly unknown[],
): Promise<{
  readonly people: ReadonlyMap<string, Planned>;
  readonly definitions: readonly Statement[];
  readonly refused: ImportPeopleResponse["refused"];
}> {
  const parsed = entries.map((entry) => entrySchema.safeParse(entry));
  const names = parsed.flatMap(({ data }) => data?.external_id ?? []);
  const known = new Map(
    (await peopleByExternalIds(deps.store.db, app.id, names)).map((row) => [row.external_id ?? "", row]),
  );
  const erased = await erasedAmong(
    deps,
    app.id,
    [...new Set(names)].filter((name) => !known.has(name)),
  );
  const people = new Map<string, Planned>();
  const definitions: Statement[] = [];
  const typed = new Map<string, readonly Statement[]>();
  const refused: { index: number; message: string }[] = [];
  for (const [index, { data, error }] of parsed.entries()) {
    if (data === undefined) {
      refused.push({ index, message: sentenceOf(error) });
      continue;
    }
    try {
      if (erased.has(data.external_id)) throw personErased();
      const planned = plannedPerson(deps, data.external_id, data.attributes, people, known);
      // Rows of a file have the same columns: what follows of their types is asked once for all that are alike.
      const types = typesIn(data.attributes);
      const owner = { app_id: app.id, owner: "person" } as const;
      const alike = typed.get(types) ?? (await definitionStatements(deps, owner, data.attributes, "proved"));
      typed.set(types, alike);
      definitions.push(...alike);
      people.set(data.external_id, planned);
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem;
      refused.push({ index, message: problem.message });
    }
  }
  return { people, definitions, refused };
}

/** Why an entry cannot be stored, whoever it is of; undefined where it can. */
export function readableEntry(entry: unknown): string | undefined {
  const { error } = entrySchema.safeParse(entry);
  return error === undefined ? undefined : sentenceOf(error);
}

/** Where it is wrong and what is: of a name that no attribute may have, why it may not. */
function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "This cannot be read.";
  const [inner] = issue.code === "invalid_key" ? issue.issues : [];
  const where = issue.path.filter((part) => part !== "attributes").join(".");
  return `${where === "" ? "" : `${where}: `}${(inner ?? issue).message}`;
}

function typesIn(changes: Changes): string {
  return JSON.stringify(Object.entries(changes).map(([name, value]) => [name, attributeType(value)]));
}

/** Somebody who stands in a batch twice is changed by both lines, the later one last. */
function plannedPerson(
  deps: PeopleDeps,
  external_id: string,
  changes: Changes,
  before: ReadonlyMap<string, Planned>,
  known: ReadonlyMap<string, PersonRow>,
): Planned {
  const row = known.get(external_id);
  const earlier = before.get(external_id);
  const id = row?.id ?? earlier?.id ?? newId("per", deps.clock, deps.rng);
  const after = changedAttributes(earlier?.attributes ?? row?.attributes ?? "{}", changes);
  const vouched = earlier === undefined ? (row?.vouched ?? null) : earlier.vouched;
  return { id, row, attributes: toJson(after), vouched: vouchedAfter(vouched, changes), after };
}

/**
 * Whether people of this app prove who they are: then nobody may speak for an imported person without a proof. Where nobody
 * proves anything, an imported person must stay open to their page.
 */
export async function areVerified({ store }: Pick<PeopleDeps, "store">, app: AppRecord): Promise<boolean> {
  if (app.require_identity) return true;
  const seen = await listPeople(store.db, app.id, { by: "last_seen_at", descending: true }, limits.page_size_max);
  return seen.some(({ verified }) => fromBit(verified));
}

function statementsFor(
  { clock, store }: PeopleDeps,
  app: AppRecord,
  external_id: string,
  { id, row, attributes, vouched, after }: Planned,
  verified: boolean,
): readonly Statement[] {
  const kept = fromBit(row?.verified ?? toBit(verified)) ? null : vouched;
  if (row !== undefined && row.attributes === attributes && row.vouched === kept) return [];
  const set = { attributes, vouched: kept, ...personKeys(after) };
  const replace = replaceAttributes(store.db, { app_id: app.id, id }, row?.attributes ?? "{}", set);
  if (row !== undefined) return [{ query: replace, expect: 1 }];
  const now_ms = clock.now();
  const somebody = { id, app_id: app.id, external_id, anonymous_id: null, verified: toBit(verified) };
  const insert = insertNewPerson(store.db, somebody, now_ms);
  return [{ query: insert }, { query: replace, expect: 1 }];
}
