import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { ServerText } from "./server-text.tsx";

interface CalloutProps {
  readonly tone?: "note" | "problem" | "caution";
  readonly title?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

const TONES = {
  note: "bg-accent-soft text-accent-text",
  caution: "bg-caution-soft text-caution-text",
  problem: "bg-negative-soft text-negative-text",
} as const;

/** Inline notice. Problems are announced when they appear. */
export function Callout({ tone = "note", title, children, className }: CalloutProps) {
  const Icon = tone === "note" ? Info : CircleAlert;
  return (
    <div
      role={tone === "problem" ? "alert" : undefined}
      className={cx("flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm", TONES[tone], className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
        {title !== undefined && <strong>{title}</strong>}
        <div className="text-ink-2 text-pretty">
          {typeof children === "string" ? <ServerText text={children} /> : children}
        </div>
      </div>
    </div>
  );
}
