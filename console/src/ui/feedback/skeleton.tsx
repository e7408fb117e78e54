import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx.ts";

/** The shape of what is coming. Its size comes from `className`. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}

/** True once `waiting` has lasted long enough to be worth showing: a fast answer never flickers. */
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

/** The shape of what is coming: it takes its room at once, so that nothing moves, and is seen by whoever waits longer. */
export function SkeletonScreen({ waiting, children }: SkeletonScreenProps) {
  const slow = useIsSlow(waiting);
  return waiting && <div className={slow ? "contents" : "invisible contents"}>{children}</div>;
}
