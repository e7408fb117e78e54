import type { ContentType } from "@fanfare/contract/content/body";
import type { ReactNode } from "react";

const page = (
  <>
    <rect x="1" y="1" width="118" height="70" rx="7" className="fill-surface stroke-line-strong" />
    <rect x="10" y="10" width="26" height="5" rx="2.5" className="fill-fill-strong" />
    <rect x="10" y="24" width="100" height="4" rx="2" className="fill-fill" />
    <rect x="10" y="34" width="84" height="4" rx="2" className="fill-fill" />
    <rect x="10" y="44" width="92" height="4" rx="2" className="fill-fill" />
    <rect x="10" y="54" width="60" height="4" rx="2" className="fill-fill" />
  </>
);

const line = (x: number, y: number, width: number, strong = false): ReactNode => (
  <rect x={x} y={y} width={width} height="4" rx="2" className={strong ? "fill-ink-3" : "fill-fill-strong"} />
);

const DRAWINGS: Readonly<Record<ContentType, ReactNode>> = {
  tour: (
    <>
      <rect x="86" y="8" width="24" height="10" rx="3" className="fill-accent" />
      <path d="m93 28 5-5 5 5z" className="fill-raised stroke-line-strong" />
      <rect x="58" y="27" width="54" height="34" rx="5" className="fill-raised stroke-line-strong" />
      {line(65, 34, 26, true)}
      {line(65, 42, 38)}
      <circle cx="67" cy="54" r="1.5" className="fill-accent" />
      <circle cx="72" cy="54" r="1.5" className="fill-fill-strong" />
      <circle cx="77" cy="54" r="1.5" className="fill-fill-strong" />
      <rect x="92" y="50" width="14" height="7" rx="2.5" className="fill-accent" />
    </>
  ),
  hint: (
    <>
      <rect x="10" y="40" width="30" height="11" rx="3" className="fill-raised stroke-line-strong" />
      <circle cx="42" cy="40" r="7" className="fill-accent" fillOpacity="0.25" />
      <circle cx="42" cy="40" r="3.5" className="fill-accent" />
      <rect x="54" y="26" width="56" height="28" rx="5" className="fill-raised stroke-line-strong" />
      <path d="m54 36-5 4 5 4z" className="fill-raised stroke-line-strong" />
      {line(61, 33, 24, true)}
      {line(61, 42, 40)}
    </>
  ),
  announcement: (
    <>
      <rect x="1" y="1" width="118" height="70" rx="7" className="fill-scrim" />
      <rect x="28" y="11" width="64" height="50" rx="6" className="fill-raised stroke-line-strong" />
      <path d="M28 17a6 6 0 0 1 6-6h52a6 6 0 0 1 6 6v14H28z" className="fill-accent-soft" />
      <path d="m54 25 5-9 4 6 3-4 6 7z" className="fill-accent" />
      {line(36, 37, 30, true)}
      {line(36, 45, 46)}
      <rect x="70" y="51" width="16" height="6" rx="2.5" className="fill-accent" />
    </>
  ),
  checklist: (
    <>
      <rect x="60" y="16" width="52" height="48" rx="6" className="fill-raised stroke-line-strong" />
      <rect x="67" y="23" width="38" height="3.5" rx="1.75" className="fill-fill-strong" />
      <rect x="67" y="23" width="24" height="3.5" rx="1.75" className="fill-positive" />
      {[33, 43, 53].map((y, index) => (
        <g key={y}>
          <circle cx="70" cy={y + 2} r="3.5" className={index < 2 ? "fill-positive" : "fill-fill-strong"} />
          {line(78, y, index === 1 ? 20 : 26, index === 2)}
        </g>
      ))}
    </>
  ),
  survey: (
    <>
      <rect x="38" y="24" width="74" height="38" rx="6" className="fill-raised stroke-line-strong" />
      {line(46, 32, 40, true)}
      {[0, 1, 2, 3, 4].map((index) => (
        <rect
          key={index}
          x={46 + index * 12}
          y="43"
          width="9"
          height="11"
          rx="2.5"
          className={index === 3 ? "fill-accent" : "fill-fill-strong"}
        />
      ))}
    </>
  ),
  resource_center: (
    <>
      <rect x="64" y="8" width="48" height="44" rx="6" className="fill-raised stroke-line-strong" />
      {line(71, 15, 24, true)}
      <rect x="71" y="23" width="34" height="7" rx="3" className="fill-fill" />
      {line(71, 35, 28)}
      {line(71, 43, 20)}
      <circle cx="104" cy="61" r="7" className="fill-accent" />
      <circle cx="109" cy="56" r="3" className="fill-negative" />
    </>
  ),
  celebration: (
    <>
      {[
        [24, 18, "fill-accent", 20],
        [40, 30, "fill-brass", -30],
        [52, 14, "fill-positive", 50],
        [66, 26, "fill-negative", 10],
        [78, 12, "fill-brass", -15],
        [92, 24, "fill-accent", 35],
        [34, 48, "fill-negative", -20],
        [58, 46, "fill-accent", 70],
        [82, 44, "fill-positive", -50],
        [100, 40, "fill-brass", 15],
        [20, 36, "fill-positive", 60],
      ].map(([x, y, fill, turn]) => (
        <rect
          key={`${x} ${y}`}
          x={Number(x)}
          y={Number(y)}
          width="8"
          height="5"
          rx="1"
          className={String(fill)}
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
    </>
  ),
};

export function TypeArt({ type, className }: { readonly type: ContentType; readonly className?: string }) {
  return (
    <svg viewBox="0 0 120 72" className={className} aria-hidden="true">
      {page}
      {DRAWINGS[type]}
    </svg>
  );
}
