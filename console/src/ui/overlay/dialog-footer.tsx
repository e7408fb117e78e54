import type { ReactNode } from "react";

/** Sticky buttons of a form that fills a dialog, primary last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="-mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
      {children}
    </div>
  );
}
