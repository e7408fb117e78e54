import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

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

export function Tooltip({ label, children, side = "top" }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="origin-(--transform-origin) rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface shadow-float transition-[opacity,scale] duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:scale-96 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
