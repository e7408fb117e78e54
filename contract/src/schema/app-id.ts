import { z } from "zod";
import { limits } from "../limits.ts";

/** Which app is meant. What names none is answered by whoever looks it up, not here. */
export const appIdSchema = z.string().max(limits.app_id_chars_max);
