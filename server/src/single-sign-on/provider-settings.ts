import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type Provider,
  providerSchema,
  type putProviderRequestSchema,
} from "@fanfare/contract/schema/accounts/single-sign-on";
import type { z } from "zod";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import type { Vault } from "../lib/vault.ts";
import { toJson } from "../store/columns.ts";
import {
  deleteSingleSignOn,
  insertSingleSignOn,
  type SingleSignOnRow,
  singleSignOnRow,
  updateSingleSignOn,
} from "../store/statements/identity/single-sign-on.ts";
import type { WriteDeps } from "../store/store.ts";

export interface ProviderSettingsDeps extends WriteDeps {
  readonly vault: Pick<Vault, "seal" | "unseal">;
}

export interface StoredProvider {
  readonly provider: Provider;
  readonly secret: string | undefined;
  readonly revision: number;
}

const RESOURCE = { type: "single_sign_on", id: "provider" } as const;

/** Binds the encrypted secret to its issuer and client, so that it's never sent to another provider. */
const providerVaultContext = ({ issuer, client_id }: Pick<Provider, "issuer" | "client_id">): string =>
  `provider_secret:${issuer} ${client_id}`;

/** {@link providerVaultContext} of a stored provider. */
export function storedProviderVaultContext({ provider }: Pick<SingleSignOnRow, "provider">): string {
  return providerVaultContext(providerSchema.parse(JSON.parse(provider)));
}

/** Undefined if none is configured. */
export async function readProvider({
  store,
  vault,
}: Pick<ProviderSettingsDeps, "store" | "vault">): Promise<StoredProvider | undefined> {
  const row = await singleSignOnRow(store.db);
  if (row === undefined) return undefined;
  const provider = providerSchema.parse(JSON.parse(row.provider));
  const secret = row.sealed === null ? undefined : vault.unseal(row.sealed, providerVaultContext(provider));
  return { provider, secret, revision: row.revision };
}

/** @throws ProblemError `single_sign_on_off`. */
export async function requireProvider(deps: Pick<ProviderSettingsDeps, "store" | "vault">): Promise<StoredProvider> {
  const known = await readProvider(deps);
  if (known !== undefined) return known;
  throw new ProblemError(
    "single_sign_on_off",
    "Single sign-on isn't set up. Sign in with your password, or ask an owner to set it up.",
  );
}

/**
 * Applies a requested change to the configured provider.
 *
 * @throws ProblemError `body_invalid` if the issuer or client changes and `client_secret` is missing.
 */
export function updatedProvider(
  { client_secret, ...provider }: z.output<typeof putProviderRequestSchema>,
  before: StoredProvider | undefined,
): Omit<StoredProvider, "revision"> {
  if (client_secret !== undefined) return { provider, secret: client_secret ?? undefined };
  if (before?.secret === undefined) return { provider, secret: undefined };
  if (isSameClient(before.provider, provider)) return { provider, secret: before.secret };
  const message = "The issuer or client ID changed. Enter the client secret again.";
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/client_secret", message }] });
}

/** Providers write their issuer with or without a trailing slash. */
function isSameClient(one: Provider, other: Provider): boolean {
  const bare = ({ issuer }: Provider): string => issuer.replace(/\/$/, "");
  return bare(one) === bare(other) && one.client_id === other.client_id;
}

/**
 * Configures the provider, or changes it if it's still as in `seen`.
 *
 * @throws ProblemError `revision_stale` after a concurrent change.
 */
export async function setProvider(
  deps: ProviderSettingsDeps,
  { provider, secret }: Omit<StoredProvider, "revision">,
  seen: number | undefined,
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store, vault } = deps;
  const change = {
    provider: toJson(provider),
    sealed: secret === undefined ? null : vault.seal(secret, providerVaultContext(provider)),
    updated_at: clock.now(),
  } satisfies Partial<SingleSignOnRow>;
  const query =
    seen === undefined
      ? insertSingleSignOn(store.db, { ...change, revision: 1 })
      : updateSingleSignOn(store.db, seen, change);
  const written = await store.write([
    { query, expect: 1 },
    auditStatement(deps, { member_id, action: "single_sign_on.update", resource: RESOURCE, detail: { ...provider } }),
  ]);
  if (written.outcome === "committed") return;
  throw new ProblemError("revision_stale", "Someone else changed single sign-on. Reload the page, then save again.", {
    current: (await singleSignOnRow(store.db))?.revision ?? null,
  });
}

/** Switches the console to password sign-in only. Linked identities are kept in case the provider returns. */
export async function removeProvider(deps: ProviderSettingsDeps, member_id: MemberId | null): Promise<void> {
  await deps.store.write([
    { query: deleteSingleSignOn(deps.store.db) },
    auditStatement(deps, { member_id, action: "single_sign_on.delete", resource: RESOURCE }),
  ]);
}
