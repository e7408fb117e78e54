import { number } from "../../lib/i18n/format.ts";
import { cx } from "../cx.ts";
import { ChartColumn, ChartFrame } from "./chart.tsx";

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
export function BarChart({ bars }: { readonly bars: readonly Bar[] }) {
  const top = axisTop(Math.max(0, ...bars.map(({ value }) => value)));
  const ticks = axisTicks(top).map((tick) => ({ at: tick / top, label: number(tick) }));
  return (
    <ChartFrame ticks={ticks} points={bars}>
      {bars.map((bar, index) => (
        <ChartColumn key={bar.label} text={bar.text} at={index / bars.length} many={bars.length > MANY}>
          <Column bar={bar} top={top} many={bars.length > MANY} />
        </ChartColumn>
      ))}
    </ChartFrame>
  );
}
const MANY = 40;

interface ColumnProps {
  readonly bar: Bar;
  readonly top: number;
  readonly many: boolean;
}

function Column({ bar: { value, part = 0, tone }, top, many }: ColumnProps) {
  const height = (of: number): string => `max(${of > 0 ? 2 : 0}px, ${(of / top) * 100}%)`;
  return (
    <>
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
    </>
  );
}

const BAR_COLORS = {
  whole: "bg-accent/40",
  muted: "bg-line-strong",
  open: "border border-b-0 border-dashed border-accent bg-accent-soft",
};

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
