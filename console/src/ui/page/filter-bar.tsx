import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

interface FilterBarProps extends ComponentProps<"div"> {
  /** Whether the page header is directly above, which has its own spacing. */
  readonly below_header?: boolean;
  /** Buttons at the end of the first line, beside filters that wrap. Below the filters on narrow screens. */
  readonly actions?: ReactNode;
}

/** Filters of a list or report, above it. All controls have the border of an input. */
export function FilterBar({ below_header = false, actions, className, children, ...div }: FilterBarProps) {
  return (
    <div
      {...div}
      className={cx(
        "flex flex-wrap gap-2 border-b border-line px-(--gutter) pb-3 [--color-line-strong:var(--color-edge)]",
        actions === undefined ? "items-center" : "items-start",
        !below_header && "pt-3",
        className,
      )}
    >
      {actions === undefined ? (
        children
      ) : (
        <>
          <div className="flex flex-[1_1_18rem] flex-wrap items-center gap-2">{children}</div>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div>
        </>
      )}
    </div>
  );
}
