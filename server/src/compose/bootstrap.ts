import type { Clock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { ProblemError } from "@fanfare/contract/problem";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import type { CreatedApp } from "../accounts/apps/create-app.ts";
import { ensureApps, ignoredFirstApp, openAppDirectory } from "../accounts/apps/open-app-directory.ts";
import { ensureOwner } from "../accounts/members/members.ts";
import type { Passwords } from "../accounts/sign-in/passwords.ts";
import type { Config } from "../config/config.ts";
import { ensureConsoleTour, importContents } from "../engage/publish/import-content.ts";
import type { Log } from "../lib/log.ts";
import type { Vault } from "../lib/vault.ts";
import { type InstallationConfig, matchInstallation, recordInstallation } from "../operations/installation.ts";
import { insertWorkspace } from "../store/statements/accounts/workspace.ts";
import { isUniqueViolation, type Store } from "../store/store.ts";

export interface BootstrapDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly noteSecretUse?: ((secret_id: string) => void) | undefined;
}

/** Dependencies shared by all parts of the server. */
export interface ServerBase extends BootstrapDeps {
  readonly apps: AppDirectory;
}

export interface BootstrapResult {
  readonly apps: AppDirectory;
  /** The first app with its secret, on the start that created it. */
  readonly created_app: CreatedApp | undefined;
}

const WORKSPACE_NAME = "Fanfare";
/** One attempt per row that a concurrent start may create first, plus a margin. */
const ATTEMPTS_MAX = 10;

/**
 * Creates missing first-boot data: the workspace, the first app, the console's own app with its tour, the configured
 * owner, and the imported content. Later starts change nothing.
 */
export async function bootstrap(
  config: Pick<Config, "first_app" | "owner" | keyof InstallationConfig>,
  deps: BootstrapDeps,
  contents: ContentFile | undefined,
): Promise<BootstrapResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bootstrapOnce(config, deps, contents);
    } catch (error) {
      // Another server starting on the same database created a row first. The next attempt finds it.
      if (!isSetupRace(error) || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

function isSetupRace(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === "app_taken" || error.code === "slug_taken";
  return isUniqueViolation(error);
}

async function bootstrapOnce(
  config: Pick<Config, "first_app" | "owner" | keyof InstallationConfig>,
  deps: BootstrapDeps,
  contents: ContentFile | undefined,
): Promise<BootstrapResult> {
  const { clock, rng, log, store } = deps;
  if (await matchInstallation(config, store)) {
    const row = { name: WORKSPACE_NAME, installation_id: uuidv7(clock, rng), created_at: clock.now() };
    await store.write([{ query: insertWorkspace(store.db, row), expect: 1 }]);
  }
  await recordInstallation(config, store);
  const made = await ensureApps(deps, config.first_app);
  if (made !== undefined) log.info("first_app_created", { app_id: made.id, key: made.key });

  const apps = await openAppDirectory(deps);
  const ignored = ignoredFirstApp(apps, config.first_app);
  if (ignored !== undefined) log.warn("first_app_variables_ignored", { reason: ignored });
  await importInitialContent(deps, apps, contents);

  if (config.owner !== undefined && (await ensureOwner(deps, config.owner))) log.info("owner_created");
  return { apps, created_app: made };
}

async function importInitialContent(
  deps: BootstrapDeps,
  apps: AppDirectory,
  contents: ContentFile | undefined,
): Promise<void> {
  const system = apps.all().find((app) => app.system);
  const first = apps.all().find((app) => !app.system);
  if (system === undefined || first === undefined) throw new Error("An app that every start creates is missing.");
  await ensureConsoleTour(deps, system.id);
  if (contents !== undefined) {
    const slugs = await importContents(deps, contents, first);
    if (slugs.length > 0) deps.log.info("contents_imported", { app_id: first.id, slugs });
  }
  await Promise.all([apps.refresh(system.id), apps.refresh(first.id)]);
}
