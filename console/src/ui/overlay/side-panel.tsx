import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../elements/icon-button.tsx";
import type { DialogState } from "./dialog.tsx";

interface SidePanelProps extends DialogState {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** Details of a list's row at the window's edge. The list stays visible. */
export function SidePanel({ open, onOpenChange, title, description, children }: SidePanelProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          data-modal
          className="fixed inset-y-0 end-0 z-30 flex w-120 max-w-full flex-col overflow-y-auto bg-raised text-ink shadow-dialog outline-none transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full"
        >
          <header className="flex items-start gap-3 border-b border-line p-5">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <Base.Title className="text-md font-semibold text-balance wrap-anywhere">
                <bdi>{title}</bdi>
              </Base.Title>
              {description !== undefined && (
                <Base.Description className="text-sm text-ink-2">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              render={
                <IconButton label={t("Close")} size="sm" className="-me-1.5 -mt-1">
                  <X />
                </IconButton>
              }
            />
          </header>
          <div className="flex flex-col gap-5 p-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
