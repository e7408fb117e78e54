import type { Clock } from "@fanfare/contract/clock";
import { StoreError } from "./store.ts";

/** What `work` gives, or a {@link StoreError} when it takes longer than `deadline_ms`. The work itself is not stopped. */
export async function withDeadline<Value>(work: Promise<Value>, deadline_ms: number, clock: Clock): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(deadline_ms, () =>
    reject(new StoreError("unavailable", `The database did not answer within ${deadline_ms} ms.`)),
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
