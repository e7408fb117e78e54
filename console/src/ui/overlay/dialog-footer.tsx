import type { ReactNode } from "react";

/** Sticky buttons of a form that fills a dialog, primary last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div
      // At the bottom of the screen while the dialog is longer. Not on screens on which little else would fit.
      className="-mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3 [@media(min-height:24rem)]:sticky [@media(min-height:24rem)]:-bottom-4 [@media(min-height:24rem)]:z-1"
    >
      {children}
    </div>
  );
}
