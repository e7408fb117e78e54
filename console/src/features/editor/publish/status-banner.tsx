import type { ReactNode } from "react";

interface StatusBannerProps {
  readonly title: string;
  readonly text: string;
  /** The way out of it. */
  readonly children: ReactNode;
}

/** Below the header of what nobody meets now: what that means. */
export function StatusBanner({ title, text, children }: StatusBannerProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-caution-soft px-(--gutter) py-2.5 text-sm"
    >
      <p className="min-w-60 flex-1 text-pretty">
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
