import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { isSocketId } from "@fanfare/contract/realtime/channel";
import type { Context } from "hono";
import type { z } from "zod";
import { parseBody } from "../request/body.ts";

/**
 * The JSON body of a call of the SDK. The content type is asked for because browsers send other ones across sites without
 * asking first.
 *
 * @throws ProblemError `content_type_unsupported`, and as {@link parseBody}.
 */
export function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  bytes_max: number = limits.v1_body_bytes_max,
): Promise<z.output<Schema>> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new ProblemError("content_type_unsupported", "Send the body as Content-Type: application/json.");
  }
  return parseBody(c, schema, bytes_max);
}

/** The page's own socket, from the query: it is named in the signal, so that this page need not ask what it knows. */
export function socketIdOf(c: Context): string | null {
  const socket_id = c.req.query("socket_id");
  if (socket_id === undefined) return null;
  if (isSocketId(socket_id)) return socket_id;
  throw new ProblemError("socket_id_invalid", "The query's socket_id isn't in the form digits.digits. Remove it.");
}
