import { z } from "zod";
import type { DebugLink } from "../debug-link.ts";
import { exactly } from "./exactly.ts";

export const debugLinkSchema = exactly<DebugLink>("DebugLink")(
  z.strictObject({ url: z.string(), expires_at: z.iso.datetime() }),
);
