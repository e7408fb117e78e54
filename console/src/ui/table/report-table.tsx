import type { ReactNode } from "react";
import { cx } from "../cx.ts";

interface Column {
  /** "" for columns that are hidden from screen readers. */
  readonly label: string;
  /** Alignment: numbers at the end, text at the start. */
  readonly side?: "end";
  readonly className?: string;
}

interface ReportTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Rows with the class {@link REPORT_ROW}. */
  readonly children: ReactNode;
  readonly className?: string;
}

export const REPORT_ROW =
  "[&>*]:h-11 [&>*]:border-b [&>*]:border-line [&>*]:px-2 [&>*:first-child]:ps-0 [&>*:last-child]:pe-0";

/** Table of figures. The container must scroll horizontally on narrow screens. */
export function ReportTable({ caption, columns, children, className }: ReportTableProps) {
  return (
    <table className={cx("w-full border-separate border-spacing-0 text-sm", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-xs text-ink-3 [&>*]:h-8 [&>*]:border-b [&>*]:border-line [&>*]:px-2 [&>*]:font-medium [&>*]:whitespace-nowrap [&>*:first-child]:ps-0 [&>*:last-child]:pe-0">
          {columns.map(({ label, side, className: own }) =>
            label === "" ? (
              <td key={label} className={own} />
            ) : (
              <th key={label} scope="col" className={cx(side === "end" ? "text-end" : "text-start", own)}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
