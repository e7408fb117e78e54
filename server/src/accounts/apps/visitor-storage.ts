import type { AppId } from "@fanfare/contract/lib/ids";
import type { AppStatus } from "@fanfare/contract/schema/accounts/app-settings";

/** Where the browser of the newest page keeps who its visitor is; null while no page has asked since the start. */
type VisitorStorage = AppStatus["visitor_storage"];

export interface VisitorStorageRegistry {
  note(app_id: AppId, storage: NonNullable<VisitorStorage>): void;
  of(app_id: AppId): VisitorStorage;
}

/** A word for each app, in memory: the next page says it again. */
export function createVisitorStorageRegistry(): VisitorStorageRegistry {
  const newest = new Map<AppId, NonNullable<VisitorStorage>>();
  return {
    note: (app_id, storage) => void newest.set(app_id, storage),
    of: (app_id) => newest.get(app_id) ?? null,
  };
}
