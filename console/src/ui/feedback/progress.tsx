import { Progress as Base } from "@base-ui/react/progress";

interface ProgressProps {
  readonly label: string;
  /** 0 to 1. Undefined if the total is unknown. */
  readonly share: number | undefined;
  /** Progress as text: `1,200 of 5,000 people`. */
  readonly text: string;
}

export function Progress({ label, share, text }: ProgressProps) {
  const value = share === undefined ? null : Math.min(1, Math.max(0, share));
  return (
    <Base.Root value={value} max={1} getAriaValueText={() => text} className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3 text-sm">
        <Base.Label className="font-medium">{label}</Base.Label>
        <span className="text-xs text-ink-3 tabular-nums">{text}</span>
      </span>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-fill-strong">
        <Base.Indicator className="block h-full rounded-full bg-accent transition-[width] duration-200 data-indeterminate:w-1/3" />
      </Base.Track>
    </Base.Root>
  );
}
