import { FOLDER_KINDS, type FolderChange, type FolderFile, type FolderKind } from "@fanfare/contract/content-folder";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { FolderPlan } from "@fanfare/contract/schema/content/content-folder";
import { putThemeRequestSchema } from "@fanfare/contract/schema/content/theme";
import { createSegmentRequestSchema } from "@fanfare/contract/schema/people/segment";
import type { SegmentRule } from "@fanfare/contract/targeting/rule";
import type { SegmentRules } from "../../people/rules/rule-needs.ts";
import { assertSegments } from "../../people/segments/edit-segment.ts";
import { segmentRules } from "../../people/segments/segments.ts";
import { toIsoOrNull } from "../../store/columns.ts";
import { appsOfContents } from "../../store/statements/content/publications.ts";
import { type PushedItemRow, pushedItems, putPushedItem } from "../../store/statements/content/pushed-items.ts";
import { isUniqueViolation, type Statement, type StatementResult, type WriteDeps } from "../../store/store.ts";
import type { AssertAllowedIn } from "../content/content.ts";
import { type PageSignalDeps, raiseAllPages } from "../signals/page-signal.ts";
import { assertReadable } from "../themes/themes.ts";
import { type ChangedContent, countAudiences } from "./changed-audiences.ts";
import {
  assertNoIssues,
  type FolderIssue,
  type FolderItem,
  filesHash,
  itemFiles,
  itemPath,
  readItems,
} from "./folder-files.ts";
import { archiveStatements, findGone, type Gone } from "./gone-content.ts";
import { asId, newItemId, type ParsedItem, parseItem, type WriteBy } from "./item-writes.ts";
import { type ReferenceMap, withIds, withKeys } from "./references.ts";
import { readStoredFolder, type StoredFolder, type StoredItem } from "./stored-items.ts";
import { takenNames, vacateSwappedNames } from "./taken-names.ts";

export type PushDeps = WriteDeps & PageSignalDeps;
export type PlanDeps = PushDeps & { readonly rng: Pick<Rng, "bytes" | "next"> };

export interface FolderPush extends Omit<WriteBy, "source"> {
  readonly files: readonly FolderFile[];
  readonly prune: boolean;
}

export interface FolderPlanRequest extends FolderPush {
  readonly audiences: boolean;
  readonly may_read_people: boolean;
}

export interface FolderPushOptions {
  readonly overwrite: boolean;
  readonly source: string;
  /** Throws if the caller may not write items of this kind. */
  readonly assertMayWrite: (kind: FolderKind) => void;
  /** Throws if the caller may not archive content that is live or scheduled in these apps. */
  readonly assertMayArchive: AssertAllowedIn;
}

/** An item of the files beside what the server has. */
interface Compared {
  readonly path: string;
  readonly kind: FolderKind;
  readonly id: string;
  readonly parsed: ParsedItem;
  readonly stored: StoredItem | undefined;
  /** Of the canonical files. */
  readonly hash: string;
  readonly change: FolderChange["change"] | "none";
}

/**
 * Returns what a push of these files would change.
 *
 * @throws ProblemError `folder_invalid` with each invalid place.
 */
export async function planFolder(
  deps: PlanDeps,
  { audiences, may_read_people, ...push }: FolderPlanRequest,
): Promise<FolderPlan> {
  const { app_id } = push;
  const stored = await readStoredFolder(deps.store, app_id);
  const compared = await compare(deps, push, stored);
  const gone = await findGone(deps, push, stored);
  assertLimits(stored, compared);
  const plan = presentPlan(compared, stored, gone);
  if (!audiences) return plan;
  const segments = await rulesAfter(deps, compared);
  const changed = [...compared.flatMap(changedContent), ...gone.map(archivedContent)];
  return { ...plan, audiences: await countAudiences(deps, changed, { app_id, segments, may_read_people }) };
}

function changedContent({ kind, change, path, id, parsed }: Compared): readonly ChangedContent[] {
  if (kind !== "contents" || change === "none") return [];
  return [{ path, id, audience: parsed.incomplete ? undefined : (parsed.audience ?? "everyone") }];
}

function archivedContent({ path, stored }: Gone): ChangedContent {
  return { path, id: stored.id, audience: undefined };
}

/**
 * Saves all items as drafts in one transaction. Items that aren't in the files stay as they are.
 *
 * @throws ProblemError `folder_invalid`; `folder_drifted` if members changed items since the last push, unless
 * `overwrite`; `revision_stale` if an item changed meanwhile; `name_taken`. Nothing is stored in these cases.
 */
export async function pushFolder(
  deps: PushDeps,
  { overwrite, source, assertMayWrite, assertMayArchive, ...push }: FolderPush & FolderPushOptions,
): Promise<FolderPlan> {
  const before = await readStoredFolder(deps.store, push.app_id);
  const compared = await compare(deps, push, before);
  const gone = await findGone(deps, push, before);
  for (const { kind, change } of compared) if (change !== "none") assertMayWrite(kind);
  const gone_ids = gone.map(({ stored }) => asId<"cnt">(stored.id));
  if (gone.length > 0) assertMayArchive(await appsOfContents(deps.store.db, gone_ids));
  const drifted = [...compared, ...gone].filter(({ change }) => change === "drift");
  if (drifted.length > 0 && !overwrite) throw driftProblem(drifted);
  assertLimits(before, compared);
  const changed = compared.filter(({ change }) => change !== "none");
  const writes = await Promise.all(
    changed.map(({ parsed, id, stored }) => parsed.write(deps, { ...push, source }, id, stored)),
  );
  const marks = await pushMarks(deps, push, compared, source);
  const archived = gone.flatMap(({ stored }) => archiveStatements(deps, { ...push, source }, stored));
  // Rules and themes are read by live content, so pages ask again. Drafts alone change nothing that pages show.
  const pages = changed.length + gone.length > 0 ? raiseAllPages(deps) : undefined;
  const raises = pages?.statements ?? [];
  const vacated = vacateSwappedNames(deps, changed);
  const results = await writeAll(deps, [...vacated, ...writes.flat(), ...archived, ...marks, ...raises]);
  await pages?.notify(results.slice(results.length - raises.length));
  return presentPlan(compared, await readStoredFolder(deps.store, push.app_id), gone);
}

async function writeAll({ store }: PushDeps, statements: readonly Statement[]): Promise<readonly StatementResult[]> {
  if (statements.length === 0) return [];
  try {
    const written = await store.write(statements);
    if (written.outcome === "committed") return written.results;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ProblemError(
      "name_taken",
      "A slug or name of these files belongs to archived content or to another item. Restore or rename that one first. Nothing was saved.",
    );
  }
  throw new ProblemError(
    "revision_stale",
    "An item changed while these files were pushed. Nothing was saved. Push again.",
  );
}

/** Compares the items of the files with what is stored. References must resolve, and rules must not go in circles. */
async function compare(
  deps: PushDeps,
  { files, app_id }: FolderPush,
  stored: StoredFolder,
): Promise<readonly Compared[]> {
  const items = readItems(files);
  const pushed = new Map((await pushedItems(deps.store.db)).map((row) => [row.path, row]));
  const ids = new Map(
    items.map((item) => [itemPath(item), stored.items.get(itemPath(item))?.id ?? newItemId(item.kind, deps)]),
  );
  const targets = referenceIds(stored, items, ids);
  const keys = invert(targets);
  const source_locale = deps.apps.byId(app_id)?.settings.source_locale;
  const issues: FolderIssue[] = [];
  const compared = items.flatMap((item): Compared[] => {
    const path = itemPath(item);
    const file = item.kind === "contents" ? `${path}/content.json` : `${path}.json`;
    const now = stored.items.get(path);
    const value = withIds(item.value, targets, (miss) =>
      issues.push({ path: file, message: `${miss} doesn't exist, neither in these files nor on the server.` }),
    );
    const result = parseItem(item.kind, item.key, value, now === undefined ? source_locale : now.locale);
    if ("issues" in result) {
      issues.push(
        ...result.issues.map((issue) => ({ path: file, message: `${pointerOf(issue.path)}: ${issue.message}` })),
      );
      return [];
    }
    const { item: parsed } = result;
    const hash = filesHash(itemFiles({ ...item, value: withKeys(parsed.canonical, keys) }));
    if (now !== undefined && now.type !== parsed.type) {
      const message = `This content's type is ${now.type} and can't be changed. Use another slug for a ${parsed.type}.`;
      issues.push({ path: file, message });
    }
    const change = changeOf(hash, now, pushed.get(markPath(path, app_id)));
    return [{ path, kind: item.kind, id: ids.get(path) ?? "", parsed, stored: now, hash, change }];
  });
  const named = compared.map(({ kind, path, parsed: { canonical } }) => ({ kind, path, canonical }));
  assertNoIssues([...issues, ...takenNames(stored, named)]);
  await assertUsable(
    deps,
    compared.filter(({ change }) => change !== "none"),
  );
  return compared;
}

function changeOf(hash: string, stored: StoredItem | undefined, pushed: PushedItemRow | undefined): Compared["change"] {
  if (stored === undefined) return "create";
  if (stored.hash === hash) return "none";
  return pushed?.hash === stored.hash ? "update" : "drift";
}

/** IDs of everything that an item may refer to: stored items, and those that this push creates. */
function referenceIds(
  stored: StoredFolder,
  items: readonly FolderItem[],
  ids: ReadonlyMap<string, string>,
): ReferenceMap {
  const of = (kind: keyof ReferenceMap): ReadonlyMap<string, string> =>
    new Map([
      ...[...stored.keys[kind]].map(([id, key]): [string, string] => [key, id]),
      ...items.flatMap((item): [string, string][] =>
        item.kind === kind ? [[item.key, ids.get(itemPath(item)) ?? ""]] : [],
      ),
    ]);
  return { themes: of("themes"), segments: of("segments"), contents: of("contents") };
}

function invert(map: ReferenceMap): ReferenceMap {
  const flip = (each: ReadonlyMap<string, string>) => new Map([...each].map(([from, to]) => [to, from]));
  return { themes: flip(map.themes), segments: flip(map.segments), contents: flip(map.contents) };
}

/** Segments of these items, by ID. */
function segmentsIn(compared: readonly Compared[]): readonly (readonly [string, SegmentRule])[] {
  return compared.flatMap(({ kind, id, parsed }) =>
    kind === "segments" ? [[id, createSegmentRequestSchema.parse(parsed.canonical).rule] as const] : [],
  );
}

/** Rules of all segments as they are after a push of these items. */
async function rulesAfter({ store }: PushDeps, compared: readonly Compared[]): Promise<SegmentRules> {
  return new Map([...(await segmentRules(store.db)), ...segmentsIn(compared)]);
}

/** @throws ProblemError `theme_unreadable` or `rule_invalid`, as for the same change in the console. */
async function assertUsable(deps: PushDeps, compared: readonly Compared[]): Promise<void> {
  const rules = await rulesAfter(deps, compared);
  for (const [id, rule] of segmentsIn(compared)) assertSegments(rule, rules, asId<"seg">(id));
  for (const { kind, parsed } of compared) {
    if (kind === "themes") assertReadable(putThemeRequestSchema.parse(parsed.canonical).theme);
  }
}

const LIMITS: Readonly<
  Partial<
    Record<
      FolderKind,
      { readonly max: number; readonly code: "segments_full" | "themes_full" | "trackers_full" | "goals_full" }
    >
  >
> = {
  themes: { max: limits.themes_max, code: "themes_full" },
  segments: { max: limits.segments_max, code: "segments_full" },
  "cap-groups": { max: limits.cap_groups_max, code: "segments_full" },
  trackers: { max: limits.trackers_per_app_max, code: "trackers_full" },
  goals: { max: limits.goals_per_app_max, code: "goals_full" },
};

function assertLimits(stored: StoredFolder, compared: readonly Compared[]): void {
  for (const kind of FOLDER_KINDS) {
    const limit = LIMITS[kind];
    if (limit === undefined) continue;
    const present = [...stored.items.values()].filter((each) => each.kind === kind).length;
    const created = compared.filter((each) => each.kind === kind && each.change === "create").length;
    if (created > 0 && present + created > limit.max) {
      throw new ProblemError(
        limit.code,
        `These files would exceed the limit of ${limit.max} ${kind}. Nothing was saved.`,
      );
    }
  }
}

/** Remembers what was pushed, also of items without changes: from now on, their files are the source. */
async function pushMarks(
  { store, clock }: PushDeps,
  { app_id }: FolderPush,
  compared: readonly Compared[],
  source: string,
): Promise<readonly Statement[]> {
  const known = new Map((await pushedItems(store.db)).map(({ path, hash }) => [path, hash]));
  return compared
    .map(({ path, hash }) => ({ path: markPath(path, app_id), hash, source, pushed_at: clock.now() }))
    .filter(({ path, hash }) => known.get(path) !== hash)
    .map((row) => ({ query: putPushedItem(store.db, row) }));
}

/** Trackers and goals belong to an app. */
function markPath(path: string, app_id: string): string {
  return /^(?:trackers|goals)\//.test(path) ? path.replace("/", `/${app_id}/`) : path;
}

function driftProblem(drifted: readonly Pick<Compared, "path" | "stored">[]): ProblemError {
  const fields = drifted.map(({ path, stored }) => ({
    pointer: `/${path}`,
    message: `${stored?.author ?? "The server"} has another state than the last push.`,
  }));
  return new ProblemError(
    "folder_drifted",
    `${drifted.map(({ path }) => path).join(", ")} changed on the server after the last push. Pull these changes, or push with overwrite. Nothing was saved.`,
    { fields },
  );
}

function presentPlan(compared: readonly Compared[], stored: StoredFolder, gone: readonly Gone[]): FolderPlan {
  return {
    changes: [...compared, ...gone].flatMap(({ path, change, stored: before }) =>
      change === "none"
        ? []
        : [{ path, change, by: before?.author ?? null, at: toIsoOrNull(before?.updated_at ?? null) }],
    ),
    unchanged: compared.filter(({ change }) => change === "none").length,
    incomplete: compared.filter(({ parsed }) => parsed.incomplete).map(({ path }) => path),
    unpublished: compared.flatMap(({ path, kind }) => {
      const now = stored.items.get(path);
      if (kind !== "contents" || now === undefined || now.live_revision === now.revision) return [];
      return [{ path, id: now.id, revision: now.revision }];
    }),
    audiences: [],
  };
}

function pointerOf(path: readonly PropertyKey[]): string {
  return `/${path.map(String).join("/")}`;
}
