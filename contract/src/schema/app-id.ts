import { z } from "zod";
import { limits } from "../limits.ts";

/** App of a request. Unknown IDs fail in the lookup, not in this schema. */
export const appIdSchema = z.string().max(limits.app_id_chars_max);

export const appQuerySchema = z.strictObject({ app_id: appIdSchema });
