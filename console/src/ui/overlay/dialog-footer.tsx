import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";

/** Sticky buttons of a form that fills a dialog, primary last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="-mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
      {children}
    </div>
  );
}

interface FormFooterProps {
  /** Label of the submit button. */
  readonly action: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function FormFooter({ action, busy, onCancel }: FormFooterProps) {
  return (
    <DialogFooter>
      <Button onClick={onCancel}>{t("Cancel")}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {action}
      </Button>
    </DialogFooter>
  );
}
