import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { Log } from "../../lib/log.ts";
import { setFirstPage } from "../../store/statements/accounts/apps.ts";
import type { Store } from "../../store/store.ts";

/** Records when an app's first page calls. Writes once per app and process. */
export type RecordFirstPage = (app_id: AppId) => void;

/**
 * `onFirst` runs after the commit, and only if no page of the app has ever called before.
 *
 * @example
 * const recordFirstPage = createFirstPageRecorder({ clock, log, store, onFirst });
 */
export function createFirstPageRecorder(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly store: Store;
  readonly onFirst: (app_id: AppId) => void;
}): RecordFirstPage {
  const { clock, log, store, onFirst } = deps;
  const seen = new Set<AppId>();
  return (app_id) => {
    if (seen.has(app_id)) return;
    seen.add(app_id);
    store.write([{ query: setFirstPage(store.db, app_id, clock.now()), expect: 1 }]).then(
      ({ outcome }) => {
        if (outcome === "committed") onFirst(app_id);
      },
      (error: unknown) => {
        // Let the next page retry.
        seen.delete(app_id);
        log.warn("first_page_not_noted", { app_id, error });
      },
    );
  };
}
