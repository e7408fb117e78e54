import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { describeEvents } from "./events.ts";

interface DeliveryState {
  readonly enabled: boolean;
  readonly failing_since: string | null;
  readonly stopped_at: string | null;
}

interface ReceiverRowProps {
  readonly state: DeliveryState;
  /** For the labels of the actions. */
  readonly name: string;
  readonly activity: ComponentProps<typeof Activity>["of"];
  readonly heading: ReactNode;
  /** Kind of webhook, or the destination's tool. */
  readonly kind: string;
  readonly events: "all" | readonly string[];
  /** When the server turned it off, and what to do. */
  readonly stopped: (time: ReactNode) => ReactNode;
  /** An action of this kind of receiver. */
  readonly action: ReactNode;
  readonly onTurn: (on: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A webhook or destination with its state and actions. */
export function ReceiverRow({
  state,
  name,
  activity,
  heading,
  kind,
  events,
  stopped,
  action,
  ...on
}: ReceiverRowProps) {
  const { enabled } = state;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        {heading}
        <span className="w-fit text-xs text-ink-2 wrap-anywhere">
          {kind} · {describeEvents(events)}
        </span>
        {events !== "all" && (
          <bdi dir="ltr" className="line-clamp-2 w-fit font-mono text-xs text-ink-3 wrap-anywhere">
            {events.join(", ")}
          </bdi>
        )}
        <Trouble state={state} stopped={stopped} />
      </div>
      <Badge tone={badgeTone(state)} dot>
        {enabled ? t("On") : t("Off")}
      </Badge>
      <div className="flex gap-1">
        <Activity of={activity} name={name} />
        {action}
        <IconButton
          label={enabled ? t("Pause {name}", { name }) : t("Resume {name}", { name })}
          onClick={() => on.onTurn(!enabled)}
        >
          {enabled ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label={t("Edit {name}", { name })} onClick={on.onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t("Delete {name}", { name })} onClick={on.onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}

function badgeTone({ enabled, failing_since, stopped_at }: DeliveryState): Tone {
  if (stopped_at !== null) return "negative";
  if (!enabled) return "neutral";
  return failing_since === null ? "positive" : "caution";
}

/** Since when deliveries fail, or when the server turned the receiver off. */
function Trouble({ state, stopped }: Pick<ReceiverRowProps, "state" | "stopped">) {
  if (state.stopped_at !== null) {
    return <span className="text-xs text-negative-text">{stopped(<RelativeTime at={state.stopped_at} />)}</span>;
  }
  if (!state.enabled || state.failing_since === null) return null;
  return (
    <span className="text-xs text-caution-text">
      <Sentence
        text="Deliveries fail. First failed attempt: {time}"
        parts={{ time: <RelativeTime at={state.failing_since} /> }}
      />
    </span>
  );
}
