import type { StoredAppSettings } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { type AppId, type AppKey, type MemberId, uuidv7 } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import { insertApp, insertSecret, newSecretRow } from "../store/apps.ts";
import { toBit, toJson } from "../store/columns.ts";
import { isTwin, type Statement, type Store } from "../store/store.ts";
import { auditStatement } from "./audit.ts";
import { newAppSecret, secretPlace } from "./keys.ts";
import type { Vault } from "./vault.ts";

export interface AppDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly vault: Vault;
}

export interface NewApp {
  readonly name: string;
  readonly id?: string | undefined;
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  readonly system?: boolean;
  readonly require_identity?: boolean;
  readonly settings?: StoredAppSettings | undefined;
}

/** An app just made. Its secret is shown here and never again. */
export interface CreatedApp {
  readonly id: AppId;
  readonly key: AppKey;
  readonly secret: string;
}

/** Id of a new app: nine digits, short enough to be read aloud. */
function newAppId(rng: Pick<Rng, "bytes">): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = rng.bytes(4);
  return String(100_000_000 + ((((first * 256 + second) * 256 + third) * 256 + fourth) % 900_000_000));
}

/**
 * Makes an app with its first secret. What is not given is generated. `member_id` null: the server or a command.
 *
 * @throws ProblemError `app_taken` when id or key exist.
 */
export async function createApp(deps: AppDeps, app: NewApp, member_id: MemberId | null = null): Promise<CreatedApp> {
  // The grammar of id and key was checked where they came in, or they are made here.
  const id = (app.id ?? newAppId(deps.rng)) as AppId;
  const key = (app.key ?? Buffer.from(deps.rng.bytes(10)).toString("hex")) as AppKey;
  const secret = app.secret ?? newAppSecret(deps.rng);
  try {
    await deps.store.write(appStatements(deps, app, { id, key, secret }, member_id));
  } catch (error) {
    if (!isTwin(error)) throw error;
    throw new ProblemError("app_taken", `An app with the id ${id} or the key ${key} exists already. Choose others.`);
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
    allowed_origins: toJson([]),
    config_version: 1,
    created_at,
    settings: toJson(app.settings ?? {}),
    revision: 1,
    first_page_at: null,
  };
  const sealed = vault.seal(secret, secretPlace(id, secret_id));
  return [
    { query: insertApp(store.db, row), expect: 1 },
    { query: insertSecret(store.db, newSecretRow({ id: secret_id, app_id: id, sealed, created_at })), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "app.create",
      resource: { type: "app", id },
      app_id: id,
      detail: { key, name: app.name },
    }),
  ];
}
