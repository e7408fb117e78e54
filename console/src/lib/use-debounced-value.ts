import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { useEffect, useState } from "react";

/** Debounces a value by the search delay, for values that trigger requests. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => systemClock.after(limits.search_delay_ms, () => setSettled(value)), [value]);
  return settled;
}
