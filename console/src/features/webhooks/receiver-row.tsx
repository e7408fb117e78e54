import { FlaskConical, History, Pause, Pencil, Play, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useActivity } from "../../components/audit/activity.tsx";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { describeEvents } from "./events.ts";
import { SuccessRate } from "./success-rate.tsx";

interface DeliveryState {
  readonly enabled: boolean;
  readonly failing_since: string | null;
  readonly stopped_at: string | null;
}

interface ReceiverRowProps {
  readonly id: string;
  readonly state: DeliveryState;
  /** For the labels of the actions. */
  readonly name: string;
  readonly activity: Parameters<typeof useActivity>[0];
  readonly heading: ReactNode;
  /** Kind of webhook, or the destination's tool. */
  readonly kind: string;
  readonly events: "all" | readonly string[];
  /** When the server turned it off, and what to do. */
  readonly stopped: (time: ReactNode) => ReactNode;
  /** Menu items of this kind of receiver. */
  readonly items?: ReactNode;
  readonly onTest: () => void;
  readonly onTurn: (on: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A webhook or destination with its state and actions. */
export function ReceiverRow({ id, state, name, heading, kind, events, stopped, ...actions }: ReceiverRowProps) {
  const { enabled } = state;
  const badge = badgeOf(state);
  return (
    <li className="flex items-start gap-x-3 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0 sm:items-center">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {heading}
        <span className="line-clamp-2 w-fit text-xs text-ink-2 wrap-anywhere">
          {kind} · {describeEvents(events)}
        </span>
        <SuccessRate id={id} />
        <Trouble state={state} stopped={stopped} />
        {state.stopped_at !== null && (
          <Button size="sm" icon={<Play />} className="mt-1.5 self-start" onClick={() => actions.onTurn(true)}>
            {t("Turn on")}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      <span className="flex w-16 shrink-0 justify-end sm:justify-start max-sm:mt-1">
        <Badge tone={badge.tone} dot>
          {badge.text}
        </Badge>
      </span>
      <ReceiverMenu enabled={enabled} name={name} {...actions} />
    </li>
  );
}

type ReceiverMenuProps = Pick<
  ReceiverRowProps,
  "name" | "activity" | "items" | "onTest" | "onTurn" | "onEdit" | "onRemove"
> &
  Pick<DeliveryState, "enabled">;

function ReceiverMenu({ enabled, name, activity, items, ...on }: ReceiverMenuProps) {
  const { show, panel } = useActivity(activity);
  return (
    <>
      <RowMenu name={name}>
        <MenuItem icon={<Pencil />} onClick={on.onEdit}>
          {t("Edit…")}
        </MenuItem>
        <MenuItem icon={<FlaskConical />} onClick={on.onTest}>
          {t("Send test…")}
        </MenuItem>
        <MenuItem icon={enabled ? <Pause /> : <Play />} onClick={() => on.onTurn(!enabled)}>
          {enabled ? t("Pause") : t("Resume")}
        </MenuItem>
        {items}
        {show !== undefined && (
          <MenuItem icon={<History />} onClick={show}>
            {t("Activity")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} onClick={on.onRemove}>
          {t("Delete")}
        </MenuItem>
      </RowMenu>
      {panel}
    </>
  );
}

function badgeOf({ enabled, failing_since, stopped_at }: DeliveryState): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (!enabled) return { text: t("Off"), tone: stopped_at === null ? "neutral" : "negative" };
  return failing_since === null ? { text: t("On"), tone: "positive" } : { text: t("Failing"), tone: "caution" };
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
