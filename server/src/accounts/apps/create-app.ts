import { type AppId, type AppKey, type MemberId, uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { ProblemError } from "@fanfare/contract/problem";
import type { StoredAppSettings } from "@fanfare/contract/realtime/app-settings";
import type { Vault } from "../../lib/vault.ts";
import { toBit, toJson } from "../../store/columns.ts";
import { newSecretRow } from "../../store/statements/accounts/apps.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type Statement, type WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";

/** 256 random bits with a prefix that lets secret scanners recognize a leaked secret. */
export function newAppSecret(rng: Pick<Rng, "bytes">): string {
  return `ffs_${Buffer.from(rng.bytes(32)).toString("base64url")}`;
}

/** Encryption context that binds a secret to its row. A ciphertext moved to another row doesn't decrypt. */
export function secretVaultContext(app_id: string, secret_id: string): string {
  return `app_secret:${app_id}:${secret_id}`;
}

export interface AppDeps extends WriteDeps {
  readonly vault: Vault;
}

export interface NewApp {
  readonly name: string;
  readonly id?: string | undefined;
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  readonly system?: boolean;
  readonly require_identity?: boolean;
  readonly allowed_origins?: readonly string[];
  readonly settings?: StoredAppSettings | undefined;
}

/** A new app. Only this result contains its secret. */
export interface CreatedApp {
  readonly id: AppId;
  readonly key: AppKey;
  readonly secret: string;
}

/** Nine digits, short enough to read aloud. */
function newAppId(rng: Pick<Rng, "bytes">): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = rng.bytes(4);
  return String(100_000_000 + ((((first * 256 + second) * 256 + third) * 256 + fourth) % 900_000_000));
}

/**
 * Creates an app with its first secret. Missing values are generated. `member_id` null: the server or a command.
 *
 * @throws ProblemError `app_taken` if the ID or key exists.
 */
export async function createApp(deps: AppDeps, app: NewApp, member_id: MemberId | null = null): Promise<CreatedApp> {
  // Casts: the caller validated the given ID and key, and generated ones are valid.
  const id = (app.id ?? newAppId(deps.rng)) as AppId;
  const key = (app.key ?? Buffer.from(deps.rng.bytes(10)).toString("hex")) as AppKey;
  const secret = app.secret ?? newAppSecret(deps.rng);
  try {
    await deps.store.write(appStatements(deps, app, { id, key, secret }, member_id));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ProblemError("app_taken", `An app with the ID ${id} or the key ${key} already exists. Use other values.`);
  }
  return { id, key, secret };
}

function appStatements(
  deps: AppDeps,
  app: NewApp,
  { id, key, secret }: CreatedApp,
  member_id: MemberId | null,
): readonly Statement[] {
  const { clock, rng, store, vault } = deps;
  const created_at = clock.now();
  const secret_id = `sec_${uuidv7(clock, rng)}`;
  const row = {
    id,
    key,
    name: app.name,
    paused: toBit(false),
    system: toBit(app.system ?? false),
    require_identity: toBit(app.require_identity ?? false),
    allowed_origins: toJson(app.allowed_origins ?? []),
    config_version: 1,
    config_raised_at: created_at,
    created_at,
    settings: toJson(app.settings ?? {}),
    revision: 1,
    first_page_at: null,
    changes: 1,
  };
  const sealed = vault.seal(secret, secretVaultContext(id, secret_id));
  return [
    { query: insertRow(store.db, "apps", row), expect: 1 },
    {
      query: insertRow(store.db, "app_secrets", newSecretRow({ id: secret_id, app_id: id, sealed, created_at })),
      expect: 1,
    },
    auditStatement(deps, {
      member_id,
      action: "app.create",
      resource: { type: "app", id },
      app_id: id,
      detail: { key, name: app.name },
    }),
  ];
}
