import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Small text that opens to more below it, such as a long list. */
export function Disclosure({ summary, className, children }: DisclosureProps) {
  return (
    <details className={cx("group/disclosure text-xs text-ink-2", className)}>
      <summary className="-ms-0.5 flex w-fit cursor-default list-none items-start gap-1 rounded-xs wrap-anywhere hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="mt-px size-3.5 shrink-0 text-ink-3 transition-transform group-open/disclosure:rotate-90 rtl:not-group-open/disclosure:rotate-180"
        />
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  );
}
