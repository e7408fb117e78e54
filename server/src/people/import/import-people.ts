import { type MemberId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type Attributes, type AttributeValue, attributeType } from "@fanfare/contract/people/attribute";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import {
  attributesSchema,
  externalIdSchema,
  PERSON_CHANGED,
  type PersonChanged,
} from "@fanfare/contract/schema/client/v1";
import type { RejectedEntry } from "@fanfare/contract/schema/people/people-import";
import type { ImportPeopleResponse } from "@fanfare/contract/schema/responses/people/people-import";
import type { Cause } from "@fanfare/contract/wording/cause";
import { refusal, refusalText } from "@fanfare/contract/wording/refusals";
import { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import { fromBit, toBit, toJson } from "../../store/columns.ts";
import {
  insertNewPerson,
  type PersonRow,
  peopleByExternalIds,
  replaceAttributes,
} from "../../store/statements/people/people.ts";
import { countPeople } from "../../store/statements/people/people-list.ts";
import type { Statement } from "../../store/store.ts";
import { personChannelId } from "../identity/identity.ts";
import { definitionStatements, mergeAttributes, mergeVouched } from "../person/attributes.ts";
import { assertNotErased, findErased, personErased } from "../person/erased-names.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { personKeys } from "../person/person-keys.ts";

const entrySchema = z.strictObject({ external_id: externalIdSchema, attributes: attributesSchema.default({}) });
type Changes = Readonly<Record<string, AttributeValue>>;

/** Person after the batch. `row`: the stored row before it. */
interface PlannedPerson {
  readonly id: PersonId;
  readonly row: PersonRow | undefined;
  readonly attributes: string;
  /** Value of the column with that name. */
  readonly vouched: string | null;
  readonly after: Attributes;
}

export type ImportDeps = PeopleDeps & { readonly publish: Publish };
export type BatchResult = ImportPeopleResponse;
/** `unmet`: a statement added by the caller didn't have the expected effect, and nothing was stored. */
export type StoredBatch = { readonly outcome: "stored"; readonly answer: BatchResult } | { readonly outcome: "unmet" };

/**
 * Stores a batch of people in one transaction: creates new ones and merges attributes of existing ones. Values from a
 * backend or member are kept when the person is verified. Open pages of changed people refresh their content.
 *
 * @throws ProblemError `store_unavailable` after concurrent changes to the same people.
 */
export async function importPeople(
  deps: ImportDeps,
  app: AppRecord,
  entries: readonly unknown[],
  member_id: MemberId | null,
): Promise<ImportPeopleResponse> {
  const verified = await findVerified(deps, app);
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
 * Like {@link importPeople}, with the caller's statements first in the same transaction.
 *
 * @throws ProblemError `store_unavailable` after concurrent changes to the same people.
 */
export async function storeBatch(
  deps: ImportDeps,
  app: AppRecord,
  entries: readonly unknown[],
  verified: boolean,
  withAnswer: (answer: BatchResult) => readonly Statement[],
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
    for (const [name] of changed) deps.publish(app.id, personChannel(personChannelId(name)), PERSON_CHANGED, signal);
    return { outcome: "stored", answer };
  }
  throw new ProblemError(
    "store_unavailable",
    "Too many calls are changing these people, and nothing was stored. Try again shortly.",
    { retry_after_s: 1 },
  );
}

/**
 * Stores one person for a backend: creates them, or merges their attributes.
 *
 * @throws ProblemError `body_invalid`, `person_erased`, `store_unavailable`.
 */
export async function putPerson(
  deps: ImportDeps,
  app: AppRecord,
  entry: { readonly external_id: string; readonly attributes: Changes },
  member_id: MemberId | null,
): Promise<{ readonly made: boolean }> {
  await assertNotErased(deps, app.id, entry.external_id);
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
  readonly people: ReadonlyMap<string, PlannedPerson>;
  readonly definitions: readonly Statement[];
  readonly refused: ImportPeopleResponse["refused"];
}> {
  const parsed = entries.map((entry) => entrySchema.safeParse(entry));
  const names = parsed.flatMap(({ data }) => data?.external_id ?? []);
  const known = new Map(
    (await peopleByExternalIds(deps.store.db, app.id, names)).map((row) => [row.external_id ?? "", row]),
  );
  const erased = await findErased(
    deps,
    app.id,
    [...new Set(names)].filter((name) => !known.has(name)),
  );
  const people = new Map<string, PlannedPerson>();
  const definitions: Statement[] = [];
  const typed = new Map<string, readonly Statement[]>();
  const refused: RejectedEntry[] = [];
  const refuse = (index: number, cause: Cause): void =>
    void refused.push({ index, message: refusalText(cause), cause });
  for (const [index, { data, error }] of parsed.entries()) {
    if (data === undefined) {
      refuse(index, entryProblem(error));
      continue;
    }
    try {
      if (erased.has(data.external_id)) throw personErased();
      const planned = plannedPerson(deps, data.external_id, data.attributes, people, known);
      // Rows of a file have the same columns, so statements are built once per set of attribute types.
      const types = attributeTypes(data.attributes);
      const owner = { app_id: app.id, owner: "person" } as const;
      const alike = typed.get(types) ?? (await definitionStatements(deps, owner, data.attributes, "verified"));
      typed.set(types, alike);
      definitions.push(...alike);
      people.set(data.external_id, planned);
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem;
      refuse(index, refusal("row_invalid", { message: problem.message }));
    }
  }
  return { people, definitions, refused };
}

export function parseEntry(entry: unknown): Cause | undefined {
  const { error } = entrySchema.safeParse(entry);
  return error === undefined ? undefined : entryProblem(error);
}

/** First issue and its field. For an invalid attribute name, the issue of the name. */
function entryProblem(error: z.ZodError): Cause {
  const [issue] = error.issues;
  if (issue === undefined) return refusal("row_unreadable");
  const [inner] = issue.code === "invalid_key" ? issue.issues : [];
  const field = issue.path.filter((part) => part !== "attributes").join(".");
  const { message } = inner ?? issue;
  return field === "" ? refusal("row_invalid", { message }) : refusal("field_invalid", { field, message });
}

function attributeTypes(changes: Changes): string {
  return JSON.stringify(Object.entries(changes).map(([name, value]) => [name, attributeType(value)]));
}

/** A person who appears twice in a batch gets both changes, in order. */
function plannedPerson(
  deps: PeopleDeps,
  external_id: string,
  changes: Changes,
  before: ReadonlyMap<string, PlannedPerson>,
  known: ReadonlyMap<string, PersonRow>,
): PlannedPerson {
  const row = known.get(external_id);
  const earlier = before.get(external_id);
  const id = row?.id ?? earlier?.id ?? newId("per", deps.clock, deps.rng);
  const after = mergeAttributes(earlier?.attributes ?? row?.attributes ?? "{}", changes);
  const vouched = earlier === undefined ? (row?.vouched ?? null) : earlier.vouched;
  return { id, row, attributes: toJson(after), vouched: mergeVouched(vouched, changes), after };
}

/**
 * Whether this app verified people, however long ago. If so, imported people also require a verified identity. Otherwise they must
 * stay accessible to their unverified pages.
 */
export async function findVerified({ store }: Pick<PeopleDeps, "store">, app: AppRecord): Promise<boolean> {
  if (app.require_identity) return true;
  return (await countPeople(store.db, app.id, 1, "verified")) > 0;
}

function statementsFor(
  { clock, store }: PeopleDeps,
  app: AppRecord,
  external_id: string,
  { id, row, attributes, vouched, after }: PlannedPerson,
  verified: boolean,
): readonly Statement[] {
  const stored_vouched = fromBit(row?.verified ?? toBit(verified)) ? null : vouched;
  if (row !== undefined && row.attributes === attributes && row.vouched === stored_vouched) return [];
  const set = { attributes, vouched: stored_vouched, ...personKeys(after) };
  const replace = replaceAttributes(store.db, { app_id: app.id, id }, row?.attributes ?? "{}", set);
  if (row !== undefined) return [{ query: replace, expect: 1 }];
  const now_ms = clock.now();
  const person = { id, app_id: app.id, external_id, anonymous_id: null, verified: toBit(verified) };
  const insert = insertNewPerson(store.db, person, now_ms);
  return [{ query: insert }, { query: replace, expect: 1 }];
}
