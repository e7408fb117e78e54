import type { ReactNode } from "react";

/** Surface behind large samples. */
export const SHEET = "overflow-clip rounded-lg bg-surface shadow-sheet";

/** An overlong name. Its last word has no break opportunity. */
export const LONG =
  "What is new in the autumn release for teams that work together across several offices and time zones: Rechnungszusammenstellungsverordnung";
/** A bidirectional name with punctuation at both ends. */
export const MIXED = "(مرحبًا Ada 2.0!)";

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

/** Labels a state that isn't obvious from the sample. */
export function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs font-medium text-ink-3">{name}</h3>
      {children}
    </div>
  );
}
