import {
  defaultThemeRequestSchema,
  putThemeRequestSchema,
  type ThemeDetail,
  type ThemesResponse,
  type ThemeUses,
} from "@fanfare/contract/schema/theme";
import { BUILT_IN_THEME } from "@fanfare/contract/theme";
import { Hono } from "hono";
import { tellAllPages } from "../engage/page-signal.ts";
import {
  changeTheme,
  chooseDefault,
  createTheme,
  existingTheme,
  removeTheme,
  restoreTheme,
  themeIn,
} from "../engage/themes.ts";
import { fromBit, toIso } from "../store/columns.ts";
import { contentsNaming } from "../store/contents-naming.ts";
import { allThemes, type ThemeRow } from "../store/themes.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseText } from "./body.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** How contents look. Open pages hear of every change of what may be worn. */
export function themeRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  return new Hono<ApiEnv>()
    .get("/themes", async (c) => {
      const rows = await allThemes(db);
      return c.json({ items: rows.map(presentTheme) } satisfies ThemesResponse);
    })
    .post("/themes", async (c) => {
      const row = await createTheme(deps, await parseText(c, putThemeRequestSchema), c.var.actor.member_id);
      return c.json(presentTheme(row), 201, { ETag: revisionTag(row.revision) });
    })
    .get("/themes/:id", async (c) => {
      const row = await existingTheme(deps, c.req.param("id"));
      return c.json(presentTheme(row), 200, { ETag: revisionTag(row.revision) });
    })
    .put("/themes/:id", async (c) => {
      const at = { id: c.req.param("id"), revision: seenRevision(c) };
      const row = await changeTheme(deps, at, await parseText(c, putThemeRequestSchema), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.json(presentTheme(row), 200, { ETag: revisionTag(row.revision) });
    })
    .delete("/themes/:id", async (c) => {
      await removeTheme(deps, c.req.param("id"), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.body(null, 204);
    })
    .post("/themes/:id/restore", async (c) => {
      const row = await restoreTheme(deps, c.req.param("id"), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.json(presentTheme(row), 200, { ETag: revisionTag(row.revision) });
    })
    .get("/themes/:id/uses", async (c) => {
      const { id } = await existingTheme(deps, c.req.param("id"));
      return c.json({ contents: await contentsNaming(db, id) } satisfies ThemeUses);
    })
    .put("/default-theme", async (c) => {
      const { id } = await parseText(c, defaultThemeRequestSchema);
      await chooseDefault(deps, id, c.var.actor.member_id);
      await tellAllPages(deps);
      return c.body(null, 204);
    });
}

function presentTheme(row: ThemeRow): ThemeDetail {
  const { id, name, is_default, revision, created_at, updated_at } = row;
  return {
    ...{ id, name, is_default: fromBit(is_default), revision },
    // One of a newer Fanfare is shown as it will be worn here.
    theme: themeIn(row) ?? BUILT_IN_THEME,
    ...{ created_at: toIso(created_at), updated_at: toIso(updated_at) },
  };
}
