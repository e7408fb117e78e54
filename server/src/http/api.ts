import { Hono } from "hono";
import { analyticsRoutes } from "./analytics.ts";
import { answerRoutes } from "./answers.ts";
import { accessGuard } from "./api-access.ts";
import type { ApiDeps, ApiEnv, ApiResources } from "./api-deps.ts";
import { appSecretRoutes } from "./app-secrets.ts";
import { appRoutes } from "./apps.ts";
import { auditRoutes } from "./audit.ts";
import { backEndGate } from "./back-end-flood.ts";
import { channelRoutes } from "./channels.ts";
import { contentRunRoutes } from "./content-runs.ts";
import { contentRoutes } from "./contents.ts";
import { debugLinkRoutes } from "./debug-links.ts";
import { explainRoutes } from "./explain.ts";
import { facetRoutes } from "./facets.ts";
import { goalRoutes } from "./goals.ts";
import { groupRoutes } from "./groups.ts";
import { idempotentCalls } from "./idempotent-calls.ts";
import { installationRoutes } from "./installation.ts";
import { inviteRoutes } from "./invites.ts";
import { liveUpdateRoutes } from "./live-updates.ts";
import { mailRoutes } from "./mail.ts";
import { meRoutes } from "./me.ts";
import { memberRoutes } from "./members.ts";
import { openApiRoutes } from "./openapi.ts";
import { refuseForeignWrites } from "./origin.ts";
import { ownIdentityRoutes } from "./own-identities.ts";
import { peopleRoutes } from "./people.ts";
import { peopleImportRoutes } from "./people-imports.ts";
import { peopleSuppressionRoutes } from "./people-suppressions.ts";
import { policyRoutes } from "./policy.ts";
import { providerSignInRoutes } from "./provider-sign-in.ts";
import { providerSignOutRoutes } from "./provider-sign-out.ts";
import { publicationRoutes } from "./publications.ts";
import { segmentRoutes } from "./segments.ts";
import { selfRoutes } from "./self.ts";
import { setupRoutes } from "./setup.ts";
import { signInRoutes } from "./sign-in.ts";
import { singleSignOnRoutes } from "./single-sign-on.ts";
import { themeRoutes } from "./themes.ts";
import { tokenRoutes } from "./tokens.ts";
import { trackRoutes } from "./track.ts";
import { translationRoutes } from "./translations.ts";
import { versionRoutes } from "./versions.ts";
import { webhookRoutes } from "./webhooks.ts";

/**
 * What the console calls. Each call passes, in this order: the origin and the content type of a write, the sign-in, the
 * policy; then the route reads its input.
 *
 * @example
 * app.route("/api", apiRoutes(deps));
 */
export function apiRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  const resources: ApiResources = { ...deps, passBackEnd: backEndGate(deps.clock) };
  api.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    if (c.req.method !== "GET" && c.res.ok) deps.audit_log.sealSoon();
  });
  // No browser calls this one: a provider does, with a form.
  api.route("/", providerSignOutRoutes(resources));
  api.use(refuseForeignWrites(deps.public_url));
  api.use(accessGuard(deps));
  api.use(idempotentCalls(deps));
  for (const routes of [
    setupRoutes,
    signInRoutes,
    providerSignInRoutes,
    meRoutes,
    appRoutes,
    appSecretRoutes,
    contentRoutes,
    publicationRoutes,
    versionRoutes,
    translationRoutes,
    contentRunRoutes,
    answerRoutes,
    peopleRoutes,
    facetRoutes,
    peopleImportRoutes,
    groupRoutes,
    segmentRoutes,
    themeRoutes,
    explainRoutes,
    debugLinkRoutes,
    peopleSuppressionRoutes,
    webhookRoutes,
    channelRoutes,
    liveUpdateRoutes,
    trackRoutes,
    goalRoutes,
    analyticsRoutes,
    mailRoutes,
    singleSignOnRoutes,
    tokenRoutes,
    selfRoutes,
    ownIdentityRoutes,
    policyRoutes,
    memberRoutes,
    inviteRoutes,
    auditRoutes,
    installationRoutes,
    openApiRoutes,
  ]) {
    api.route("/", routes(resources));
  }
  return api;
}
