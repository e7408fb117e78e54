import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactElement, type ReactNode, useRef, useState } from "react";

/** Wraps the app, so that neighboring tooltips open without a delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={450} closeDelay={60}>
      {children}
    </Base.Provider>
  );
}

interface TooltipProps {
  /** Repeats the trigger's accessible name, for sighted people who see only an icon. */
  readonly label: ReactNode;
  readonly children: ReactElement;
  readonly side?: "top" | "bottom" | "inline-start" | "inline-end";
}

/**
 * In the landmark or dialog of its trigger, where screen readers expect it. As a popover in the browser's top layer,
 * nothing there clips or covers it.
 */
export function Tooltip({ label, children, side = "top" }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  // Read when the tooltip opens.
  const [container] = useState(() => ({
    get current() {
      return trigger.current?.closest<HTMLElement>(LANDMARKS) ?? document.body;
    },
  }));
  return (
    <Base.Root>
      <Base.Trigger ref={trigger} render={children} />
      {/* Without a box, so that it changes no layout. */}
      <Base.Portal container={container} className="contents">
        <Base.Positioner
          ref={showOnTop}
          popover="manual"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="inset-auto z-50 m-0 overflow-visible border-0 bg-transparent p-0 text-start text-base font-normal whitespace-normal"
        >
          <Base.Popup className="origin-(--transform-origin) rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface shadow-float transition-[opacity,scale] duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:scale-96 data-starting-style:opacity-0">
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
