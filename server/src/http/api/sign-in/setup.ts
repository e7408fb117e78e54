import type { SETUP_ROUTES } from "@fanfare/contract/schema/routes/accounts/sign-in";
import { chooseFirstSourceLocale } from "../../../accounts/apps/edit-app.ts";
import { readProvider } from "../../../single-sign-on/provider-settings.ts";
import { readSamlProvider } from "../../../single-sign-on/saml/settings.ts";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { meOf } from "../workspace/me.ts";

export function setupHandlers(deps: ApiDeps): Handlers<typeof SETUP_ROUTES> {
  return {
    "GET /api/setup": async ({ c }) => {
      const token = deps.cookie.read(c.req.raw);
      const [needed, session, offers_reset, openid, saml] = await Promise.all([
        deps.setup.needed(),
        token === undefined ? undefined : deps.sign_ins.find(token),
        deps.password_resets.offered(),
        readProvider(deps),
        readSamlProvider(deps),
      ]);
      const named = (known: { readonly provider: { readonly name: string } } | undefined) =>
        known === undefined ? null : { name: known.provider.name };
      const signed_in = session !== undefined;
      // SAML sign-in needs the public URL.
      const offered = deps.public_url === undefined ? undefined : saml;
      return { needed, signed_in, offers_reset, provider: named(openid), saml: named(offered) };
    },
    "POST /api/setup": async ({ c, body }) => {
      const { source_locale, ...owner } = body;
      const { actor, token } = await deps.setup.complete(owner, callerOf(deps, c));
      deps.log.info("owner_created", { member_id: actor.member_id });
      if (source_locale !== undefined && actor.member_id !== null) {
        const app_id = await chooseFirstSourceLocale(deps, source_locale, actor.member_id);
        if (app_id !== undefined) await deps.apps.refresh(app_id);
      }
      c.header("Set-Cookie", deps.cookie.write(token));
      return await meOf(deps, actor);
    },
  };
}
