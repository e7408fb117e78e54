import { type MessagesResponse, messagesRequestSchema } from "@fanfare/contract/schema/live-update";
import { Hono } from "hono";
import { takeMessages } from "../engage/live-update-inbox.ts";
import { readBody } from "./v1-body.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";

/** `POST messages`: the live updates that wait for this person on this device. */
export function messageRoutes(house: V1Resources): V1Hono {
  return new Hono<V1Env>().post("/messages", async (c) => {
    const body = await readBody(c, messagesRequestSchema);
    const { app } = c.var;
    const caller = await house.callers.caller(c, app, body);
    const groups = await house.callers.groups(c, app);
    if (caller.kind === "verified") house.group_pages.note(app.id, caller.channel_id, groups);
    const messages = await takeMessages(house, app, { caller, groups, device: body.device });
    return c.json({ messages } satisfies MessagesResponse);
  });
}
