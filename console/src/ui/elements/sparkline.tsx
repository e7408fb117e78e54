import { cx } from "../cx.ts";

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Number of positions. Missing values leave the start empty. */
  readonly places: number;
  readonly className?: string;
}

const WIDTH = 100;
const HEIGHT = 32;

/** Line chart of recent values. Hidden from screen readers: the value must be nearby as text. */
export function Sparkline({ values, places, className }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, places - 1);
  const first = places - values.length;
  const points = values.map((value, index) => [(first + index) * step, HEIGHT - 2 - (value / most) * (HEIGHT - 4)]);
  const line = points.map(([x, y]) => `${x?.toFixed(2)},${y?.toFixed(2)}`).join(" L");
  const [start] = points[0] ?? [0];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx("block h-10 w-full overflow-visible rtl:-scale-x-100", className)}
    >
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
