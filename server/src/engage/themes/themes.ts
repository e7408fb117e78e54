import { isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { themeSchema } from "@fanfare/contract/schema/content/theme";
import { describePair, failingPairs } from "@fanfare/contract/theme/palette-contrast";
import { BUILT_IN, type Theme } from "@fanfare/contract/theme/theme";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../../accounts/edit-conflict.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import { contentReferences } from "../../store/statements/content/content-references.ts";
import {
  allThemes,
  archiveTheme,
  clearDefaultTheme,
  setDefaultTheme,
  type ThemeRow,
  themeById,
  updateTheme,
} from "../../store/statements/content/themes.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { releaseName } from "../../store/statements/soft-deletes.ts";
import type { WriteDeps } from "../../store/store.ts";

export type ThemeDeps = WriteDeps;
interface ThemeInput {
  readonly name: string;
  readonly theme: Theme;
}

/** @throws ProblemError `theme_not_found`. */
export async function existingTheme({ store }: Pick<ThemeDeps, "store">, id: string): Promise<ThemeRow> {
  const row = isId("thm", id) ? await themeById(store.db, id) : undefined;
  if (row !== undefined) return row;
  throw new ProblemError("theme_not_found", "Theme not found. It may have been deleted. Go back to the list.");
}

/** @throws ProblemError `theme_unreadable`, `name_taken`, `themes_full`. */
export async function createTheme(deps: ThemeDeps, input: ThemeInput, member_id: MemberId | null): Promise<ThemeRow> {
  const { clock, rng, store } = deps;
  assertReadable(input.theme);
  await assertBelowThemeLimit(deps);
  const id = newId("thm", clock, rng);
  const now_ms = clock.now();
  const row: ThemeRow = {
    ...{ id, name: input.name, theme: toJson(input.theme), is_default: 0, revision: 1 },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id, archived_at: null },
  };
  const resource = { type: "theme", id } as const;
  const audit = auditStatement(deps, { member_id, action: "theme.create", resource, detail: { name: input.name } });
  const free = { query: releaseName(store.db, "themes", input.name) };
  await withUniqueName(input.name, () =>
    store.write([free, { query: insertRow(store.db, "themes", row), expect: 1 }, audit]),
  );
  return row;
}

/** @throws ProblemError `theme_not_found`, `theme_unreadable`, `revision_stale`, `name_taken`. */
export async function editTheme(
  deps: ThemeDeps,
  at: { readonly id: string; readonly revision: number },
  { name, theme }: ThemeInput,
  member_id: MemberId | null,
): Promise<ThemeRow> {
  const { clock, store } = deps;
  assertReadable(theme);
  const { id } = await existingTheme(deps, at.id);
  const by = { member_id, now_ms: clock.now() };
  const query = updateTheme(store.db, { id, revision: at.revision }, { name, theme: toJson(theme) }, by);
  const resource = { type: "theme", id } as const;
  const audit = auditStatement(deps, { member_id, action: "theme.update", resource, detail: { name } });
  const free = { query: releaseName(store.db, "themes", name) };
  const written = await withUniqueName(name, () => store.write([free, { query, expect: 1 }, audit]));
  const after = await existingTheme(deps, at.id);
  if (written.outcome === "committed") return after;
  throw staleRevision(after);
}

/**
 * Soft-deletes a theme. Versions that aren't live and use it fall back to the default, until {@link restoreTheme}
 * restores it within `limits.deleted_kept_days`. It can't be restored if its name has been reused.
 *
 * @throws ProblemError `theme_not_found`, or `theme_used` with the uses.
 */
export async function removeTheme(deps: ThemeDeps, id: string, member_id: MemberId | null): Promise<void> {
  const { store, clock } = deps;
  const row = await existingTheme(deps, id);
  const live = (await contentReferences(store.db, row.id)).filter((content) => content.live).map(({ name }) => name);
  if (live.length > 0) {
    throw new ProblemError(
      "theme_used",
      `Live content uses this theme: ${live.join(", ")}. Select another theme for it, publish, then delete this theme.`,
    );
  }
  const resource = { type: "theme", id: row.id } as const;
  const written = await store.write([
    { query: archiveTheme(store.db, row.id, clock.now()), expect: 1 },
    auditStatement(deps, { member_id, action: "theme.delete", resource, detail: { name: row.name } }),
  ]);
  if (written.outcome === "committed") return;
  throw new ProblemError("theme_used", `${row.name} is the default theme. Set another default theme first.`);
}

/** @throws ProblemError `theme_not_found` or `themes_full`. */
export async function restoreTheme(deps: ThemeDeps, id: string, member_id: MemberId | null): Promise<ThemeRow> {
  const { store } = deps;
  if (isId("thm", id)) {
    await assertBelowThemeLimit(deps);
    const resource = { type: "theme", id } as const;
    // Unmet: it isn't deleted, or is permanently deleted.
    await store.write([
      { query: archiveTheme(store.db, id, null), expect: 1 },
      auditStatement(deps, { member_id, action: "theme.restore", resource }),
    ]);
  }
  return await existingTheme(deps, id);
}

async function assertBelowThemeLimit({ store }: ThemeDeps): Promise<void> {
  if ((await allThemes(store.db)).length < limits.themes_max) return;
  throw new ProblemError(
    "themes_full",
    `The workspace has reached the limit of ${limits.themes_max} themes. Delete one first.`,
  );
}

/** Sets the default theme. Null: the built-in one. @throws ProblemError `theme_not_found`. */
export async function selectDefaultTheme(
  deps: ThemeDeps,
  id: string | null,
  member_id: MemberId | null,
): Promise<void> {
  const { store } = deps;
  const row = id === null ? undefined : await existingTheme(deps, id);
  const resource = { type: "theme", id: row?.id ?? BUILT_IN } as const;
  const name = row?.name ?? "Built-in";
  await store.write([
    { query: clearDefaultTheme(store.db) },
    ...(row === undefined ? [] : [{ query: setDefaultTheme(store.db, row.id) }]),
    auditStatement(deps, { member_id, action: "theme.choose", resource, detail: { name } }),
  ]);
}

/** Parses a stored theme. Undefined if this server can't parse it. */
export function parseTheme({ theme }: Pick<ThemeRow, "theme">): Theme | undefined {
  const read = fromJson(theme, (value) => themeSchema.safeParse(value));
  return read.success ? read.data : undefined;
}

/**
 * @throws ProblemError `theme_unreadable` with each failing color pair, its contrast, and the nearest color that
 * passes.
 */
export function assertReadable(theme: Theme): void {
  const failing = failingPairs(theme);
  if (failing.length === 0) return;
  const fields = failing.map((pair) => ({
    pointer: `/theme/${pair.scheme}/${pair.color}`,
    message: describePair(pair),
  }));
  throw new ProblemError(
    "theme_unreadable",
    `This theme is hard to read: ${failing.length === 1 ? "1 color pair has" : `${failing.length} color pairs have`} too little contrast. Use the suggested colors, or choose others.`,
    { fields },
  );
}
