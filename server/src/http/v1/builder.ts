import { type ContentId, newId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { BuilderGatesResponse, builderGatesRequestSchema } from "@fanfare/contract/schema/client/builder";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { GATE_TEXTS } from "@fanfare/contract/wording/gates";
import type { Context } from "hono";
import type { z } from "zod";
import {
  type BuilderPage,
  endBuilder,
  type OpenedBuilder,
  openBuilder,
  requireBuilder,
  resumeBuilder,
} from "../../accounts/access/builder-sessions.ts";
import type { Action } from "../../accounts/access/policy.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { editContent, getContent } from "../../engage/content/content.ts";
import { publishedContent } from "../../engage/decide/published-content.ts";
import { explainAsLive } from "../../engage/explain/explain.ts";
import { findSubject } from "../../engage/explain/explain-for-member.ts";
import { publishContent } from "../../engage/publish/publications.ts";
import { notifyConsoles } from "../../engage/signals/console-signal.ts";
import { authorizeBuilder, builderUserId, signalPlace } from "../../engage/signals/editor-signal.ts";
import { createTracker } from "../../engage/trackers/trackers.ts";
import { findPeopleByName, findPersonByName } from "../../people/person/person-by-name.ts";
import { toIso } from "../../store/columns.ts";
import { definitionsOf } from "../../store/statements/people/attribute-definitions.ts";
import { presentContent } from "../api/content/presenters.ts";
import { presentPerson } from "../api/people/presenters.ts";
import { bearerOf } from "../request/bearer-token.ts";
import type { V1Env, V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentExplanation } from "./presenters.ts";

type BuilderRoutes = Pick<typeof CLIENT_ROUTES, keyof typeof CLIENT_ROUTES & `${string} /v1/builder${string}`>;

/**
 * The builder in a page. Its token works for one content, app, and origin only, and never for `/api`, so that scripts of
 * the page can't do more with it than edit that content and create drafts of trackers.
 */
export function builderHandlers(resources: V1Resources): ClientHandlers<BuilderRoutes> {
  const pageOf = (c: Context<V1Env>, app: AppRecord): BuilderPage => builderPage(c, app, resources.public_url);
  const session = (c: Context<V1Env>, app: AppRecord, action: Action) =>
    requireBuilder(resources, pageOf(c, app), bearerOf(c.req.raw), action);
  const read = async (content_id: string, app: AppRecord) =>
    presentContent(await getContent(resources, content_id, app.id), resources.clock.now());
  const consoleUrl = (c: Context<V1Env>, app: AppRecord): string =>
    `${resources.configured_url ?? new URL(c.req.url).origin}/console/${app.id}`;
  const present = async (c: Context<V1Env>, app: AppRecord, opened: OpenedBuilder) => {
    return {
      token: opened.token,
      session_id: opened.id,
      expires_at: toIso(opened.expires_at_ms),
      console_key: consoleApp(resources).key,
      member: { id: opened.member_id, name: opened.member_name, role: opened.role },
      language: opened.language,
      app: { id: app.id, name: app.name },
      step_id: opened.step_id ?? null,
      edit_url: `${consoleUrl(c, app)}/content/${opened.content_id}`,
      content: await read(opened.content_id, app),
      themes: (await resources.themes(app)).all(),
    };
  };

  return {
    "POST /v1/builder": async ({ c, app, body }) =>
      present(c, app, await openBuilder(resources, pageOf(c, app), body.code)),
    "POST /v1/builder/resume": async ({ c, app }) =>
      present(c, app, await resumeBuilder(resources, pageOf(c, app), bearerOf(c.req.raw))),
    "DELETE /v1/builder": async ({ c, app }) => {
      const { id, member_id } = await session(c, app, "content.read");
      await endBuilder(resources, app, id, { member_id, ends_all: false });
      resources.sealAuditSoon();
      return {};
    },
    "GET /v1/builder/content": async ({ c, app }) => read((await session(c, app, "content.read")).content_id, app),
    "PATCH /v1/builder/content": async ({ c, app, body, revision }) => {
      const { content_id: id, member_id } = await session(c, app, "content.write");
      await editContent(resources, { id, revision, app_id: app.id }, body, member_id);
      resources.sealAuditSoon();
      return read(id, app);
    },
    "POST /v1/builder/channels": async ({ c, app, body }) => {
      return authorizeBuilder(consoleApp(resources), body.socket_id, await session(c, app, "content.read"));
    },
    "POST /v1/builder/place": async ({ c, app, body: { step_id } }) => {
      const opened = await session(c, app, "content.read");
      signalPlace(resources, opened.content_id, { user_id: builderUserId(opened), step_id });
      return {};
    },
    "POST /v1/builder/gates": async ({ c, app, body }) => {
      const { content_id } = await session(c, app, "person.read");
      return gatesOf(resources, app, await read(content_id, app), { ...body, content_id });
    },
    "POST /v1/builder/people": async ({ c, app, body: { q } }) => {
      await session(c, app, "person.read");
      const rows = await findPeopleByName(resources, app, q);
      return {
        items: rows.map((row) => {
          const { external_id, name } = presentPerson(row);
          return { external_id, name };
        }),
      };
    },
    "GET /v1/builder/attributes": async ({ c, app }) => {
      await session(c, app, "person.read");
      const rows = await definitionsOf(resources.store.db, app.id);
      return { items: rows.filter(({ owner }) => owner === "person").map(({ name }) => name) };
    },
    "POST /v1/builder/trackers": async ({ c, app, body }) => {
      const { member_id } = await session(c, app, "tracker.write");
      const { id, name } = await createTracker(resources, { app_id: app.id, member_id }, body);
      resources.sealAuditSoon();
      notifyConsoles(resources);
      return { id, name, edit_url: `${consoleUrl(c, app)}/trackers/${id}` };
    },
    "POST /v1/builder/publish": async ({ c, app, revision }) => {
      const { content_id: id, member_id } = await session(c, app, "content.publish");
      const { first } = await publishContent(resources, { id, revision, app_id: app.id }, member_id);
      resources.sealAuditSoon();
      return { content: await read(id, app), first };
    },
  };
}

function consoleApp({ apps }: Pick<V1Resources, "apps">): AppRecord {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own === undefined) throw new Error("The console's system app is missing. Restart the server to create it.");
  return own;
}

/** Gates of the draft as if it were live. */
async function gatesOf(
  resources: V1Resources,
  app: AppRecord,
  { slug, name, draft }: Pick<ContentDetail, "slug" | "name" | "draft">,
  { content_id, url, person = NOBODY }: z.output<typeof builderGatesRequestSchema> & { readonly content_id: ContentId },
): Promise<BuilderGatesResponse> {
  const edition = editionSchema.safeParse(draft);
  if (!edition.success) throw incomplete();
  const version = { version_id: newId("ver", resources.clock, resources.rng), version_number: 0 };
  const content = publishedContent({ content_id, slug, name, ...version }, edition.data);
  const row = await findPersonByName(resources, app, person);
  const subject = { person: findSubject(resources, person, row), call_context: { groups: [], context: {} } };
  const question = { url, now_ms: resources.clock.now() };
  const { outcome, gates } = presentExplanation(await explainAsLive(resources, app, subject, question, content));
  const of_draft = gates.filter(({ gate }) => gate !== "not_published");
  return { outcome, gates: of_draft.map((each) => ({ ...each, label: GATE_TEXTS[each.gate] })) };
}

/** An unknown visitor. */
const NOBODY = "anon-";

function incomplete(): ProblemError {
  return new ProblemError("edition_invalid", "The draft is incomplete, so its audience can't be evaluated yet.");
}

/** Page that makes the request. Browsers send no `Origin` with a same-origin GET request. */
export function builderPage(c: Context<V1Env>, app: AppRecord, public_url: string): BuilderPage {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return { app, origin };
  return { app, origin: c.req.header("Sec-Fetch-Site") === "same-origin" ? new URL(public_url).origin : null };
}
