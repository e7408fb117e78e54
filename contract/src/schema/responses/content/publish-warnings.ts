import { z } from "zod";
import { VARIANTS } from "../../../content/experiment.ts";
import { WARNING_TABS } from "../../../publish/publish-warning.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

const publishWarningSchema = responseSchema("PublishWarning", {
  /** In English. */
  message: z.string(),
  cause: causeSchema,
  /** Editor tab with the field that fixes it. Null if it's about the content's parts. */
  tab: z.enum(WARNING_TABS).nullable(),
  part_id: z.string().nullable(),
  /** Null if it's about the original. */
  variant: z.enum(VARIANTS).exclude(["a"]).nullable(),
});
export type PublishWarningResponse = ResponseOf<typeof publishWarningSchema>;

export const publishWarningsSchema = responseSchema("PublishWarnings", { items: readonlyArray(publishWarningSchema) });
