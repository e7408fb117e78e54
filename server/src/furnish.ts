import type { Clock } from "@fanfare/contract/clock";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import type { ContentFile } from "@fanfare/contract/schema/content";
import type { AppDirectory } from "./accounts/app-directory.ts";
import { ensureApps, ignoredWish, openAppDirectory } from "./accounts/apps.ts";
import { ensureOwner } from "./accounts/members.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Vault } from "./accounts/vault.ts";
import type { Config } from "./config.ts";
import { ensureConsoleTour, importContents } from "./engage/import.ts";
import type { Log } from "./log.ts";
import { isTwin, type Store } from "./store/store.ts";
import { ensureWorkspace } from "./store/workspace.ts";

export interface FurnishDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly noteSecretUse?: ((secret_id: string) => void) | undefined;
}

const WORKSPACE_NAME = "Fanfare";
/** One for each thing that another server may make first, and some to spare. */
const ATTEMPTS_MAX = 10;

/**
 * Makes what every installation has and this one still lacks: workspace, first app, the console's own app with its tour,
 * the owner of the configuration, the contents of the import. Later starts find all of it and change nothing.
 */
export async function furnish(
  config: Pick<Config, "first_app" | "owner">,
  deps: FurnishDeps,
  contents: ContentFile | undefined,
): Promise<AppDirectory> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await furnishOnce(config, deps, contents);
    } catch (error) {
      // Another server on the same database starts at this moment and was faster: the next look finds what it made.
      if (!wasFaster(error) || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}

function wasFaster(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === "app_taken" || error.code === "slug_taken";
  return isTwin(error);
}

async function furnishOnce(
  config: Pick<Config, "first_app" | "owner">,
  deps: FurnishDeps,
  contents: ContentFile | undefined,
): Promise<AppDirectory> {
  const { clock, log, store } = deps;
  await store.write([{ query: ensureWorkspace(store.db, WORKSPACE_NAME, clock.now()) }]);
  const made = await ensureApps(deps, config.first_app);
  if (made !== undefined) log.info("first_app_created", { app_id: made.id, key: made.key });

  const apps = await openAppDirectory(deps);
  const ignored = ignoredWish(apps, config.first_app);
  if (ignored !== undefined) log.warn("first_app_variables_ignored", { reason: ignored });
  await furnishContents(deps, apps, contents);

  if (config.owner !== undefined && (await ensureOwner(deps, config.owner))) log.info("owner_created");
  return apps;
}

async function furnishContents(
  deps: FurnishDeps,
  apps: AppDirectory,
  contents: ContentFile | undefined,
): Promise<void> {
  const system = apps.all().find((app) => app.system);
  const first = apps.all().find((app) => !app.system);
  if (system === undefined || first === undefined) throw new Error("An app that every start makes is missing.");
  await ensureConsoleTour(deps, system.id);
  if (contents !== undefined) {
    const slugs = await importContents(deps, contents, first.id);
    if (slugs.length > 0) deps.log.info("contents_imported", { app_id: first.id, slugs });
  }
  await Promise.all([apps.refresh(system.id), apps.refresh(first.id)]);
}
