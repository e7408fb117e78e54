import type { MemberId } from "@fanfare/contract/lib/ids";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { hashToken, isToken } from "../accounts/sign-in/opaque-token.ts";
import type { Vault } from "../lib/vault.ts";
import { deleteSignInById } from "../store/statements/accounts/team.ts";
import { sessionByHash, signInsOfSessions } from "../store/statements/identity/provider-sessions.ts";
import { createDiscovery, type DiscoveryDeps } from "./discovery.ts";
import { assertAddressedToUs, readLogoutToken } from "./logout-token.ts";
import { createProviderKeys } from "./provider-keys.ts";
import { readProviderLogout } from "./provider-session.ts";
import { readProvider, requireProvider } from "./provider-settings.ts";
import type { ResolveMemberDeps } from "./resolve-member.ts";

export interface ProviderSignOuts {
  /**
   * Returns the URL that ends the session at the provider (OpenID Connect RP-Initiated Logout 1.0), or undefined if
   * there is none. The provider then redirects to `signed_out_url`. Call it before the session ends.
   */
  wayOut(token: string, signed_out_url: string): Promise<string | undefined>;
  /**
   * Handles a logout token: ends the sessions whose session at the provider has ended (Back-Channel Logout 1.0).
   *
   * @throws ProblemError `logout_token_invalid`, `single_sign_on_off` or `provider_unreachable`.
   */
  receiveLogout(logout_token: string): Promise<void>;
}

export type ProviderSignOutDeps = ResolveMemberDeps &
  DiscoveryDeps & { readonly vault: Vault; readonly renewMember: (member_id: MemberId) => void };

export function createProviderSignOuts(deps: ProviderSignOutDeps): ProviderSignOuts {
  const { clock, store, vault } = deps;
  const found = createDiscovery(deps);
  const keysOf = createProviderKeys(deps);

  return {
    async wayOut(token, signed_out_url) {
      const row = isToken(token) ? await sessionByHash(store.db, hashToken(token)) : undefined;
      const leaving = row === undefined ? undefined : readProviderLogout(row, vault);
      if (row === undefined || leaving === undefined) return undefined;
      const known = await readProvider(deps);
      if (known === undefined || known.provider.issuer !== row.issuer || !known.provider.signs_out_there) {
        return undefined;
      }
      const { end_session_endpoint, client_id, id_token } = leaving;
      const url = new URL(end_session_endpoint);
      const parameters = { client_id, post_logout_redirect_uri: signed_out_url, id_token_hint: id_token };
      for (const [name, value] of Object.entries(parameters))
        if (value !== undefined) url.searchParams.set(name, value);
      return url.href;
    },

    async receiveLogout(logout_token) {
      const known = await requireProvider(deps);
      const { issuer, client_id } = known.provider;
      assertAddressedToUs(logout_token, { issuer, client_id });
      const keys = await keysOf(known, await found.discoverCached(known));
      const meant = await readLogoutToken(logout_token, { issuer, client_id }, keys, clock);
      for (const { sign_in_id, member_id } of await signInsOfSessions(store.db, meant)) {
        const resource = { type: "member", id: member_id } as const;
        const detail = { by: "provider" };
        await store.write([
          { query: deleteSignInById(store.db, member_id, sign_in_id), expect: 1 },
          auditStatement(deps, { member_id, action: "member.sign_out", resource, detail }),
        ]);
        deps.renewMember(member_id);
      }
    },
  };
}
