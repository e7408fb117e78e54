import type { ReactNode } from "react";
import { cx } from "../cx.ts";

interface PageHeaderProps {
  /** Link to the page above this one, styled with `BACK_LINK`. */
  readonly back?: ReactNode;
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ back, title, description, actions }: PageHeaderProps) {
  return (
    <header
      className={cx(
        "flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-(--gutter) lg:flex-nowrap pb-5",
        back === undefined ? "pt-6 sm:pt-8" : "pt-5",
      )}
    >
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        {back}
        <h1 className="text-lg font-semibold outline-none">{title}</h1>
        {description !== undefined && <p className="text-base text-ink-2 text-pretty">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2 lg:shrink-0">{actions}</div>}
    </header>
  );
}
