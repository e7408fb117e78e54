import {
  linkIdentityRequestSchema,
  type OwnIdentities,
  unlinkIdentityRequestSchema,
} from "@fanfare/contract/schema/single-sign-on";
import { Hono } from "hono";
import { signedInMember } from "../accounts/actor.ts";
import { unlinkOwnIdentity } from "../single-sign-on/link.ts";
import { knownProvider } from "../single-sign-on/settings.ts";
import { identitiesOf } from "../store/member-identities.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody } from "./body.ts";
import { callerOf } from "./caller.ts";
import { redirectUrl } from "./provider-urls.ts";

/** Who a member is for the provider, in their own account. */
export function ownIdentityRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/me/identities", async (c) => {
      const { member_id } = signedInMember(c.var.actor);
      const provider = (await knownProvider(deps))?.provider;
      const items = (await identitiesOf(deps.store.db, member_id)).map((row) => ({
        ...{ issuer: row.issuer, current: row.issuer === provider?.issuer },
        ...{
          created_at: new Date(row.created_at).toISOString(),
          last_used_at: new Date(row.last_used_at).toISOString(),
        },
      }));
      return c.json({
        provider: provider === undefined ? null : { name: provider.name },
        items,
      } satisfies OwnIdentities);
    })
    .post("/me/identities", async (c) => {
      const { password, return_to } = await parseBody(c, linkIdentityRequestSchema);
      const member = signedInMember(c.var.actor);
      const caller = callerOf(deps, c);
      await deps.sign_ins.assertPassword(member, password, caller);
      const wish = { redirect_url: redirectUrl(deps, c.req.raw), return_to, issuer: undefined, link: member.member_id };
      const { url, sealed } = await deps.provider_sign_ins.begin(wish, caller);
      c.header("Set-Cookie", deps.flow_cookie.write(sealed));
      return c.json({ url });
    })
    .post("/me/identities/end", async (c) => {
      const { password } = await parseBody(c, unlinkIdentityRequestSchema);
      const member = signedInMember(c.var.actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      await unlinkOwnIdentity(deps, member);
      return c.body(null, 204);
    });
}
