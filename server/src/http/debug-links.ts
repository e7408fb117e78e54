import { createDebugLinkRequestSchema, type DebugLink } from "@fanfare/contract/schema/debug-link";
import { Hono } from "hono";
import { signedInMember } from "../accounts/actor.ts";
import { toIso } from "../store/columns.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseText } from "./body.ts";

/** `POST debug-links`: opens the debug panel in a page of the customer's application. */
export function debugLinkRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post("/debug-links", async (c) => {
    const { app_id, url, place } = await parseText(c, createDebugLinkRequestSchema);
    const app = appNamed(deps.apps, app_id);
    const link = await deps.debug_links.make(app, signedInMember(c.var.actor), url, place);
    return c.json({ url: link.url, expires_at: toIso(link.expires_at_ms) } satisfies DebugLink, 201);
  });
}
