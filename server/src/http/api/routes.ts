import { UNSUBSCRIBE_ROUTES } from "@fanfare/contract/schema/routes/accounts/account";
import { SAML_RESPONSE_ROUTES } from "@fanfare/contract/schema/routes/accounts/saml";
import { PROVIDER_SIGN_OUT_ROUTES } from "@fanfare/contract/schema/routes/accounts/sign-in";
import { API_ROUTES, type ApiRoutes } from "@fanfare/contract/schema/routes/api";
import type { TRACK_ROUTES } from "@fanfare/contract/schema/routes/people";
import { Hono } from "hono";
import { readInBackground } from "../../store/store.ts";
import { rejectCrossOriginWrites } from "../middleware/origin.ts";
import { openApiHandlers } from "../openapi/openapi.ts";
import type { Handlers } from "../routing/handlers.ts";
import { mountRoutes } from "../routing/mount-routes.ts";
import { analyticsHandlers, exportHandlers } from "./analytics/analytics.ts";
import { dashboardHandlers } from "./analytics/dashboards.ts";
import { eventReportHandlers } from "./analytics/event-reports.ts";
import { goalHandlers } from "./analytics/goals.ts";
import { contentRunHandlers } from "./analytics/runs.ts";
import { surveyAnswerHandlers } from "./analytics/survey-answers.ts";
import { trackerHandlers } from "./analytics/trackers.ts";
import { appHandlers } from "./apps/apps.ts";
import { builderSessionHandlers } from "./apps/builder-sessions.ts";
import { previewLinkHandlers } from "./apps/preview-links.ts";
import { secretHandlers } from "./apps/secrets.ts";
import { commentHandlers } from "./content/comments.ts";
import { contentHandlers } from "./content/content.ts";
import { contentFolderHandlers } from "./content/content-folder.ts";
import { contentImportHandlers } from "./content/content-imports.ts";
import { explainHandlers } from "./content/explain.ts";
import { facetHandlers } from "./content/facets.ts";
import { helpFeedHandlers } from "./content/help-feeds.ts";
import { imageHandlers } from "./content/images.ts";
import { publicationHandlers } from "./content/publications.ts";
import { reviewHandlers } from "./content/reviews.ts";
import { templateHandlers } from "./content/templates.ts";
import { themeHandlers } from "./content/themes.ts";
import { translationHandlers } from "./content/translations.ts";
import { accessGuard } from "./guards/access.ts";
import { apiRateLimit, rateLimitHeaders } from "./guards/api-rate-limit.ts";
import { backendRateLimit } from "./guards/backend-rate-limit.ts";
import type { ApiDeps, ApiEnv } from "./guards/deps.ts";
import { idempotencyMiddleware } from "./guards/idempotency.ts";
import { groupHandlers } from "./people/groups.ts";
import { peopleImportHandlers } from "./people/imports.ts";
import { peopleHandlers, peopleSuppressionHandlers, personEmailHandlers } from "./people/people.ts";
import { capGroupHandlers, segmentHandlers } from "./people/segments.ts";
import { trackHandlers } from "./people/track.ts";
import { channelHandlers } from "./realtime/channels.ts";
import { destinationHandlers } from "./realtime/destinations.ts";
import { liveUpdateHandlers } from "./realtime/live-updates.ts";
import { webhookHandlers } from "./realtime/webhooks.ts";
import { linkedIdentityHandlers } from "./sign-in/linked-identities.ts";
import { providerSignInHandlers, providerSignOutHandlers } from "./sign-in/provider-sign-in.ts";
import { samlHandlers, samlResponseHandlers } from "./sign-in/saml.ts";
import { setupHandlers } from "./sign-in/setup.ts";
import { signInHandlers } from "./sign-in/sign-in.ts";
import { singleSignOnHandlers } from "./sign-in/single-sign-on.ts";
import { auditHandlers } from "./workspace/audit.ts";
import { installationHandlers } from "./workspace/installation.ts";
import { inviteHandlers } from "./workspace/invites.ts";
import { mailHandlers } from "./workspace/mail.ts";
import { memberHandlers } from "./workspace/members.ts";
import { notificationHandlers, unsubscribeHandlers } from "./workspace/notifications.ts";
import { ownAccountHandlers } from "./workspace/own-account.ts";
import { roleHandlers } from "./workspace/roles.ts";
import { oauthHandlers, tokenHandlers } from "./workspace/tokens.ts";

/**
 * Routes for the console and scripts. Checks each request in this order: origin and content type of a write, caller,
 * permission, then the route's declaration. Lists and reports read in the background. Events of backends are as many as
 * those of pages, so they read like `/v1`.
 *
 * @example
 * app.route("/api", apiRoutes(deps));
 */
export function apiRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  const mount = { apps: deps.apps, checkBackendRateLimit: backendRateLimit(deps.clock) };
  api.use(async (c, next) => {
    await next();
    const { quota } = c.var;
    if (quota !== undefined) for (const [name, value] of rateLimitHeaders(quota)) c.header(name, value);
    c.header("Cache-Control", "no-store");
    if (c.req.method !== "GET" && c.res.ok) deps.audit_log.sealSoon();
  });
  // Mount before the origin check, because identity providers and mail programs post a form.
  mountRoutes(api, mount, PROVIDER_SIGN_OUT_ROUTES, providerSignOutHandlers(deps));
  mountRoutes(api, mount, SAML_RESPONSE_ROUTES, samlResponseHandlers(deps));
  mountRoutes(api, mount, UNSUBSCRIBE_ROUTES, unsubscribeHandlers(deps));
  api.use(rejectCrossOriginWrites(deps.public_url));
  api.use(accessGuard(deps));
  api.use(apiRateLimit(deps.clock));
  api.use(idempotencyMiddleware(deps));
  const {
    "POST /api/provider-sign-out": _sign_out,
    "POST /api/saml/acs": _acs,
    "POST /api/unsubscribe": _unsubscribe,
    ...routes
  } = API_ROUTES;
  const background = { ...deps, store: readInBackground(deps.store) };
  mountRoutes(api, mount, routes, { ...handlersOf(background), ...trackHandlers(deps) });
  return api;
}

function handlersOf(
  deps: ApiDeps,
): Handlers<
  Omit<
    ApiRoutes,
    | keyof typeof PROVIDER_SIGN_OUT_ROUTES
    | keyof typeof SAML_RESPONSE_ROUTES
    | keyof typeof UNSUBSCRIBE_ROUTES
    | keyof typeof TRACK_ROUTES
  >
> {
  return {
    ...openApiHandlers(),
    ...reviewHandlers(deps),
    ...commentHandlers(deps),
    ...publicationHandlers(deps),
    ...themeHandlers(deps),
    ...templateHandlers(deps),
    ...imageHandlers(deps),
    ...helpFeedHandlers(deps),
    ...explainHandlers(deps),
    ...builderSessionHandlers(deps),
    ...previewLinkHandlers(deps),
    ...translationHandlers(deps),
    ...facetHandlers(deps),
    ...contentHandlers(deps),
    ...contentFolderHandlers(deps),
    ...contentImportHandlers(deps),
    ...ownAccountHandlers(deps),
    ...notificationHandlers(deps),
    ...tokenHandlers(deps),
    ...oauthHandlers(deps),
    ...memberHandlers(deps),
    ...roleHandlers(deps),
    ...auditHandlers(deps),
    ...installationHandlers(deps),
    ...inviteHandlers(deps),
    ...mailHandlers(deps),
    ...liveUpdateHandlers(deps),
    ...channelHandlers(deps),
    ...webhookHandlers(deps),
    ...destinationHandlers(deps),
    ...setupHandlers(deps),
    ...linkedIdentityHandlers(deps),
    ...singleSignOnHandlers(deps),
    ...samlHandlers(deps),
    ...signInHandlers(deps),
    ...providerSignInHandlers(deps),
    ...secretHandlers(deps),
    ...appHandlers(deps),
    ...goalHandlers(deps),
    ...trackerHandlers(deps),
    ...analyticsHandlers(deps),
    ...eventReportHandlers(deps),
    ...dashboardHandlers(deps),
    ...exportHandlers(deps),
    ...contentRunHandlers(deps),
    ...surveyAnswerHandlers(deps),
    ...peopleSuppressionHandlers(deps),
    ...personEmailHandlers(deps),
    ...peopleHandlers(deps),
    ...groupHandlers(deps),
    ...segmentHandlers(deps),
    ...capGroupHandlers(deps),
    ...peopleImportHandlers(deps),
  };
}
