import type { ComponentProps } from "react";
import { cx } from "../cx.ts";

interface FilterBarProps extends ComponentProps<"div"> {
  /** Whether the page header is directly above, which has its own spacing. */
  readonly below_header?: boolean;
}

/** Filters of a list or report, above it. All controls have the border of an input. */
export function FilterBar({ below_header = false, className, ...div }: FilterBarProps) {
  return (
    <div
      {...div}
      className={cx(
        "flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) pb-3 [--color-line-strong:var(--color-edge)]",
        !below_header && "pt-3",
        className,
      )}
    />
  );
}
