import type { AppId } from "@fanfare/contract/lib/ids";
import type { AppStatus } from "@fanfare/contract/schema/responses/accounts/app-settings";

/**
 * Browser storage that holds the visitor's identity, as reported by the newest page. Null until a page calls after a
 * restart.
 */
type VisitorStorage = AppStatus["visitor_storage"];

export interface VisitorStorageRegistry {
  note(app_id: AppId, storage: NonNullable<VisitorStorage>): void;
  of(app_id: AppId): VisitorStorage;
}

/** In memory only: the next page reports its storage again. */
export function createVisitorStorageRegistry(): VisitorStorageRegistry {
  const newest = new Map<AppId, NonNullable<VisitorStorage>>();
  return {
    note: (app_id, storage) => void newest.set(app_id, storage),
    of: (app_id) => newest.get(app_id) ?? null,
  };
}
