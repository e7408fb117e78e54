import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";

export interface Bar {
  /** Unique in the chart, in words: its day. */
  readonly label: string;
  readonly value: number;
  /** Part of the value, drawn in front of it. */
  readonly part?: number;
  /** Shown on hover. */
  readonly text: string;
  /** `muted` for an earlier period to compare with, `open` for a period that isn't over. */
  readonly tone?: "muted" | "open";
}

/** Bars from oldest to newest. Hidden from screen readers: a {@link ChartTable} must have the same numbers. */
export function BarChart({ bars, className }: { readonly bars: readonly Bar[]; readonly className?: string }) {
  const top = axisTop(Math.max(0, ...bars.map(({ value }) => value)));
  const named = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)];
  return (
    <div aria-hidden="true" className={cx("grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-3", className)}>
      <div className="relative min-w-4 text-end tabular-nums">
        {/* Gives the column the width of its longest number. */}
        <span className="invisible">{number(top)}</span>
        {axisTicks(top).map((tick) => (
          <span key={tick} className="absolute end-0 translate-y-1/2" style={{ bottom: `${(tick / top) * 100}%` }}>
            {number(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-36">
        {axisTicks(top).map((tick) => (
          <span
            key={tick}
            className={cx("absolute inset-x-0 border-t", tick === 0 ? "border-line-strong" : "border-line")}
            style={{ bottom: `${(tick / top) * 100}%` }}
          />
        ))}
        <div className="absolute inset-0 flex items-stretch">
          {bars.map((bar, index) => (
            <Column key={bar.label} bar={bar} top={top} many={bars.length > 40} side={index * 2 < bars.length} />
          ))}
        </div>
      </div>
      <div className="col-start-2 mt-1.5 flex justify-between gap-2">
        {bars.length < 3
          ? bars.map(({ label }) => <span key={label}>{label}</span>)
          : named.map((bar) => <span key={bar?.label}>{bar?.label}</span>)}
      </div>
    </div>
  );
}

interface ColumnProps {
  readonly bar: Bar;
  readonly top: number;
  readonly many: boolean;
  /** Whether its text opens towards the end of the line. */
  readonly side: boolean;
}

function Column({ bar: { value, part = 0, text, tone }, top, many, side }: ColumnProps) {
  const height = (of: number): string => `max(${of > 0 ? 2 : 0}px, ${(of / top) * 100}%)`;
  return (
    <div className={cx("group relative flex flex-1 items-end hover:bg-fill", many ? "px-px" : "px-0.5")}>
      <span
        className={cx("relative w-full rounded-t-xs", BAR_COLORS[part > 0 || tone === undefined ? "whole" : tone])}
        style={{ height: height(value) }}
      />
      {part > 0 && (
        <span
          className={cx("absolute bottom-0 rounded-t-xs bg-accent", many ? "inset-x-px" : "inset-x-0.5")}
          style={{ height: height(part) }}
        />
      )}
      <span
        className={cx(
          "pointer-events-none absolute bottom-full z-10 hidden rounded-sm border border-line bg-surface px-2 py-1 text-xs whitespace-nowrap text-ink shadow-float group-hover:block",
          side ? "start-0" : "end-0",
        )}
      >
        {text}
      </span>
    </div>
  );
}

const BAR_COLORS = {
  whole: "bg-accent/40",
  muted: "bg-line-strong",
  open: "border border-b-0 border-dashed border-accent bg-accent-soft",
};

interface ChartTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** First the name, then its numbers. */
  readonly rows: readonly (readonly [name: string, ...values: number[]])[];
}

/** The numbers of a chart as a table that opens. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit py-1 text-xs text-ink-3">{t("Show as table")}</summary>
      <table className="mt-2 w-full max-w-md text-sm">
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
                  {number(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/**
 * Top of an axis that starts at 0: 1, 2, or 5 times a power of 10.
 *
 * @example
 * axisTop(37); // 50
 */
export function axisTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((times) => times * power).find((top) => top >= most) ?? power;
}

/** 0, the top, and the middle if it is a whole number. */
function axisTicks(top: number): readonly number[] {
  return top % 2 === 0 ? [0, top / 2, top] : [0, top];
}
