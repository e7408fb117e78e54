import type { SignInId } from "@fanfare/contract/lib/ids";
import { z } from "zod";
import type { Vault } from "../lib/vault.ts";
import type { ProviderSessionRow } from "../store/statements/identity/provider-sessions.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { Statement, Store } from "../store/store.ts";
import type { Claims } from "./claims.ts";

export const providerLogoutSchema = z.strictObject({
  end_session_endpoint: z.string(),
  client_id: z.string(),
  /** Undefined if it was too long to store. The provider then asks the person to confirm. */
  id_token: z.string().optional(),
});
export type ProviderLogout = z.output<typeof providerLogoutSchema>;

export const providerSessionVaultContext = (sign_in_id: SignInId): string => `provider_session:${sign_in_id}`;

export function sessionStatement(
  { store, vault }: { readonly store: Store; readonly vault: Pick<Vault, "seal"> },
  sign_in_id: SignInId,
  { issuer, subject, sid }: Claims,
  leaving: ProviderLogout | undefined,
): Statement {
  const sealed =
    leaving === undefined ? null : vault.seal(JSON.stringify(leaving), providerSessionVaultContext(sign_in_id));
  const row: ProviderSessionRow = { sign_in_id, issuer, subject, sid: sid ?? null, sealed };
  return { query: insertRow(store.db, "provider_sessions", row), expect: 1 };
}

/** Undefined: the provider has no logout endpoint. */
export function readProviderLogout(row: ProviderSessionRow, vault: Pick<Vault, "unseal">): ProviderLogout | undefined {
  if (row.sealed === null) return undefined;
  return providerLogoutSchema.parse(JSON.parse(vault.unseal(row.sealed, providerSessionVaultContext(row.sign_in_id))));
}
