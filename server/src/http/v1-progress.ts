import { progressRequestSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { progress } from "../measure/runs.ts";
import { readBody, socketIdOf } from "./v1-body.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";

/** `POST progress`: one move of a run. */
export function progressRoutes(house: V1Resources): V1Hono {
  return new Hono<V1Env>().post("/progress", async (c) => {
    const move = await readBody(c, progressRequestSchema);
    const socket_id = socketIdOf(c);
    const caller = await house.callers.caller(c, c.var.app, move);
    return c.json(await progress(house, c.var.app, caller, move, socket_id));
  });
}
