import type { Context } from "hono";
import type { ApiEnv } from "../guards/deps.ts";

/** A report as a file. `name` is without its ending. */
export function csvResponse(c: Context<ApiEnv>, csv: string, name: string): Response {
  return c.body(csv, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
}
