import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import type { THEME_ROUTES } from "@fanfare/contract/schema/routes/themes";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { notifyAllPages } from "../../../engage/signals/page-signal.ts";
import {
  createTheme,
  editTheme,
  existingTheme,
  parseTheme,
  removeTheme,
  restoreTheme,
  selectDefaultTheme,
} from "../../../engage/themes/themes.ts";
import { fromBit, toIso } from "../../../store/columns.ts";
import { contentReferences } from "../../../store/statements/content/content-references.ts";
import { allThemes, type ThemeRow } from "../../../store/statements/content/themes.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

/** Theme routes. Changes to usable themes notify open pages. */
export function themeHandlers(deps: ApiDeps): Handlers<typeof THEME_ROUTES> {
  const { db } = deps.store;
  return {
    "GET /api/themes": async () => {
      const rows = await allThemes(db);
      return { items: rows.map(presentTheme) };
    },
    "POST /api/themes": async ({ body, actor }) => {
      const row = await createTheme(deps, body, actor.member_id);
      return new Tagged(presentTheme(row), row.revision);
    },
    "GET /api/themes/:id": async ({ params }) => {
      const row = await existingTheme(deps, params.id);
      return new Tagged(presentTheme(row), row.revision);
    },
    "PUT /api/themes/:id": async ({ params, body, actor, revision }) => {
      const at = { id: params.id, revision };
      const row = await editTheme(deps, at, body, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentTheme(row), row.revision);
    },
    "DELETE /api/themes/:id": async ({ params, actor }) => {
      await removeTheme(deps, params.id, actor.member_id);
      await notifyAllPages(deps);
    },
    "POST /api/themes/:id/restore": async ({ params, actor }) => {
      const row = await restoreTheme(deps, params.id, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentTheme(row), row.revision);
    },
    "GET /api/themes/:id/uses": async ({ params }) => {
      const { id } = await existingTheme(deps, params.id);
      return { contents: await contentReferences(db, id) };
    },
    "PUT /api/default-theme": async ({ body, actor }) => {
      const { id } = body;
      await selectDefaultTheme(deps, id, actor.member_id);
      await notifyAllPages(deps);
    },
  };
}

function presentTheme(row: ThemeRow): ThemeDetail {
  const { id, name, is_default, revision, created_at, updated_at } = row;
  return {
    ...{ id, name, is_default: fromBit(is_default), revision },
    // Show a theme of a newer release as it renders on this one.
    theme: parseTheme(row) ?? BUILT_IN_THEME,
    ...{ created_at: toIso(created_at), updated_at: toIso(updated_at) },
  };
}
