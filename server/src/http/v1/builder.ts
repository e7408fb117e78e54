import { actAt } from "@fanfare/contract/events/tracker-act";
import { type ContentId, newId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { builderUserId } from "@fanfare/contract/realtime/editors";
import type { BuilderGatesResponse, builderGatesRequestSchema } from "@fanfare/contract/schema/client/builder";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { GATE_TEXTS } from "@fanfare/contract/wording/gates";
import type { z } from "zod";
import { endBuilder, openBuilder, resumeBuilder } from "../../accounts/access/builder-sessions.ts";
import { assertForTracker, pointTracker } from "../../accounts/access/tracker-builders.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { editContent } from "../../engage/content/content.ts";
import { explainDraft } from "../../engage/explain/explain.ts";
import { findSubject } from "../../engage/explain/explain-for-member.ts";
import { publishContent } from "../../engage/publish/publications.ts";
import { notifyConsoles } from "../../engage/signals/console-signal.ts";
import { authorizeBuilder, signalPlace } from "../../engage/signals/editor-signal.ts";
import { createTracker, editTracker, findTracker } from "../../engage/trackers/trackers.ts";
import { findPeopleByName, findPersonByName } from "../../people/person/person-by-name.ts";
import { definitionsOf } from "../../store/statements/people/attribute-definitions.ts";
import { presentPerson } from "../api/people/presenters.ts";
import { bearerOf } from "../request/bearer-token.ts";
import { type BuilderAccess, consoleApp, createBuilderAccess, readingAction } from "./builder-access.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentExplanation } from "./presenters.ts";

type BuilderRoutes = Pick<typeof CLIENT_ROUTES, keyof typeof CLIENT_ROUTES & `${string} /v1/builder${string}`>;

/**
 * The builder in a page. Its token works for one content, app, and origin only, and never for `/api`, so that scripts of
 * the page can't do more with it than edit that content and create drafts of trackers.
 */
export function builderHandlers(resources: V1Resources): ClientHandlers<BuilderRoutes> {
  const access = createBuilderAccess(resources);
  const { pageOf, session, contentSession, read, present } = access;
  return {
    ...personHandlers(resources, access),
    ...trackerHandlers(resources, access),
    "POST /v1/builder": async ({ c, app, body }) =>
      present(c, app, await openBuilder(resources, pageOf(c, app), body.code)),
    "POST /v1/builder/resume": async ({ c, app }) =>
      present(c, app, await resumeBuilder(resources, pageOf(c, app), bearerOf(c.req.raw))),
    "DELETE /v1/builder": async ({ c, app }) => {
      const { id, member_id } = await session(c, app, readingAction);
      await endBuilder(resources, app, id, { member_id, ends_all: false });
      resources.sealAuditSoon();
      return {};
    },
    "GET /v1/builder/content": async ({ c, app }) =>
      read((await contentSession(c, app, "content.read")).content_id, app),
    "PATCH /v1/builder/content": async ({ c, app, body, revision }) => {
      const { content_id: id, member_id } = await contentSession(c, app, "content.write");
      await editContent(resources, { id, revision, app_id: app.id }, body, member_id);
      resources.sealAuditSoon();
      return read(id, app);
    },
    "POST /v1/builder/channels": async ({ c, app, body }) => {
      return authorizeBuilder(consoleApp(resources), body.socket_id, await session(c, app, readingAction));
    },
    "POST /v1/builder/place": async ({ c, app, body: { step_id, picks } }) => {
      const { id, member_id, content_id } = await contentSession(c, app, "content.read");
      signalPlace(resources, content_id, { user_id: builderUserId(member_id, id), step_id, picks });
      return {};
    },
    "POST /v1/builder/publish": async ({ c, app, revision }) => {
      const { content_id: id, member_id } = await contentSession(c, app, "content.publish");
      const { first } = await publishContent(resources, { id, revision, app_id: app.id }, member_id);
      resources.sealAuditSoon();
      return { content: await read(id, app), first };
    },
  };
}

/** For whom the draft is evaluated. */
function personHandlers(
  resources: V1Resources,
  { contentSession, read }: BuilderAccess,
): Pick<
  ClientHandlers<BuilderRoutes>,
  "POST /v1/builder/gates" | "POST /v1/builder/people" | "GET /v1/builder/attributes"
> {
  return {
    "POST /v1/builder/gates": async ({ c, app, body }) => {
      const { content_id } = await contentSession(c, app, "person.read");
      return gatesOf(resources, app, await read(content_id, app), { ...body, content_id });
    },
    "POST /v1/builder/people": async ({ c, app, body: { q } }) => {
      await contentSession(c, app, "person.read");
      const rows = await findPeopleByName(resources, app, q);
      return {
        items: rows.map((row) => {
          const { external_id, name } = presentPerson(row);
          return { external_id, name };
        }),
      };
    },
    "GET /v1/builder/attributes": async ({ c, app }) => {
      await contentSession(c, app, "person.read");
      const rows = await definitionsOf(resources.store.db, app.id);
      return { items: rows.filter(({ owner }) => owner === "person").map(({ name }) => name) };
    },
  };
}

function trackerHandlers(
  resources: V1Resources,
  { contentSession, session, consoleUrl }: BuilderAccess,
): Pick<ClientHandlers<BuilderRoutes>, "POST /v1/builder/trackers" | "POST /v1/builder/tracker"> {
  return {
    "POST /v1/builder/trackers": async ({ c, app, body }) => {
      const { member_id } = await contentSession(c, app, "tracker.write");
      const { id, name } = await createTracker(resources, { app_id: app.id, member_id }, body);
      resources.sealAuditSoon();
      notifyConsoles(resources);
      return { id, name, edit_url: `${consoleUrl(c, app)}/trackers/${id}` };
    },
    "POST /v1/builder/tracker": async ({ c, app, body }) => {
      const opened = await session(c, app, "tracker.write");
      assertForTracker(opened);
      const { tracker_id, member_id } = opened;
      if (tracker_id) {
        const { id, revision } = await findTracker(resources, app.id, tracker_id);
        const change = { on: actAt(body.kind, body.target, body.visible_s) };
        await editTracker(resources, { app_id: app.id, member_id }, { id, revision }, change);
        resources.sealAuditSoon();
      }
      await pointTracker(resources, opened, body);
      notifyConsoles(resources);
      return {};
    },
  };
}

/** Gates of the draft as if it were live. */
async function gatesOf(
  resources: V1Resources,
  app: AppRecord,
  { slug, name, created_at, draft }: Pick<ContentDetail, "slug" | "name" | "created_at" | "draft">,
  { content_id, url, person }: z.output<typeof builderGatesRequestSchema> & { readonly content_id: ContentId },
): Promise<BuilderGatesResponse> {
  const edition = editionSchema.safeParse(draft);
  if (!edition.success) throw incomplete();
  const version = { version_id: newId("ver", resources.clock, resources.rng), version_number: 0 };
  const row = { content_id, slug, name, created_at: Date.parse(created_at), ...version };
  const known = await findPersonByName(resources, app, person ?? NOBODY);
  const subject = {
    person: findSubject(resources, person ?? NOBODY, known),
    call_context: { groups: [], context: {} },
  };
  const question = { url, now_ms: resources.clock.now() };
  const explained = await explainDraft(resources, app, subject, question, { row, edition: edition.data });
  const { outcome, gates } = presentExplanation(explained);
  const of_draft = gates.filter(({ gate }) => gate !== "not_published");
  const { body, locale } = explained.localized;
  return {
    outcome,
    gates: of_draft.map((each) => ({ ...each, label: GATE_TEXTS[each.gate] })),
    ...(person === undefined ? {} : { edition: { body, locale } }),
  };
}

/** An unknown visitor. */
const NOBODY = "anon-";

function incomplete(): ProblemError {
  return new ProblemError("edition_invalid", "The draft is incomplete, so its audience can't be evaluated yet.");
}
