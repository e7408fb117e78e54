import type { ContentId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { BuilderResponse, TrackerBuilderResponse } from "@fanfare/contract/schema/client/builder";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Context } from "hono";
import {
  type BuilderPage,
  type BuilderSession,
  type OpenedBuilder,
  requireBuilder,
} from "../../accounts/access/builder-sessions.ts";
import type { Action } from "../../accounts/access/policy.ts";
import { trackerFormOf } from "../../accounts/access/tracker-builders.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { getContent } from "../../engage/content/content.ts";
import { toIso } from "../../store/columns.ts";
import { presentContent } from "../api/content/presenters.ts";
import { bearerOf } from "../request/bearer-token.ts";
import type { V1Env, V1Resources } from "./deps.ts";

/** Sessions of requests by builders, and what these show of them. */
export interface BuilderAccess {
  pageOf(c: Context<V1Env>, app: AppRecord): BuilderPage;
  session(
    c: Context<V1Env>,
    app: AppRecord,
    action: Action | ((row: Pick<BuilderSession, "content_id">) => Action),
  ): Promise<BuilderSession>;
  /** @throws ProblemError `builder_refused` if the session is for a tracker. */
  contentSession(
    c: Context<V1Env>,
    app: AppRecord,
    action: Action,
  ): Promise<BuilderSession & { readonly content_id: ContentId }>;
  read(content_id: string, app: AppRecord): Promise<ContentDetail>;
  consoleUrl(c: Context<V1Env>, app: AppRecord): string;
  present(c: Context<V1Env>, app: AppRecord, opened: OpenedBuilder): Promise<BuilderResponse | TrackerBuilderResponse>;
}

export function createBuilderAccess(resources: V1Resources): BuilderAccess {
  const pageOf: BuilderAccess["pageOf"] = (c, app) => builderPage(c, app, resources.public_url);
  const session: BuilderAccess["session"] = (c, app, action) =>
    requireBuilder(resources, pageOf(c, app), bearerOf(c.req.raw), action);
  const read: BuilderAccess["read"] = async (content_id, app) =>
    presentContent(await getContent(resources, content_id, app.id), resources.clock.now());
  const consoleUrl: BuilderAccess["consoleUrl"] = (c, app) =>
    `${resources.configured_url ?? new URL(c.req.url).origin}/console/${app.id}`;
  return {
    ...{ pageOf, session, read, consoleUrl },
    async contentSession(c, app, action) {
      const opened = await session(c, app, action);
      const { content_id } = opened;
      if (content_id) return { ...opened, content_id };
      throw new ProblemError("builder_refused", "This builder session is for a tracker, not for content.");
    },
    async present(c, app, opened) {
      const shown = {
        token: opened.token,
        session_id: opened.id,
        expires_at: toIso(opened.expires_at_ms),
        console_key: consoleApp(resources).key,
        member: { id: opened.member_id, name: opened.member_name, role: opened.role },
        language: opened.language,
        app: { id: app.id, name: app.name },
      };
      if (!opened.content_id) {
        const { name, kind, visible_s, target, saves } = trackerFormOf(opened);
        const edit_url = `${consoleUrl(c, app)}/trackers/${opened.tracker_id ?? "new"}`;
        return { ...shown, edit_url, saved: saves > 0, tracker: { name, kind, visible_s, target } };
      }
      return {
        ...shown,
        step_id: opened.step_id ?? null,
        edit_url: `${consoleUrl(c, app)}/content/${opened.content_id}`,
        content: await read(opened.content_id, app),
        themes: (await resources.themes(app)).all(),
      };
    },
  };
}

/** What ending a session needs, or following who else is in it. */
export function readingAction({ content_id }: Pick<OpenedBuilder, "content_id">): Action {
  return content_id ? "content.read" : "tracker.read";
}

export function consoleApp({ apps }: Pick<V1Resources, "apps">): AppRecord {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own === undefined) throw new Error("The console's system app is missing. Restart the server to create it.");
  return own;
}

/** Page that makes the request. Browsers send no `Origin` with a same-origin GET request. */
export function builderPage(c: Context<V1Env>, app: AppRecord, public_url: string): BuilderPage {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return { app, origin };
  return { app, origin: c.req.header("Sec-Fetch-Site") === "same-origin" ? new URL(public_url).origin : null };
}
