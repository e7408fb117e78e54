import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx.ts";

/** Loading placeholder. `className` sets its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}

/** True after `waiting` has lasted a while, so that fast responses don't flicker. */
export function useIsSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return setSlow(false);
    return systemClock.after(limits.skeleton_delay_ms, () => setSlow(true));
  }, [waiting]);
  return waiting && slow;
}

interface SkeletonScreenProps {
  readonly waiting: boolean;
  readonly children: ReactNode;
}

/** Reserves the layout immediately, and shows the skeleton if loading takes long. */
export function SkeletonScreen({ waiting, children }: SkeletonScreenProps) {
  const slow = useIsSlow(waiting);
  return waiting && <div className={slow ? "contents" : "invisible contents"}>{children}</div>;
}
