import { putProviderRequestSchema, type SingleSignOnResponse } from "@fanfare/contract/schema/single-sign-on";
import { type Context, Hono } from "hono";
import { forgetProvider, knownProvider, setProvider, wantedProvider } from "../single-sign-on/settings.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseText } from "./body.ts";
import { logoutUrl, redirectUrl, signedOutUrl } from "./provider-urls.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** The provider through which members sign in. */
export function singleSignOnRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const answer = async (c: Context<ApiEnv>) => {
    const known = await knownProvider(deps);
    const request = c.req.raw;
    const redirect = {
      redirect_url: redirectUrl(deps, request),
      signed_out_url: signedOutUrl(deps, request),
      logout_url: logoutUrl(deps, request),
      is_configured: deps.public_url !== undefined,
    };
    if (known === undefined) return c.json({ provider: null, ...redirect } satisfies SingleSignOnResponse);
    const { provider, secret, revision } = known;
    return c.json(
      {
        provider: { ...provider, has_secret: secret !== undefined, revision },
        ...redirect,
      } satisfies SingleSignOnResponse,
      200,
      { ETag: revisionTag(revision) },
    );
  };
  return new Hono<ApiEnv>()
    .get("/single-sign-on", answer)
    .put("/single-sign-on", async (c) => {
      const wish = await parseText(c, putProviderRequestSchema);
      const before = await knownProvider(deps);
      const seen = before === undefined ? undefined : seenRevision(c);
      const wanted = wantedProvider(wish, before);
      const { issuer } = await deps.provider_sign_ins.look(wanted);
      // As the provider writes itself: this is what its tokens are compared with.
      const provider = { ...wanted.provider, issuer };
      await setProvider(deps, { ...wanted, provider }, seen, c.var.actor.member_id);
      return await answer(c);
    })
    .delete("/single-sign-on", async (c) => {
      await forgetProvider(deps, c.var.actor.member_id);
      return c.body(null, 204);
    });
}
