import { contentNameSchema, editionSchema } from "@fanfare/contract/schema/content/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import { z } from "zod";

/** What can be published. A draft may be less. */
export const draftSchema = z.object({ name: contentNameSchema, slug: slugSchema, edition: editionSchema });
