import { ProblemError } from "@fanfare/contract/problem";
import type { z } from "zod";
import { parseJson } from "./json.ts";

/**
 * Encodes the cursor of the next page: the last row's values in the sort columns.
 *
 * @example
 * encodePageCursor(["-name", "Welcome", "cnt_1"]); // "WyItbmFtZSIsIldlbGNvbWUiLCJjbnRfMSJd"
 */
export function encodePageCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/**
 * Decodes {@link encodePageCursor}. `shape` also checks that the cursor belongs to the list and its order.
 *
 * @throws ProblemError `query_invalid` for anything else.
 */
export function decodePageCursor<Place>(cursor: string, shape: z.ZodType<Place>): Place {
  const read = shape.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (read.success) return read.data;
  const message = "This cursor doesn't match this list and order. Start again from the first page.";
  throw new ProblemError("query_invalid", message, { fields: [{ pointer: "/after", message }] });
}
