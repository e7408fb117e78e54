import { feedReadRequestSchema } from "@fanfare/contract/schema/feed";
import { pageLocaleSchema } from "@fanfare/contract/schema/v1";
import { type Context, Hono } from "hono";
import { feedOf, type Reader, readInFeed } from "../engage/feed.ts";
import { parseQuery } from "./body.ts";
import { readBody } from "./v1-body.ts";
import { callerQuerySchema, type SaidCaller } from "./v1-caller.ts";
import { contextOf } from "./v1-context.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";

const feedQuerySchema = callerQuerySchema.extend({ locale: pageLocaleSchema });

/** `GET feed`, which tells what this person can read again, and `POST feed/read`. */
export function feedRoutes(house: V1Resources): V1Hono {
  const readerOf = async (c: Context<V1Env>, said: SaidCaller, locale?: string): Promise<Reader> => ({
    caller: await house.callers.caller(c, c.var.app, said),
    groups: await house.callers.groups(c, c.var.app),
    context: contextOf(c.req.raw, undefined, locale),
  });
  return new Hono<V1Env>()
    .get("/feed", async (c) => {
      const { locale, ...said } = parseQuery(c, feedQuerySchema);
      return c.json(await feedOf(house, c.var.app, await readerOf(c, said, locale)));
    })
    .post("/feed/read", async (c) => {
      const body = await readBody(c, feedReadRequestSchema);
      return c.json(await readInFeed(house, c.var.app, await readerOf(c, body), body.ids));
    });
}
