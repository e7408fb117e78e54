import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";

export function AuthIllustration() {
  return (
    <div
      aria-hidden="true"
      data-picture
      className="relative hidden overflow-hidden bg-canvas lg:m-2 lg:grid lg:place-items-center lg:rounded-xl lg:shadow-sheet"
    >
      <svg className="absolute inset-0 size-full text-line-strong" role="presentation">
        <pattern id="auth-dots" width="22" height="22" patternUnits="userSpaceOnUse">
          <circle cx="1.2" cy="1.2" r="1.2" fill="currentColor" />
        </pattern>
        <rect width="100%" height="100%" fill="url(#auth-dots)" />
      </svg>
      <Paper />
      <div className="relative w-[min(36rem,86%)]">
        <div className="overflow-hidden rounded-xl bg-surface shadow-dialog">
          <div className="flex h-10 items-center gap-1.5 border-b border-line px-4">
            <Dot />
            <Dot />
            <Dot />
            <span className="ms-3 h-4 w-48 rounded-full bg-fill" />
          </div>
          <div className="flex gap-5 p-5">
            <div className="flex w-28 flex-col gap-3">
              <Bar className="w-20 bg-fill-strong" />
              <Bar className="w-24" />
              <Bar className="w-16" />
              <Bar className="w-20" />
              <Bar className="w-14" />
            </div>
            <div className="flex flex-1 flex-col gap-4">
              <div className="flex items-center justify-between">
                <Bar className="h-3.5 w-32 bg-fill-strong" />
                <span className="h-8 w-24 rounded-md bg-accent shadow-solid outline-3 outline-offset-3 outline-focus/35" />
              </div>
              <div className="grid grid-cols-3 gap-3">
                <Tile />
                <Tile />
                <Tile />
              </div>
              <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
                <Bar className="w-full" />
                <Bar className="w-5/6" />
                <Bar className="w-2/3" />
                <Bar className="w-3/4" />
                <Bar className="w-1/2" />
              </div>
            </div>
          </div>
        </div>
        <div className="absolute end-2 top-30 w-68 rounded-lg bg-raised p-4 shadow-dialog before:absolute before:end-12 before:-top-1.5 before:size-3 before:rotate-45 before:rounded-[2px] before:bg-raised">
          <p className="text-sm font-semibold">{t("Invite your team")}</p>
          <p className="mt-1 text-sm text-ink-2">{t("Plan content together. Takes a minute.")}</p>
          <div className="mt-4 flex items-center justify-between">
            <span className="text-xs text-ink-3">{t("Step 2 of 3")}</span>
            <span className="flex h-7 items-center rounded-md bg-accent px-3 text-xs font-medium text-on-solid shadow-solid">
              {t("Next")}
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}

function Dot() {
  return <span className="size-2.5 rounded-full bg-fill-strong" />;
}

function Bar({ className }: { readonly className: string }) {
  return <span className={cx("block h-2.5 rounded-full bg-fill", className)} />;
}

function Tile() {
  return (
    <span className="flex h-18 flex-col justify-between rounded-lg border border-line p-3">
      <Bar className="w-10" />
      <Bar className="h-3.5 w-14 bg-fill-strong" />
    </span>
  );
}

const CONFETTI_COLORS = ["fill-accent", "fill-brass", "fill-positive", "fill-negative", "fill-ink-3"] as const;

/** Position in percent, rotation in degrees, width, and height. Placed by hand to keep the text uncovered. */
const CONFETTI_PIECES: readonly (readonly [x: number, y: number, turn: number, width: number, height: number])[] = [
  [10, 12, 24, 11, 6],
  [22, 21, -38, 8, 8],
  [34, 8, 62, 13, 5],
  [47, 16, 12, 7, 7],
  [59, 7, -22, 12, 6],
  [71, 17, 48, 9, 5],
  [84, 10, -54, 12, 7],
  [92, 24, 18, 8, 8],
  [6, 34, -12, 9, 5],
  [95, 44, 70, 11, 6],
  [4, 58, 40, 8, 8],
  [96, 66, -30, 8, 5],
  [9, 80, 15, 12, 6],
  [24, 90, -44, 8, 5],
  [41, 84, 33, 10, 6],
  [57, 93, -18, 8, 8],
  [73, 86, 58, 12, 5],
  [89, 83, -8, 9, 6],
  [15, 66, 80, 7, 4],
  [82, 92, 28, 7, 4],
];

function Paper() {
  return (
    <svg className="absolute inset-0 size-full" role="presentation">
      {CONFETTI_PIECES.map(([x, y, turn, width, height], index) => (
        <svg key={`${x} ${y}`} x={`${x}%`} y={`${y}%`} overflow="visible" role="presentation">
          <rect
            width={width}
            height={height}
            rx={width === height ? width / 2 : 1.5}
            transform={`rotate(${turn})`}
            className={CONFETTI_COLORS[index % CONFETTI_COLORS.length]}
          />
        </svg>
      ))}
    </svg>
  );
}
