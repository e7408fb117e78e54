import { systemClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { useEffect, useState } from "react";
import { cx } from "./cx.ts";

/** The shape of what is coming. Its size comes from `className`. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}

/** True once `waiting` has lasted long enough to be worth showing: a fast answer never flickers. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return setSlow(false);
    return systemClock.after(limits.skeleton_delay_ms, () => setSlow(true));
  }, [waiting]);
  return waiting && slow;
}
