import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export type Tone = "neutral" | "positive" | "caution" | "accent" | "negative";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-fill text-ink-2 [--dot:var(--color-ink-3)]",
  positive: "bg-positive-soft text-positive-text [--dot:var(--color-positive)]",
  caution: "bg-caution-soft text-caution-text [--dot:var(--color-caution)]",
  accent: "bg-accent-soft text-accent-text [--dot:var(--color-accent)]",
  negative: "bg-negative-soft text-negative-text [--dot:var(--color-negative)]",
};

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
  /** Adds a dot in the badge's color. */
  readonly dot?: boolean;
  readonly className?: string;
}

/** Status label. The text alone must be sufficient without the color. */
export function Badge({ tone = "neutral", children, dot = false, className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {dot && <span className="size-1.5 rounded-full bg-(--dot)" />}
      {children}
    </span>
  );
}
