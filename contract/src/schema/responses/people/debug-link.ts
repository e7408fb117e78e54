import { z } from "zod";
import type { DebugLink } from "../../people/debug-link.ts";
import { exactSchema } from "../exact-schema.ts";

export const debugLinkSchema = exactSchema<DebugLink>("DebugLink")(
  z.strictObject({ url: z.string(), expires_at: z.iso.datetime() }),
);
