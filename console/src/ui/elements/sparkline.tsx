import { cx } from "../cx.ts";

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Number of positions, if more than values. Before the first value, a dashed line is at its height. */
  readonly places?: number;
  readonly className?: string;
}

const WIDTH = 100;
const HEIGHT = 32;

/** Line chart of recent values. Hidden from screen readers: the value must be nearby as text. */
export function Sparkline({ values, places = values.length, className }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, places - 1);
  const first = places - values.length;
  const points = values.map((value, index) => [(first + index) * step, HEIGHT - 2 - (value / most) * (HEIGHT - 4)]);
  const line = points.map(([x, y]) => `${x?.toFixed(2)},${y?.toFixed(2)}`).join(" L");
  const [start = 0, level] = points[0] ?? [];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx("block w-full overflow-visible [:where(&)]:h-10 rtl:-scale-x-100", className)}
    >
      {first > 0 && level !== undefined && (
        <path
          d={`M0,${level.toFixed(2)} H${start.toFixed(2)}`}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-ink-3/60 [stroke-dasharray:2_3]"
        />
      )}
      {points.length > 1 && (
        <>
          <path d={`M${line} L${WIDTH},${HEIGHT} L${start},${HEIGHT} Z`} className="fill-accent-soft" />
          <path
            d={`M${line}`}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-accent stroke-[1.5] [stroke-linejoin:round]"
          />
        </>
      )}
      <path d={`M0,${HEIGHT} H${WIDTH}`} vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
    </svg>
  );
}
