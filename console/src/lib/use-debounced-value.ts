import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { useEffect, useState } from "react";

/** The value once it has rested as long as a search waits: what costs the server something follows this one. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => systemClock.after(limits.search_delay_ms, () => setSettled(value)), [value]);
  return settled;
}
