import type { ReactNode } from "react";

/** What large samples lie on. */
export const SHEET = "overflow-clip rounded-lg bg-surface shadow-sheet";

/** A name that somebody wrote without thinking of the room there is, its last word without a place to break. */
export const LONG =
  "What is new in the autumn release for teams that work together across several offices and time zones: Rechnungszusammenstellungsverordnung";
/** A name of two directions, with signs at its ends. */
export const MIXED = "(مرحبًا Ada 2.0!)";

/** One component with its states. */
export function Sample({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-md font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>;
}

/** A state by its name, where that is not to be seen in what it holds. */
export function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs font-medium text-ink-3">{name}</h3>
      {children}
    </div>
  );
}
