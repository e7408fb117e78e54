import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { FlaskConical, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withChangedItem, withoutItem } from "../../lib/optimistic-update.ts";
import { destinationQueryFilter, queries } from "../../lib/queries/queries.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { presetLabel } from "./destination-form.ts";
import { DestinationTestDialog } from "./destination-test-dialog.tsx";

interface DestinationItemProps {
  readonly destination: Destination;
  readonly onEdit: () => void;
}

export function DestinationItem({ destination, onEdit }: DestinationItemProps) {
  const { id, name, preset, events, enabled } = destination;
  const [is_testing, setTesting] = useState(false);
  const { turn, remove } = useDestinationActions(id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <bdi className="w-fit text-sm font-medium wrap-anywhere">{name}</bdi>
        <span className="w-fit text-xs text-ink-3 wrap-anywhere">
          {presetLabel(preset)} · <bdi dir="ltr">{events.join(", ")}</bdi>
        </span>
        <Trouble destination={destination} />
      </div>
      <Badge tone={badgeTone(destination)} dot>
        {enabled ? t("On") : t("Off")}
      </Badge>
      <div className="flex gap-1">
        <Activity of={{ resource_type: "destination", resource_id: id }} name={name} />
        <IconButton label={t("Test {name}", { name })} onClick={() => setTesting(true)}>
          <FlaskConical />
        </IconButton>
        <IconButton
          label={enabled ? t("Pause {name}", { name }) : t("Resume {name}", { name })}
          onClick={() => turn(!enabled)}
        >
          {enabled ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label={t("Edit {name}", { name })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t("Delete {name}", { name })} onClick={remove}>
          <Trash2 />
        </IconButton>
      </div>
      <DestinationTestDialog destination={destination} open={is_testing} onOpenChange={setTesting} />
    </li>
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

function badgeTone({ enabled, failing_since, stopped_at }: Destination): Tone {
  if (stopped_at !== null) return "negative";
  if (!enabled) return "neutral";
  return failing_since === null ? "positive" : "caution";
}

/** Since when deliveries fail, or when the server turned the destination off. */
function Trouble({ destination: { enabled, failing_since, stopped_at } }: Pick<DestinationItemProps, "destination">) {
  if (stopped_at !== null) {
    return (
      <span className="text-xs text-negative-text">
        <Sentence
          text="Turned off {time}: deliveries failed for 5 days. Check the settings, then turn the destination on."
          parts={{ time: <RelativeTime at={stopped_at} /> }}
        />
      </span>
    );
  }
  if (!enabled || failing_since === null) return null;
  return (
    <span className="text-xs text-caution-text">
      <Sentence
        text="Deliveries fail. First failed attempt: {time}"
        parts={{ time: <RelativeTime at={failing_since} /> }}
      />
    </span>
  );
}
