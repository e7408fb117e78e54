import { createHash } from "node:crypto";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { erasedHashes, wasErased } from "../../store/statements/people/erasures.ts";
import type { Store } from "../../store/store.ts";

/** @throws ProblemError `person_erased` for a recently erased person. */
export async function assertNotErased(
  deps: { readonly clock: Pick<Clock, "now">; readonly store: Pick<Store, "db"> },
  app_id: AppId,
  name: string,
): Promise<void> {
  const since = deps.clock.now() - limits.erasure_days * DAY_MS;
  if (await wasErased(deps.store.db, app_id, erasureHash(app_id, name), since)) throw personErased();
}

export async function findErased(
  deps: { readonly clock: Pick<Clock, "now">; readonly store: Pick<Store, "db"> },
  app_id: AppId,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const since = deps.clock.now() - limits.erasure_days * DAY_MS;
  const by_hash = new Map(names.map((name) => [erasureHash(app_id, name), name]));
  const hashes = await erasedHashes(deps.store.db, app_id, [...by_hash.keys()], since);
  return new Set(hashes.flatMap((hash) => by_hash.get(hash) ?? []));
}

export function personErased(): ProblemError {
  return new ProblemError(
    "person_erased",
    `This person was erased by request. Nothing about this person is stored or shown for ${limits.erasure_days} days.`,
  );
}

export function erasureHash(app_id: AppId, name: string): string {
  return createHash("sha256").update(`${app_id}\n${name}`).digest("hex");
}
