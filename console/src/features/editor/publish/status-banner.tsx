import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

/** `caution`: no one sees the content. `accent`: something is under way. `positive`: nothing is in the way. */
const TONES = { caution: "bg-caution-soft", accent: "bg-accent-soft", positive: "bg-positive-soft" } as const;

interface StatusBannerProps {
  readonly tone: keyof typeof TONES;
  readonly title: string;
  readonly text: string;
  /** Buttons that change the state. */
  readonly children: ReactNode;
}

/** Banner below the header about the state of the content. */
export function StatusBanner({ tone, title, text, children }: StatusBannerProps) {
  return (
    <div
      role="status"
      className={cx("flex flex-wrap items-center gap-x-3 gap-y-2 px-(--gutter) py-2.5 text-sm", TONES[tone])}
    >
      <p className="min-w-60 flex-1 text-pretty">
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
