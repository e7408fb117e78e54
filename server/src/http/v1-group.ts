import { ProblemError } from "@fanfare/contract/problem";
import { type GroupResponse, groupRequestSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { groupAs } from "../people/proved-group.ts";
import { parseQuery } from "./body.ts";
import { readBody } from "./v1-body.ts";
import { callerQuerySchema } from "./v1-caller.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";

/** `POST group`: a person whose token names a group tells of it. In the body `external_id` is the group's. */
export function groupRoutes(house: V1Resources): V1Hono {
  return new Hono<V1Env>().post("/group", async (c) => {
    const told = await readBody(c, groupRequestSchema);
    const { app } = c.var;
    const caller = await house.callers.caller(c, app, parseQuery(c, callerQuerySchema));
    if (caller.kind !== "verified") throw new ProblemError("group_not_proved", NOBODY_PROVED);
    const groups = await house.callers.groups(c, app);
    if (!groups.includes(told.external_id)) throw new ProblemError("group_not_proved", NOT_NAMED);
    await groupAs(house, app, caller, told);
    return c.json({ status: "grouped" } satisfies GroupResponse);
  });
}

const NOBODY_PROVED =
  "Nothing was stored: what is known of a group decides what its members see, so only a person who proves that they belong to it may tell of it. Send their identity token as Authorization: Bearer, signed by your server, with the group's id in the claim groups.";
const NOT_NAMED =
  "Nothing was stored: what is known of a group decides what its members see, and this identity token does not name the group. Have your server sign a token with the group's id in the claim groups.";
