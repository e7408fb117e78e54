import type { Edition } from "@fanfare/contract/content/content";
import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, type ContentId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { nextSlug } from "@fanfare/contract/lib/next-slug";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { z } from "zod";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { fromJson, toBit } from "../../store/columns.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import {
  type ContentChange,
  type ContentDetailRow,
  type ContentRow,
  contentBySlug,
  contentDetail,
  updateContent,
} from "../../store/statements/content/contents.ts";
import { publicationsOf } from "../../store/statements/content/publications.ts";
import { contentExists } from "../../store/statements/content/published.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type Statement, type WriteDeps } from "../../store/store.ts";
import { notifyConsoles } from "../signals/console-signal.ts";
import { notifyPages, type PageSignalDeps } from "../signals/page-signal.ts";
import { draftColumns } from "./draft-columns.ts";
import { assertEmbedsAllowed } from "./embed-hosts.ts";
import { withSourceLocale } from "./source-locale.ts";

export type ContentDeps = WriteDeps;

const writtenInSchema = z.object({ locale: z.string().optional() });

/** Edits notify open consoles. A new name or slug of live content also notifies open pages. */
export interface EditDeps extends ContentDeps, PageSignalDeps {
  readonly clock: Clock;
}

export interface NewContent {
  readonly slug: string;
  readonly name: string;
  readonly draft: Edition;
}

/** Throws if the caller may not change what is live in one of these apps. */
export type AssertAllowedIn = (app_ids: readonly AppId[]) => void;

/** Content at the revision that the caller saw. Writes fail if the revision has changed. */
export interface ContentRevision {
  readonly id: ContentId;
  readonly revision: number;
}

/**
 * Returns one item with its live state in this app. Excludes the console's own content.
 *
 * @throws ProblemError `content_not_found`.
 */
export async function getContent(
  deps: { readonly store: Pick<ContentDeps["store"], "db" | "dialect"> },
  id: string,
  app_id: AppId,
): Promise<ContentDetailRow> {
  const row = isId("cnt", id) ? await contentDetail(deps.store, id, app_id) : undefined;
  if (row === undefined || row.system === 1) throw notFound();
  return row;
}

/**
 * Returns the ID if such content exists.
 *
 * @throws ProblemError `content_not_found`.
 */
export async function assertContent(deps: Pick<ContentDeps, "store">, id: string): Promise<ContentId> {
  if (!isId("cnt", id) || !(await contentExists(deps.store.db, id, toBit(false)))) throw notFound();
  return id;
}

function notFound(): ProblemError {
  return new ProblemError("content_not_found", "Content not found. It may have been deleted. Go back to the list.");
}

export interface NewContentBy {
  readonly member_id: MemberId | null;
  readonly system: boolean;
  /** If others refer to it in the same batch. */
  readonly id?: ContentId | undefined;
  /** Where its file came from, for the audit log. */
  readonly source?: string | undefined;
  /** Slug of the original, for the audit log. */
  readonly copy_of?: string | undefined;
}

/**
 * Row of a new item, and the statements that store it with its audit entry.
 *
 * @throws ProblemError `body_too_large`.
 */
export function newContent(
  deps: ContentDeps,
  content: NewContent,
  by: NewContentBy,
): { readonly row: ContentRow; readonly statements: readonly Statement[] } {
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  const row: ContentRow = {
    id: by.id ?? newId("cnt", clock, rng),
    type: content.draft.body.type,
    slug: content.slug,
    name: content.name,
    ...draftColumns(content.draft),
    revision: 1,
    system: toBit(by.system),
    archived_at: null,
    created_at: now_ms,
    updated_at: now_ms,
    updated_by: by.member_id,
  };
  const audit = auditStatement(deps, {
    member_id: by.member_id,
    action: "content.create",
    resource: { type: "content", id: row.id },
    detail: {
      ...{ slug: row.slug, name: row.name },
      ...(by.source === undefined ? {} : { source: by.source }),
      ...(by.copy_of === undefined ? {} : { copy_of: by.copy_of }),
    },
  });
  return { row, statements: [{ query: insertRow(store.db, "contents", row), expect: 1 }, audit] };
}

/** @throws ProblemError `slug_taken` or `body_too_large`. */
export async function createContent(
  deps: EditDeps,
  content: NewContent,
  member_id: MemberId | null,
): Promise<ContentId> {
  const { row, statements } = newContent(deps, content, { member_id, system: false });
  try {
    await deps.store.write(statements);
  } catch (error) {
    throw slugTaken(error, content.slug);
  }
  notifyConsoles(deps);
  return row.id;
}

/**
 * Copies the draft with its targets, translations, and variants under a free slug. Publications, versions, and counts
 * stay with the original.
 *
 * @throws ProblemError `content_not_found`, or `slug_taken` if other copies took each slug first.
 */
export async function duplicateContent(
  deps: EditDeps,
  original: { readonly id: string; readonly app_id: AppId; readonly name: string | undefined },
  member_id: MemberId | null,
): Promise<ContentId> {
  const before = await getContent(deps, original.id, original.app_id);
  const name = original.name ?? `${before.name.slice(0, limits.content_name_chars_max - COPY.length)}${COPY}`;
  // Cast: the schema validated the draft before it was stored. It may be incomplete, and so may its copy.
  const draft = fromJson(before.draft, (value) => value as Edition);
  let slug = `${before.slug.slice(0, limits.slug_chars_max - SLUG_COPY.length).replace(/-$/, "")}${SLUG_COPY}`;
  for (let tries = 1; ; tries++) {
    slug = await freeSlug(deps.store.db, slug);
    const by = { member_id, system: false, copy_of: before.slug };
    const { row, statements } = newContent(deps, { slug, name, draft }, by);
    try {
      await deps.store.write(statements);
      notifyConsoles(deps);
      return row.id;
    } catch (error) {
      // Another copy took the slug after the look-up.
      if (!isUniqueViolation(error) || tries === COPY_TRIES_MAX) throw slugTaken(error, slug);
    }
  }
}
const COPY = " copy";
const SLUG_COPY = "-copy";
const COPY_TRIES_MAX = 5;

/** This slug, or the next number after it that no content has. */
async function freeSlug(db: ContentDeps["store"]["db"], slug: string): Promise<string> {
  let free = slug;
  while ((await contentBySlug(db, free)) !== undefined) free = nextSlug(free);
  return free;
}

/**
 * Changes a draft. Live content stays unchanged until the next publish, except its name and slug: these aren't
 * versioned, so open pages are notified immediately. A slug that is live requires `assertMayWrite` for each of its apps.
 *
 * @throws ProblemError `content_not_found`, `revision_stale` (with the current revision), `slug_taken`,
 * `embed_host_not_allowed`, `body_too_large`, or what `assertMayWrite` throws.
 */
export async function editContent(
  deps: EditDeps,
  at: {
    readonly id: string;
    readonly revision: number;
    readonly app_id: AppId;
    /** Undefined: the slug stays as it is. */
    readonly assertMayWrite?: AssertAllowedIn;
  },
  change: {
    readonly name?: string | undefined;
    readonly slug?: string | undefined;
    readonly draft?: Edition | undefined;
  },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const before = await getContent(deps, at.id, at.app_id);
  assertRevision(before, at.revision);
  assertType(before, change.draft);
  if (change.draft !== undefined) await assertEmbedsAllowed(deps, at.app_id, change.draft);
  const columns = changedColumns(before, change);
  const changed = Object.keys(columns).filter((name) => name !== "draft_issues");
  if (changed.length === 0) return;
  const audit = auditStatement(deps, {
    member_id,
    action: "content.update",
    resource: { type: "content", id: before.id },
    detail: { changed, revision: at.revision + 1 },
  });
  const now_ms = clock.now();
  const query = updateContent(store.db, before, columns, { member_id, now_ms });
  const renamed = columns.name !== undefined || columns.slug !== undefined;
  const live_in = renamed ? await publicationsOf(store.db, before.id) : [];
  if (columns.slug !== undefined) assertMayMove(live_in, at.assertMayWrite);
  const raises = live_in.map(({ app_id }) => ({ query: raiseConfigVersion(store.db, app_id, now_ms), expect: 1 }));
  try {
    const result = await store.write([{ query, expect: 1 }, audit, ...raises]);
    if (result.outcome === "committed") {
      const raised = result.results.slice(-raises.length);
      await Promise.all(
        live_in.map(({ app_id }, index) => notifyPages(deps, app_id, raised[index], limits.change_spread_ms)),
      );
      return notifyConsoles(deps);
    }
  } catch (error) {
    throw slugTaken(error, change.slug ?? before.slug);
  }
  assertRevision(await getContent(deps, at.id, at.app_id), at.revision);
  throw new Error(`Content ${before.id} could not be changed at the revision that it has.`);
}

function assertMayMove(
  live_in: readonly { readonly app_id: AppId }[],
  assertMayWrite: AssertAllowedIn | undefined,
): void {
  if (assertMayWrite === undefined) throw new Error("A new slug requires a check of the caller's permissions.");
  assertMayWrite(live_in.map(({ app_id }) => app_id));
}

/**
 * The type can't change: runs, funnels, and open pages depend on it.
 *
 * @throws ProblemError `body_invalid`.
 */
function assertType({ type }: ContentDetailRow, draft: Edition | undefined): void {
  if (draft === undefined || draft.body.type === type) return;
  const message = `This content's type is ${type} and can't be changed. Create new content for a ${draft.body.type}.`;
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/draft/body/type", message }] });
}

/** Only changed columns, so that saving the same values isn't a change. */
function changedColumns(
  before: ContentDetailRow,
  change: {
    readonly name?: string | undefined;
    readonly slug?: string | undefined;
    readonly draft?: Edition | undefined;
  },
): ContentChange {
  const written = change.draft === undefined ? undefined : draftColumns(keepSourceLocale(before, change.draft));
  const { name = before.name, slug = before.slug } = change;
  return {
    ...(name === before.name ? {} : { name }),
    ...(slug === before.slug ? {} : { slug }),
    ...(written === undefined || written.draft === before.draft ? {} : written),
  };
}

function keepSourceLocale(before: ContentDetailRow, draft: Edition): Edition {
  const { locale } = fromJson(before.draft, (value) => writtenInSchema.parse(value));
  return locale === undefined ? draft : withSourceLocale(draft, locale);
}

/** @throws ProblemError `revision_stale` with the current revision and its author. */
export function assertRevision(row: ContentDetailRow, revision: number): void {
  if (row.revision === revision) return;
  const editor_name = row.updated_by ?? "Another member";
  throw new ProblemError(
    "revision_stale",
    `${editor_name} changed this after you opened it (revision ${row.revision}, yours is ${revision}). Reload it, then repeat your change.`,
    {
      current: {
        revision: row.revision,
        updated_by: row.updated_by,
        updated_at: new Date(row.updated_at).toISOString(),
      },
    },
  );
}

function slugTaken(error: unknown, slug: string): unknown {
  if (!isUniqueViolation(error)) return error;
  return new ProblemError("slug_taken", `The slug ${slug} is taken. Choose another one.`, {
    fields: [{ pointer: "/slug", message: "This slug is taken." }],
  });
}
