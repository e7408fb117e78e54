/** What people searched in a resource center: `GET /api/contents/{id}/searches`. */
import { z } from "zod";
import { appIdSchema } from "../app-id.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

export const searchesQuerySchema = withPeriodLimits(
  z.strictObject({
    app_id: appIdSchema,
    ...periodShape,
    /** CSV has a row for each search text. JSON has only the most frequent ones. */
    format: z.enum(["json", "csv"]).default("json"),
  }),
);
