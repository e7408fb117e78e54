import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";
import { readText } from "./body.ts";

/** Fields of the two authorization calls that mean something; pages may send others. */
export interface AuthorizationForm {
  readonly socket_id: string | undefined;
  readonly channel_name: string | undefined;
  readonly app: string | undefined;
  readonly token: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** @throws ProblemError when the body is no form, is too large, or gives one of the fields twice. */
export async function readAuthorizationForm(c: Context): Promise<AuthorizationForm> {
  const type = (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new ProblemError("content_type_unsupported", `Send the fields as ${FORM_TYPE}.`);
  const fields = new URLSearchParams(await readText(c.req.raw, limits.authorization_body_bytes_max));
  const once = (name: string): string | undefined => {
    const values = fields.getAll(name);
    // Whoever checks the first and signs the last has checked nothing.
    if (values.length > 1)
      throw new ProblemError("body_invalid", `The field ${name} is there more than once. Send it once.`);
    return values[0];
  };
  return {
    socket_id: once("socket_id"),
    channel_name: once("channel_name"),
    app: once("app"),
    token: once("token"),
  };
}
