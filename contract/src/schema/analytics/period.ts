import { z } from "zod";
import { DAY_MS, limits } from "../../limits.ts";

/** Period of a report. `to` isn't part of it. */
export const periodShape = {
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
};

/** Refuses periods that end before they start, or are longer than {@link limits.analytics_days_max}. */
export function withPeriodLimits<Query extends z.ZodType<{ from: string; to: string }>>(query: Query): Query {
  return query
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ["to"],
      message: "The end must be after the start.",
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= limits.analytics_days_max * DAY_MS, {
      path: ["from"],
      message: `Use at most ${limits.analytics_days_max} days.`,
    });
}
