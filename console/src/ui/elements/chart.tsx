import type { ReactNode } from "react";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { TableDisclosure } from "./table-disclosure.tsx";

interface ChartFrameProps {
  /** Lines across the chart, at a share of its height. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** Oldest first. The first, the middle, and the last are named. */
  readonly points: readonly { readonly label: string }[];
  readonly children: ReactNode;
}

const FEW_POINTS_MAX = 7;

/** Axes of a chart. Hidden from screen readers: a {@link ChartTable} must have the same numbers. */
export function ChartFrame({ ticks, points, children }: ChartFrameProps) {
  const named = points.length < 3 ? points : [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
  const widest = ticks.toSorted((one, other) => other.label.length - one.label.length)[0];
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-3">
      <div className="relative min-w-4 text-end tabular-nums">
        {/* Gives the column the width of its longest label. */}
        <span className="invisible">{widest?.label}</span>
        {ticks.map(({ at, label }) => (
          <span key={label} className="absolute end-0 translate-y-1/2" style={{ bottom: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <div className="relative h-36">
        {ticks.map(({ at, label }) => (
          <span
            key={label}
            className={cx("absolute inset-x-0 border-t", at === 0 ? "border-line-strong" : "border-line")}
            style={{ bottom: `${at * 100}%` }}
          />
        ))}
        <div className="absolute inset-0 flex items-stretch">{children}</div>
      </div>
      <div className="col-start-2 mt-1.5 flex justify-between gap-2">
        {/* Below their points. Those of many points are at the ends almost. */}
        {points.length <= FEW_POINTS_MAX
          ? points.map((point) => (
              <span key={point.label} className="min-w-0 flex-1 text-center">
                {named.includes(point) && point.label}
              </span>
            ))
          : named.map((point) => <span key={point?.label}>{point?.label}</span>)}
      </div>
    </div>
  );
}

interface ChartColumnProps {
  /** Shown on hover. */
  readonly text: string;
  /** Share of the width before it. The text opens towards the middle. */
  readonly at: number;
  readonly many: boolean;
  readonly children?: ReactNode;
}

export function ChartColumn({ text, at, many, children }: ChartColumnProps) {
  return (
    <div className={cx("group relative flex flex-1 items-end hover:bg-fill", many ? "px-px" : "px-0.5")}>
      {children}
      <span
        className={cx(
          "pointer-events-none absolute bottom-full z-10 hidden rounded-sm border border-line bg-surface px-2 py-1 text-xs whitespace-nowrap text-ink shadow-float group-hover:block",
          at < 0.5 ? "start-0" : "end-0",
        )}
      >
        {text}
      </span>
    </div>
  );
}

interface ChartLegendProps {
  readonly keys: readonly {
    readonly label: string;
    /** Class of the color. */
    readonly color: string;
    /** Number beside the label. */
    readonly value?: string;
  }[];
  readonly className?: string;
}

/** What the colors of a chart mean. */
export function ChartLegend({ keys, className }: ChartLegendProps) {
  return (
    <ul className={cx("flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2", className)}>
      {keys.map(({ label, color, value }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx("size-2.5 shrink-0 rounded-xs", color)} />
          {label}
          {value !== undefined && <span className="font-medium text-ink tabular-nums">{value}</span>}
        </li>
      ))}
    </ul>
  );
}

interface ChartTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  /** Beside the button. */
  readonly note?: ReactNode;
  readonly columns: readonly string[];
  /** First the name, then its values. Numbers are formatted. */
  readonly rows: readonly (readonly [name: string, ...values: (number | string)[]])[];
}

/** The numbers of a chart as a table that opens. */
export function ChartTable({ caption, note, columns, rows }: ChartTableProps) {
  return (
    <TableDisclosure label={t("Show as table")} note={note}>
      {() => (
        <table className="w-full max-w-md text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-xs text-ink-3">
              {columns.map((label, index) => (
                <th key={label} scope="col" className={cx("py-1 font-medium", index === 0 ? "text-start" : "text-end")}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <td className="py-0.5 text-ink-2">{name}</td>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: values are positions in a row
                  <td key={index} className="py-0.5 text-end tabular-nums">
                    {typeof value === "number" ? number(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TableDisclosure>
  );
}
