import { type RawBuilder, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";

/** Equal spans of time: the first starts at `from`. */
export interface TimeSpans {
  readonly from: Millis;
  readonly width_ms: number;
}

/** Start of the span with the time in a column, at or after `from`. */
export function startOfSpan(column: string, { from, width_ms }: TimeSpans): RawBuilder<number> {
  const time = sql.ref(column);
  return sql`${time} - (${time} - ${sql.lit(from)}) % ${sql.lit(width_ms)}`;
}
