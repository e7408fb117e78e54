import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";

interface LiveDotProps {
  readonly state: "connecting" | "live" | "reconnecting" | "offline" | "paused" | "refused";
}

const LABELS: Readonly<Record<LiveDotProps["state"], string>> = {
  connecting: t("Connecting…"),
  live: t("Live"),
  reconnecting: t("Reconnecting…"),
  offline: t("Offline"),
  paused: t("Paused"),
  refused: t("Not allowed"),
};

/** Whether nearby data is live. */
export function LiveDot({ state }: LiveDotProps) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-xs font-medium text-ink-2">
      <span
        className={cx(
          "size-2 rounded-full",
          state === "live" && "bg-positive motion-safe:animate-pulse",
          (state === "connecting" || state === "reconnecting") && "bg-caution",
          state === "offline" && "bg-negative",
          (state === "paused" || state === "refused") && "bg-ink-3",
        )}
      />
      {LABELS[state]}
    </span>
  );
}
