import type { LINKED_IDENTITY_ROUTES } from "@fanfare/contract/schema/routes/accounts/account";
import { signedInMember } from "../../../accounts/access/actor.ts";
import { unlinkOwnIdentity } from "../../../single-sign-on/link-identity.ts";
import { readProvider } from "../../../single-sign-on/provider-settings.ts";
import { identitiesOf } from "../../../store/statements/identity/member-identities.ts";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { redirectUrl } from "./provider-urls.ts";

export function linkedIdentityHandlers(deps: ApiDeps): Handlers<typeof LINKED_IDENTITY_ROUTES> {
  return {
    "GET /api/me/identities": async ({ actor }) => {
      const { member_id } = signedInMember(actor);
      const provider = (await readProvider(deps))?.provider;
      const items = (await identitiesOf(deps.store.db, member_id)).map((row) => ({
        ...{ issuer: row.issuer, current: row.issuer === provider?.issuer },
        ...{
          created_at: new Date(row.created_at).toISOString(),
          last_used_at: new Date(row.last_used_at).toISOString(),
        },
      }));
      return {
        provider: provider === undefined ? null : { name: provider.name },
        items,
      };
    },
    "POST /api/me/identities": async ({ c, body, actor }) => {
      const { password, return_to } = body;
      const member = signedInMember(actor);
      const caller = callerOf(deps, c);
      await deps.sign_ins.assertPassword(member, password, caller);
      const options = {
        redirect_url: redirectUrl(deps, c.req.raw),
        return_to,
        issuer: undefined,
        link: member.member_id,
      };
      const { url, sealed } = await deps.provider_sign_ins.begin(options, caller);
      c.header("Set-Cookie", deps.flow_cookie.write(sealed));
      return { url };
    },
    "POST /api/me/identities/end": async ({ c, body, actor }) => {
      const { password } = body;
      const member = signedInMember(actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      await unlinkOwnIdentity(deps, member);
    },
  };
}
