import { type SuppressionReason, type SuppressionScope, suppressionExpiry } from "@fanfare/contract/gates/suppression";
import { type ContentId, isId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Publish } from "../../lib/publish.ts";
import { toBit } from "../../store/columns.ts";
import { contentExists } from "../../store/statements/content/published.ts";
import {
  countSuppressions,
  deleteEndedSuppressions,
  deleteOwnSuppression,
  liveSuppressions,
  type SuppressionRow,
  upsertSuppression,
} from "../../store/statements/people/suppressions.ts";
import type { Statement } from "../../store/store.ts";
import { type Caller, findPerson, type PeopleDeps, type Person, writeAs } from "../person/find-person.ts";

export interface SuppressionDeps extends PeopleDeps {
  /** Live content of an app, by ID or slug. */
  readonly published: (
    app: AppRecord,
  ) => Promise<{ readonly find: (id_or_slug: string) => { readonly content_id: ContentId } | undefined }>;
  readonly publish: Publish;
}

export interface SuppressionInput {
  readonly scope: SuppressionScope;
  /** Content ID or slug, tag, or "" for other scopes. */
  readonly target: string;
  readonly reason: Exclude<SuppressionReason, "admin">;
  readonly days: number;
}

/** Lists the caller's active suppressions. Empty for a merged person, who has none of their own. */
export async function listSuppressions(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
): Promise<readonly SuppressionRow[]> {
  return suppressionsOf(deps, await findPerson(deps, app, caller));
}

function suppressionsOf(deps: PeopleDeps, person: Person): Promise<readonly SuppressionRow[]> {
  if (person.merged || person.row === undefined) return Promise.resolve([]);
  return liveSuppressions(deps.store.db, person.id, deps.clock.now());
}

/**
 * Stores "Do not show again" or a snooze, and returns the caller's active suppressions. Uses the server's clock,
 * because browser clocks can be wrong. If set twice, the later date applies.
 *
 * @throws ProblemError `content_not_found`, `body_invalid` if scope and target don't match, `suppressions_full`.
 */
export async function suppress(
  deps: SuppressionDeps,
  app: AppRecord,
  caller: Caller,
  input: SuppressionInput,
  socket_id: string | null,
): Promise<readonly SuppressionRow[]> {
  const { db } = deps.store;
  const target = await resolveSuppressionTarget(deps, app, input);
  const now_ms = deps.clock.now();
  const written = await writeAs(deps, app, caller, async (person): Promise<readonly Statement[]> => {
    const row: SuppressionRow = {
      id: newId("sup", deps.clock, deps.rng),
      app_id: app.id,
      person_id: person.id,
      scope: input.scope,
      target,
      reason: input.reason,
      created_at: now_ms,
      expires_at: suppressionExpiry(now_ms, input.days),
    };
    return [...(await pruneSuppressions(deps, person, row)), { query: upsertSuppression(db, row), expect: 1 }];
  });
  if (written.outcome === "unmet") throw new Error("An upsert of one suppression touched no row.");
  notifySuppressionChange(deps, app, written.person, socket_id);
  // A merged caller gets only this suppression, not those of the person they became.
  if (written.person.merged) return [stored(written.results.at(-1)?.rows[0])];
  return liveSuppressions(db, written.person.id, now_ms);
}

export async function liftOwnSuppression(
  deps: SuppressionDeps,
  app: AppRecord,
  caller: Caller,
  id: string,
  socket_id: string | null,
): Promise<readonly SuppressionRow[]> {
  const person = await findPerson(deps, app, caller);
  if (!isId("sup", id) || person.row === undefined) throw notTheirs();
  const written = await writeAs(deps, app, caller, ({ id: person_id }) => [
    { query: deleteOwnSuppression(deps.store.db, { app_id: app.id, person_id, id }), expect: 1 },
  ]);
  if (written.outcome === "unmet") throw notTheirs();
  notifySuppressionChange(deps, app, written.person, socket_id);
  return suppressionsOf(deps, written.person);
}

function notTheirs(): ProblemError {
  return new ProblemError(
    "suppression_not_found",
    "This person has no such suppression to undo. List suppressions with GET /v1/suppressions. People can't undo those set by an administrator.",
  );
}

function notifySuppressionChange(
  deps: SuppressionDeps,
  app: AppRecord,
  person: Person,
  socket_id: string | null,
): void {
  const change: PersonChanged = { kind: "suppressions", socket_id };
  deps.publish(app.id, personChannel(person.channel_id), PERSON_CHANGED, change);
}

/** Returns a content ID (also for a slug), a tag, or "". */
async function resolveSuppressionTarget(
  deps: SuppressionDeps,
  app: AppRecord,
  input: SuppressionInput,
): Promise<string> {
  switch (input.scope) {
    case "content": {
      const live = (await deps.published(app)).find(input.target);
      if (live !== undefined) return live.content_id;
      // Unpublished while on screen: store the suppression for when it's published again.
      if (isId("cnt", input.target) && (await contentExists(deps.store.db, input.target, toBit(app.system)))) {
        return input.target;
      }
      throw new ProblemError("content_not_found", "No live content in this app has this ID or slug.");
    }
    case "tag":
      if (input.target.trim() !== "" && input.target.length <= limits.tag_chars_max) return input.target.trim();
      throw targetInvalid(`For the scope tag, send a tag of at most ${limits.tag_chars_max} characters.`);
    case "all":
    case "live_updates":
      if (input.target === "") return "";
      throw targetInvalid(`For the scope ${input.scope}, leave the target empty.`);
  }
}

function targetInvalid(message: string): ProblemError {
  return new ProblemError("body_invalid", `The target doesn't match the scope. ${message}`, {
    fields: [{ pointer: "/target", message }],
  });
}

/** Limits suppressions per person, because each boot reads them all. Expired ones are deleted first. */
async function pruneSuppressions(
  deps: SuppressionDeps,
  person: Person,
  row_in: SuppressionRow,
): Promise<readonly Statement[]> {
  const { db } = deps.store;
  if (person.row === undefined) return [];
  if ((await countSuppressions(db, person.id)) < limits.suppressions_per_person_max) return [];
  const live = await liveSuppressions(db, person.id, row_in.created_at);
  const known = live.some((row) => row.scope === row_in.scope && row.target === row_in.target);
  if (live.length >= limits.suppressions_per_person_max && !known) {
    throw new ProblemError(
      "suppressions_full",
      `This person has reached the limit of ${live.length} suppressions. Undo some, or hide a tag or all content instead.`,
    );
  }
  return [{ query: deleteEndedSuppressions(db, person.id, row_in.created_at) }];
}

function stored(row: Readonly<Record<string, unknown>> | undefined): SuppressionRow {
  if (row === undefined) throw new Error("An upsert with a returning clause returned nothing.");
  // Cast: `returning *` of the table that SuppressionRow describes.
  return row as unknown as SuppressionRow;
}
