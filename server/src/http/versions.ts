import type { VersionDetail, VersionsResponse } from "@fanfare/contract/schema/api";
import { Hono } from "hono";
import { assertContent } from "../engage/content.ts";
import { frozenEdition, listVersions } from "../engage/versions.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { presentVersion } from "./presenters.ts";

/** The frozen versions of a content. */
export function versionRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/contents/:id/versions", async (c) => {
      const id = await assertContent(deps, c.req.param("id"));
      const versions = await listVersions(deps.store, id);
      return c.json({
        items: versions.map((version) => presentVersion(version, deps.clock.now())),
      } satisfies VersionsResponse);
    })
    .get("/contents/:id/versions/:version_id", async (c) => {
      const content_id = await assertContent(deps, c.req.param("id"));
      const { id, edition } = await frozenEdition(deps.store, content_id, c.req.param("version_id"));
      return c.json({ id, edition } satisfies VersionDetail);
    });
}
