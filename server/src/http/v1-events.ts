import { limits } from "@fanfare/contract/limits";
import { eventsRequestSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { ingest } from "../measure/ingest.ts";
import { readBody } from "./v1-body.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import type { FloodGate } from "./v1-flood.ts";

/** `POST events`: what happened, stored once before it is acknowledged. */
export function eventRoutes(house: V1Resources, flood: FloodGate): V1Hono {
  return new Hono<V1Env>().post("/events", async (c) => {
    const body = await readBody(c, eventsRequestSchema, limits.body_bytes_max);
    const caller = await house.callers.caller(c, c.var.app, body);
    flood.person(c.var.app, caller.channel_id);
    return c.json(await ingest(house, c.var.app, caller, body.events));
  });
}
