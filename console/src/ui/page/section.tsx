import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

interface SectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Omits padding, for content with its own, such as tables and lists. */
  readonly bare?: boolean;
}

/** Titled section of a page. On wide screens, the description is beside the content, or the actions if it's `bare`. */
export function Section({ title, description, actions, children, bare = false }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "border-t border-line",
        bare
          ? "flex flex-col"
          : "grid gap-x-10 gap-y-5 px-(--gutter) py-7 xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]",
      )}
    >
      <header
        className={cx(
          "flex min-w-0 wrap-anywhere",
          bare ? "flex-wrap items-end justify-between gap-3 px-(--gutter) pt-7 pb-4" : "flex-col items-start gap-4",
        )}
      >
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id={id} className="text-md font-semibold text-balance">
            {title}
          </h2>
          {description !== undefined && <div className="max-w-140 text-sm text-ink-2 text-pretty">{description}</div>}
        </div>
        {actions !== undefined && actions !== false && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className={bare ? "min-w-0" : "flex min-w-0 max-w-160 flex-col gap-5"}>{children}</div>
    </section>
  );
}
