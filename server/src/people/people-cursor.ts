import { ProblemError } from "@fanfare/contract/problem";
import { z } from "zod";
import type { PeopleColumn, PeopleOrder } from "../store/people-list.ts";

/** What a cursor holds: the order that it belongs to, and the last row that was looked at. */
const cursorSchema = z.tuple([z.string(), z.union([z.string(), z.number()]), z.string()]);

/** Where a page ends, as the next one is asked for. */
export function writeCursor(sort: string, { value, id }: NonNullable<PeopleOrder["after"]>): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** @throws ProblemError `query_invalid` for a cursor that was not made for this order. */
export function readCursor(cursor: string, sort: string, by: PeopleColumn): NonNullable<PeopleOrder["after"]> {
  const parsed = cursorSchema.safeParse(jsonOf(cursor));
  const [of, value, id] = parsed.data ?? ["", "", ""];
  if (of === sort && typeof value === (by.startsWith("search_") ? "string" : "number")) return { value, id };
  const message = "This cursor does not belong to this list in this order. Start again from the first page.";
  throw new ProblemError("query_invalid", message, { fields: [{ pointer: "/after", message }] });
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
