import type { Clock } from "@fanfare/contract/lib/clock";
import { MINUTE_MS } from "@fanfare/contract/limits";
import type { Log, LogFields } from "../lib/log.ts";
import { isUnavailable } from "../store/store.ts";

/** Each of these belongs to a request ID that its client got. */
const NOT_LIMITED: ReadonlySet<string> = new Set(["request_failed"]);
/** Counts the failures of one work. */
const COUNTER = "tries";

/**
 * A log in which an outage of the database doesn't hide everything else: its errors have no stack, and the failures of
 * the same work are logged at most once a minute, with the number of those between.
 */
export function createOutageLog(log: Log, clock: Pick<Clock, "now">): Log {
  const logged = new Map<string, { readonly at_ms: number; repeated: number }>();

  /** Fields to log, or undefined if the same failure was logged less than a minute ago. */
  const admit = (event: string, bound: LogFields, fields: LogFields): LogFields | undefined => {
    const { error, ...others } = fields;
    if (!isUnavailable(error)) return fields;
    const logged_error = { name: error.name, message: error.message };
    if (NOT_LIMITED.has(event)) return { ...others, error: logged_error };
    const key = JSON.stringify([event, { ...bound, ...others, [COUNTER]: undefined }]);
    const now_ms = clock.now();
    const last = logged.get(key);
    // Backward: the clock was set.
    if (last !== undefined && Math.abs(now_ms - last.at_ms) < MINUTE_MS) {
      last.repeated++;
      return undefined;
    }
    for (const [old, { at_ms }] of logged) if (Math.abs(now_ms - at_ms) >= MINUTE_MS) logged.delete(old);
    logged.set(key, { at_ms: now_ms, repeated: 0 });
    return { ...others, error: logged_error, ...(last === undefined ? {} : { repeated: last.repeated }) };
  };
  const limit = (inner: Log, bound: LogFields): Log => {
    const write =
      (level: "warn" | "error") =>
      (event: string, fields: LogFields = {}): void => {
        const admitted = admit(event, bound, fields);
        if (admitted !== undefined) inner[level](event, admitted);
      };
    return {
      debug: inner.debug,
      info: inner.info,
      warn: write("warn"),
      error: write("error"),
      with: (fields) => limit(inner.with(fields), { ...bound, ...fields }),
    };
  };
  return limit(log, {});
}
