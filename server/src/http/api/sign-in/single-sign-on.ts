import type { SingleSignOnResponse } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import type { SINGLE_SIGN_ON_ROUTES } from "@fanfare/contract/schema/routes/accounts/sign-in";
import {
  readProvider,
  removeProvider,
  setProvider,
  updatedProvider,
} from "../../../single-sign-on/provider-settings.ts";
import { ifMatchRevision } from "../../request/conditional.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { baseUrl, logoutUrl, redirectUrl, signedOutUrl } from "./provider-urls.ts";

export function singleSignOnHandlers(deps: ApiDeps): Handlers<typeof SINGLE_SIGN_ON_ROUTES> {
  const settings = async (request: Request): Promise<Tagged<SingleSignOnResponse>> => {
    const known = await readProvider(deps);
    const redirect = {
      redirect_url: redirectUrl(deps, request),
      signed_out_url: signedOutUrl(deps, request),
      logout_url: logoutUrl(deps, request),
      scim_url: `${baseUrl(deps, request)}/api/scim/v2`,
      is_configured: deps.public_url !== undefined,
    };
    if (known === undefined) return new Tagged({ provider: null, ...redirect }, undefined);
    const { provider, secret, revision } = known;
    return new Tagged({ provider: { ...provider, has_secret: secret !== undefined, revision }, ...redirect }, revision);
  };
  return {
    "GET /api/single-sign-on": ({ c }) => settings(c.req.raw),
    "PUT /api/single-sign-on": async ({ c, body, actor }) => {
      const before = await readProvider(deps);
      const seen = before === undefined ? undefined : ifMatchRevision(c);
      const wanted = updatedProvider(body, before);
      const { issuer } = await deps.provider_sign_ins.discover(wanted);
      // Store the issuer exactly as the provider writes it, because its tokens are compared with it.
      const provider = { ...wanted.provider, issuer };
      await setProvider(deps, { ...wanted, provider }, seen, actor.member_id);
      return settings(c.req.raw);
    },
    "DELETE /api/single-sign-on": async ({ actor }) => {
      await removeProvider(deps, actor.member_id);
    },
  };
}
