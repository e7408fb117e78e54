/** Experiment results: `GET /api/contents/{id}/experiment`. */
import { z } from "zod";
import { appIdSchema } from "../app-id.ts";

export const experimentQuerySchema = z.strictObject({
  app_id: appIdSchema,
  format: z.enum(["json", "csv"]).default("json"),
});
