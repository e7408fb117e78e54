import { z } from "zod";
import { limits } from "../limits.ts";

/** The app that a call is about. An unknown ID is answered by the lookup, not here. */
export const appIdSchema = z.string().max(limits.app_id_chars_max);

/** The query of a call about one app. */
export const appQuerySchema = z.strictObject({ app_id: appIdSchema });
