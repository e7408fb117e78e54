import { ChartColumn, ChartFrame } from "./chart.tsx";

export interface LinePoint {
  /** Unique in the chart, in words: its day. */
  readonly label: string;
  /** Null leaves a gap. */
  readonly value: number | null;
  /** Value of a second, dashed line to compare with. */
  readonly compared?: number | null;
  /** Confidence interval, drawn as a band. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Shown on hover. */
  readonly text: string;
}

interface LineChartProps {
  readonly points: readonly LinePoint[];
  /** Lowest and highest value of the axis. */
  readonly low: number;
  readonly high: number;
  /** Values that are named on the axis. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
}

const HEIGHT = 100;

/** A line from oldest to newest. Hidden from screen readers: a `ChartTable` must have the same numbers. */
export function LineChart({ points, low, high, ticks }: LineChartProps) {
  const shareOf = (value: number): number => (value - low) / (high - low);
  const yOf = (value: number): number => HEIGHT * (1 - shareOf(Math.min(high, Math.max(low, value))));
  const lines = ticks.map(({ value, label }) => ({ at: shareOf(value), label }));
  const [only, ...others] = points.filter(({ value, compared = null }) => value !== null || compared !== null);
  if (only !== undefined && others.length === 0 && only.compared == null) {
    return (
      <ChartFrame ticks={lines} points={[only]}>
        <OnlyPoint point={only} yOf={yOf} />
      </ChartFrame>
    );
  }
  return (
    <ChartFrame ticks={lines} points={points}>
      <svg
        viewBox={`0 0 ${points.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible rtl:-scale-x-100"
      >
        <path d={bandPath(points, yOf)} className="fill-accent/15" />
        <path
          d={linePath(
            points.map(({ compared = null }) => compared),
            yOf,
          )}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-ink-3 stroke-2 [stroke-dasharray:4_4] [stroke-linejoin:round]"
        />
        <path
          d={linePath(
            points.map(({ value }) => value),
            yOf,
          )}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-accent stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
        />
      </svg>
      {points.map(({ label, text }, index) => (
        <ChartColumn key={label} text={text} at={index / points.length} many={true} />
      ))}
    </ChartFrame>
  );
}

/** One point is no line: it's in the middle, with its text. */
function OnlyPoint({
  point: { value, interval, text },
  yOf,
}: {
  readonly point: LinePoint;
  readonly yOf: (value: number) => number;
}) {
  return (
    <>
      {interval !== null && (
        <span
          className="absolute left-1/2 w-2.5 -translate-x-1/2 rounded-xs bg-accent/15"
          style={{ top: `${yOf(interval.high)}%`, bottom: `${HEIGHT - yOf(interval.low)}%` }}
        />
      )}
      <span
        className="absolute left-1/2 size-2.5 -translate-1/2 rounded-full bg-accent"
        style={{ top: `${yOf(value ?? 0)}%` }}
      />
      <span
        className="absolute start-1/2 end-0 -translate-y-1/2 ps-3 font-medium text-ink"
        style={{ top: `${yOf(value ?? 0)}%` }}
      >
        {text}
      </span>
    </>
  );
}

/** A point without neighbors is a line without length, which its round ends make a dot. */
function linePath(values: readonly (number | null)[], yOf: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const at = `${index + 0.5},${yOf(value).toFixed(2)}`;
      return typeof values[index - 1] === "number" ? `L${at}` : `M${at}L${at}`;
    })
    .join("");
}

/** Follows the line: an area from point to point. A point without neighbors has the width of a thin bar. */
export function bandPath(points: readonly LinePoint[], yOf: (value: number) => number): string {
  const areas: { readonly x: number; readonly high: string; readonly low: string }[][] = [];
  for (const [index, { interval }] of points.entries()) {
    if (interval === null) continue;
    const edge = { x: index + 0.5, high: yOf(interval.high).toFixed(2), low: yOf(interval.low).toFixed(2) };
    const last = areas.at(-1);
    if (last?.at(-1)?.x === index - 0.5) last.push(edge);
    else areas.push([edge]);
  }
  return areas
    .map((area) => {
      const [only] = area;
      const edges =
        only === undefined || area.length > 1 ? area : [-0.1, 0.1].map((by) => ({ ...only, x: only.x + by }));
      const top = edges.map(({ x, high }) => `${x},${high}`);
      const bottom = edges.toReversed().map(({ x, low }) => `${x},${low}`);
      return `M${[...top, ...bottom].join("L")}Z`;
    })
    .join("");
}
