import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { IconButton } from "../elements/icon-button.tsx";
import { LateErrorsContext } from "../forms/late-errors.ts";
import { CloseOnBack } from "./close-on-back.tsx";

/** Whether a dialog or panel is open. */
export interface DialogState {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface DialogProps extends DialogState {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, primary last. */
  readonly actions?: ReactNode;
  readonly size?: "md" | "lg" | "full";
  /** Requires a decision: Escape and outside clicks don't close it. */
  readonly firm?: boolean;
  /**
   * Destructive confirmation. Uses the role `alertdialog` (APG, Alert Dialog). It has no close icon, so that the first
   * button, which changes nothing, gets the focus.
   */
  readonly urgent?: boolean;
  /** Initially focused element. Defaults to the first focusable one, before the close icon. */
  readonly initial_focus?: RefObject<HTMLElement | null>;
}

/** Element that had focus when the dialog opened, and that gets it back, even without a trigger. */
function useOpener(open: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement>(null);
  const was_open = useRef(false);
  if (open && !was_open.current && document.activeElement instanceof HTMLElement) {
    opener.current = document.activeElement;
  }
  was_open.current = open;
  return opener;
}

/**
 * An element that isn't in the tab order, such as the main region after a navigation, gets the focus itself: Base UI would
 * focus the first button in it. Without any focus before, the main region gets it.
 */
function finalFocus(opener: HTMLElement | null): HTMLElement | false | null {
  const has_none = opener === document.body;
  if (opener === null || !opener.isConnected || (opener.tabIndex >= 0 && !has_none)) return opener;
  const target = has_none ? document.getElementById("main") : opener;
  queueMicrotask(() => target?.focus({ preventScroll: true }));
  return false;
}

const WIDTHS = { md: "max-w-116", lg: "max-w-160", full: "max-w-320 h-full" } as const;

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  size = "md",
  firm = false,
  urgent = false,
  initial_focus,
}: DialogProps) {
  const opener = useOpener(open);
  const closable = !firm && !urgent;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={firm}
      onOpenChange={(next, details) => {
        if (firm && details.reason === "escape-key") details.cancel();
        else onOpenChange(next);
      }}
    >
      {open && <CloseOnBack onBack={() => !firm && onOpenChange(false)} />}
      <Base.Portal>
        <Base.Backdrop
          // Also over another dialog.
          forceRender
          className="fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport
          // Toasts leave the bottom, where the buttons are.
          data-modal
          className="fixed inset-0 z-30 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-4 [@media(min-height:24rem)]:scroll-pb-20"
        >
          <Base.Popup
            {...(urgent ? { role: "alertdialog" } : {})}
            finalFocus={() => finalFocus(opener.current)}
            {...(initial_focus === undefined ? {} : { initialFocus: initial_focus })}
            className={cx(
              "relative flex w-full flex-col rounded-xl bg-raised text-ink shadow-dialog outline-none transition-[opacity,scale,translate] duration-150 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:scale-98 data-starting-style:opacity-0",
              WIDTHS[size],
            )}
          >
            <header className={cx("flex flex-col gap-1 p-5 pb-0 wrap-anywhere", closable && "pe-14")}>
              <Base.Title className="text-md font-semibold text-balance">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="text-sm text-ink-2 text-pretty">{description}</Base.Description>
              )}
            </header>
            <div className={cx("flex min-h-0 flex-1 flex-col gap-4 px-5 pb-5", children !== undefined && "pt-5")}>
              {/* Its form is sent as a whole, also if the form around the dialog shows errors late. */}
              <LateErrorsContext value={false}>{children}</LateErrorsContext>
            </div>
            {actions !== undefined && (
              <footer className="flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
                {actions}
              </footer>
            )}
            {/* Last, so that what the dialog is for gets the focus. */}
            {closable && (
              <Base.Close
                render={
                  <IconButton label={t("Close")} size="sm" className="absolute end-3.5 top-4">
                    <X />
                  </IconButton>
                }
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
