import type { ReactNode } from "react";

/** What large samples lie on. */
export const SHEET = "overflow-clip rounded-lg bg-surface shadow-sheet";

/** One component with its states. */
export function Sample({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-md font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
