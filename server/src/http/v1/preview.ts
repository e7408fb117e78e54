import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { requirePreviewLink } from "../../accounts/access/preview-links.ts";
import { getContent } from "../../engage/content/content.ts";
import { localizeForReader } from "../../engage/decide/localize-body.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { bearerOf } from "../request/bearer-token.ts";
import { builderPage } from "./builder-access.ts";
import { languagesOf } from "./context.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

/** Drafts for people who aren't members. The link names the only content that they can see, and nothing is stored. */
export function previewHandlers(
  resources: V1Resources,
): ClientHandlers<Pick<typeof CLIENT_ROUTES, "POST /v1/preview">> {
  return {
    "POST /v1/preview": async ({ c, app }) => {
      const link = await requirePreviewLink(resources, builderPage(c, app, resources.public_url), bearerOf(c.req.raw));
      const { name, draft, archived_at } = await getContent(resources, link.content_id, app.id);
      if (archived_at !== null) throw new ProblemError("content_archived", `“${name}” is archived, so it isn't shown.`);
      const edition = fromJson(draft, (value) => editionSchema.safeParse(value));
      if (!edition.success) {
        throw new ProblemError("edition_invalid", `The draft of “${name}” is incomplete, so it can't be shown yet.`);
      }
      const visitor = { locales: languagesOf(c.req.raw), attributes: {} };
      const { body, locale } = localizeForReader(edition.data, visitor);
      return {
        ...{ name, app: { name: app.name }, shared_by: link.member_name, expires_at: toIso(link.expires_at) },
        edition: { body, locale, theme: edition.data.theme },
        themes: (await resources.themes(app)).all(),
      };
    },
  };
}
