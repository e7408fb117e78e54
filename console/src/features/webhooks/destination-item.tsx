import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withChangedItem, withoutItem } from "../../lib/optimistic-update.ts";
import { destinationQueryFilter, queries } from "../../lib/queries/queries.ts";
import { presetLabel } from "./destination-form.ts";
import { ReceiverRow } from "./receiver-row.tsx";
import { ReceiverTestDialog } from "./receiver-test-dialog.tsx";

interface DestinationItemProps {
  readonly destination: Destination;
  readonly onEdit: () => void;
}

export function DestinationItem({ destination, onEdit }: DestinationItemProps) {
  const { id, name, preset, events } = destination;
  const [is_testing, setTesting] = useState(false);
  const { turn, remove, test } = useDestinationActions(id);
  return (
    <>
      <ReceiverRow
        id={id}
        state={destination}
        name={name}
        activity={{ resource_type: "destination", resource_id: id }}
        heading={<bdi className="w-fit text-sm font-medium wrap-anywhere">{name}</bdi>}
        kind={presetLabel(preset)}
        events={events}
        stopped={(time) => (
          <Sentence
            text="Turned off {time}: deliveries failed for 5 days. Check the settings, then turn the destination on."
            parts={{ time }}
          />
        )}
        onTest={() => setTesting(true)}
        onTurn={turn}
        onEdit={onEdit}
        onRemove={remove}
      />
      <ReceiverTestDialog
        name={name}
        description={t("Sends a message about a sample person immediately, even if the destination is off.")}
        test={test}
        open={is_testing}
        onOpenChange={setTesting}
      />
    </>
  );
}

function useDestinationActions(id: string) {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const shown = queries.destinations(api, app.id);
  const stale = destinationQueryFilter(app.id);
  const query = { app_id: app.id };
  return {
    test: () => api.call("POST /api/destinations/:id/test", { params: { id }, query }),
    turn: (on: boolean): void =>
      void atOnce({
        ...{ shown, stale },
        change: (list) => withChangedItem(list, id, { enabled: on, failing_since: null, stopped_at: null }),
        act: () => api.call("PATCH /api/destinations/:id", { params: { id }, query, body: { enabled: on } }),
        refused: t("Couldn’t update destination"),
      }),
    remove: (): void =>
      void atOnce({
        ...{ shown, stale },
        change: (list) => withoutItem(list, id),
        act: () => api.call("DELETE /api/destinations/:id", { params: { id }, query }),
        done: {
          title: t("Destination deleted"),
          description: t("Deliveries have stopped. Restore the destination to resume pending ones."),
        },
        undo: {
          act: () => api.call("POST /api/destinations/:id/restore", { params: { id }, query }),
          done: { title: t("Destination restored") },
        },
        refused: t("Couldn’t delete destination"),
      }),
  };
}
