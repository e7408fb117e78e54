import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactNode, type RefObject, useState } from "react";
import { cx } from "../cx.ts";

interface TooltipPopupProps {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly label: ReactNode;
  readonly side: "top" | "bottom" | "inline-start" | "inline-end";
  readonly open: boolean;
  /** Whether it opens without an animation. */
  readonly instant: boolean;
  readonly onClose: () => void;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

/**
 * In the landmark or dialog of its trigger, where screen readers expect it. As a popover in the browser's top layer,
 * nothing there clips or covers it.
 */
export function TooltipPopup({ trigger, label, side, open, instant, onClose, ...hover }: TooltipPopupProps) {
  // Read when the tooltip opens.
  const [container] = useState(() => ({
    get current() {
      return trigger.current?.closest<HTMLElement>(LANDMARKS) ?? document.body;
    },
  }));
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // Hover and focus are tracked by the trigger, which the library doesn't know.
        if (!next && (reason === "escape-key" || reason === "outside-press")) onClose();
      }}
    >
      {/* Without a box, so that it changes no layout. */}
      <Base.Portal container={container} className="contents">
        <Base.Positioner
          ref={showOnTop}
          anchor={trigger}
          popover="manual"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="inset-auto z-50 m-0 overflow-visible border-0 bg-transparent p-0 text-start text-base font-normal whitespace-normal"
        >
          <Base.Popup
            {...hover}
            // The box around it bridges the gap to the trigger.
            className={cx(
              "relative origin-(--transform-origin) rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface shadow-float transition-[opacity,scale] duration-100 before:absolute before:-inset-1.5 before:-z-1 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:scale-96 data-starting-style:opacity-0",
              instant && "transition-none",
            )}
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const LANDMARKS = "[role=dialog], [role=alertdialog], main, nav, aside, header, footer, [role=region]";

function showOnTop(element: HTMLElement | null): void {
  if (element?.isConnected === true) element.showPopover();
}
