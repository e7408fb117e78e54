import { type AppId, type MemberId, uuidv7 } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppSecretsResponse } from "@fanfare/contract/schema/responses/accounts/new-app";
import { toIso, toIsoOrNull } from "../../store/columns.ts";
import { revokeSecretUnlessLast, secretsOf } from "../../store/statements/accounts/app-secrets.ts";
import { newSecretRow, raiseChanges } from "../../store/statements/accounts/apps.ts";
import { guardRowCount } from "../../store/statements/guard-row-count.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import type { AppDirectory } from "./app-directory.ts";
import type { AppDeps } from "./create-app.ts";
import { newAppSecret, secretVaultContext } from "./create-app.ts";

export interface AppSecretDeps extends AppDeps {
  readonly apps: Pick<AppDirectory, "refresh">;
}

/** A secret's metadata without its value. */
type AppSecret = AppSecretsResponse["items"][number];

/** A new secret. Only this result contains its value. */
export interface NewAppSecret {
  readonly id: string;
  readonly secret: string;
}

/** Returns an app's secrets without their values, newest first. */
export async function listSecrets(deps: Pick<AppSecretDeps, "store">, app_id: AppId): Promise<readonly AppSecret[]> {
  const rows = await secretsOf(deps.store.db, app_id);
  return rows.map(({ id, created_at, revoked_at, last_used_at }) => ({
    id,
    created_at: toIso(created_at),
    revoked_at: toIsoOrNull(revoked_at),
    last_used_at: toIsoOrNull(last_used_at),
  }));
}

/**
 * Creates another secret. The previous one stays valid until it's revoked, so backends can switch one by one.
 * `member_id` null: an operator command.
 *
 * @throws ProblemError `secrets_full` while the app has two active ones.
 * @example
 * const { secret } = await rotateSecret(deps, { app_id, member_id });
 */
export async function rotateSecret(
  deps: AppSecretDeps,
  by: { readonly app_id: AppId; readonly member_id: MemberId | null },
  given?: string,
): Promise<NewAppSecret> {
  const { clock, rng, store, vault } = deps;
  const { app_id, member_id } = by;
  const id = `sec_${uuidv7(clock, rng)}`;
  const secret = given ?? newAppSecret(rng);
  const sealed = vault.seal(secret, secretVaultContext(app_id, id));
  const written = await store.write([
    { query: guardRowCount(store.db, "app_secrets", app_id, limits.app_secrets_live_max), expect: 1 },
    {
      query: insertRow(store.db, "app_secrets", newSecretRow({ id, app_id, sealed, created_at: clock.now() })),
      expect: 1,
    },
    { query: raiseChanges(store.db, app_id), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "app.rotate_secret",
      resource: { type: "app", id: app_id },
      app_id,
      detail: { secret_id: id },
    }),
  ]);
  if (written.outcome === "unmet") throw await secretsFull(deps, app_id);
  await deps.apps.refresh(app_id);
  return { id, secret };
}

async function secretsFull(deps: AppSecretDeps, app_id: AppId): Promise<ProblemError> {
  const live = (await listSecrets(deps, app_id)).filter(({ revoked_at }) => revoked_at === null);
  return new ProblemError(
    "secrets_full",
    `This app has ${live.length} active secrets, and the limit is ${limits.app_secrets_live_max}. Revoke an unused secret (the oldest is ${live.at(-1)?.id}), then try again.`,
  );
}

/**
 * Revokes a secret immediately: its signatures are rejected from now on. A second revocation fails.
 *
 * @throws ProblemError `secret_not_found`, or `secret_last` for the only active one.
 */
export async function revokeSecret(
  deps: AppSecretDeps,
  by: { readonly app_id: AppId; readonly member_id: MemberId | null },
  id: string,
): Promise<void> {
  const { clock, store } = deps;
  const { app_id, member_id } = by;
  const written = await store.write([
    { query: revokeSecretUnlessLast(store.db, app_id, id, clock.now()), expect: 1 },
    { query: raiseChanges(store.db, app_id), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "app.revoke_secret",
      resource: { type: "app", id: app_id },
      app_id,
      detail: { secret_id: id },
    }),
  ]);
  if (written.outcome === "unmet") throw await secretProblem(deps, app_id, id);
  await deps.apps.refresh(app_id);
}

async function secretProblem(deps: AppSecretDeps, app_id: AppId, id: string): Promise<ProblemError> {
  const found = (await listSecrets(deps, app_id)).find((secret) => secret.id === id);
  return found?.revoked_at === null
    ? new ProblemError("secret_last", "This is the app's only active secret. Create another one, then revoke this one.")
    : new ProblemError(
        "secret_not_found",
        "This app has no active secret with this ID. List its secrets to see their IDs.",
      );
}
