import type { ReactNode } from "react";

interface StatusBannerProps {
  readonly title: string;
  readonly text: string;
  /** Button that resolves the state. */
  readonly children: ReactNode;
}

/** Banner below the header for content that no one sees. */
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
