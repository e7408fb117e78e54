import { contentNameSchema, editionSchema } from "@fanfare/contract/schema/content/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import "@fanfare/contract/schema/validation-messages";
import { z } from "zod";

/** Schema for publishing. Drafts may be incomplete. */
export const draftSchema = z.object({ name: contentNameSchema, slug: slugSchema, edition: editionSchema });
