import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { type ReactNode, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withChangedItem, withoutItem } from "../../lib/optimistic-update.ts";
import { trackerQueries, trackerQueryFilter } from "../../lib/queries/trackers.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { TrackerUsesList } from "./tracker-uses.tsx";

interface TrackerActions {
  readonly publish: (tracker: Tracker) => void;
  readonly pause: (tracker: Tracker) => void;
  /** Asks first, with what uses the tracker. */
  readonly remove: (tracker: Tracker) => void;
  readonly dialog: ReactNode;
}

/** Runs `onDeleted` after a deletion. */
export function useTrackerActions(onDeleted: () => void = () => undefined): TrackerActions {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const [deleting, setDeleting] = useState<{ readonly open: boolean; readonly tracker: Tracker }>();
  const [busy, setBusy] = useState(false);
  const shown = trackerQueries.all(api, app.id);
  const stale = trackerQueryFilter(app.id);
  const query = { app_id: app.id };

  const publish = ({ id, name, revision }: Tracker): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => withChangedItem(list, id, { status: "live", edited: false }),
      act: () => api.call("POST /api/trackers/:id/publish", { params: { id }, query, revision }),
      done: { title: t("{name} published in {app}", { name, app: app.name }) },
      refused: t("Couldn’t publish tracker"),
    });
  const pause = ({ id, name }: Tracker): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => withChangedItem(list, id, { status: "paused" }),
      act: () => api.call("POST /api/trackers/:id/pause", { params: { id }, query }),
      done: { title: t("{name} paused", { name }), description: t("Pages no longer track this event.") },
      refused: t("Couldn’t pause tracker"),
    });
  const remove = async ({ id, name }: Tracker): Promise<void> => {
    setBusy(true);
    const is_gone = await atOnce({
      // Only the list: an open editor would otherwise refetch a deleted tracker.
      ...{ shown, stale: { ...shown, exact: true } },
      change: (list) => withoutItem(list, id),
      act: () => api.call("DELETE /api/trackers/:id", { params: { id }, query }),
      done: { title: t("{name} deleted", { name }), description: t("Pages no longer track this event.") },
      undo: {
        act: () => api.call("POST /api/trackers/:id/restore", { params: { id }, query }),
        done: { title: t("{name} restored", { name }) },
      },
      refused: t("Couldn’t delete tracker"),
    });
    setBusy(false);
    setDeleting((before) => before && { ...before, open: false });
    if (is_gone) onDeleted();
  };
  const dialog = deleting !== undefined && (
    <ConfirmDialog
      open={deleting.open}
      onOpenChange={(open) => setDeleting({ ...deleting, open })}
      title={t("Delete {name}?", { name: deleting.tracker.name })}
      description={t("Pages stop tracking this event. Past events are kept. You can restore the tracker for 30 days.")}
      action={t("Delete tracker")}
      busy={busy}
      onConfirm={() => void remove(deleting.tracker)}
    >
      <TrackerUsesList
        tracker={deleting.tracker}
        warning={t("Without this tracker, these get the event only if your code tracks one with the same name.")}
      />
    </ConfirmDialog>
  );
  return { publish, pause, remove: (tracker) => setDeleting({ open: true, tracker }), dialog };
}
