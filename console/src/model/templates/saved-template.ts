import type { Edition } from "@fanfare/contract/content/content";
import type { TemplateDetail } from "@fanfare/contract/schema/responses/content/template";

/** The draft of a saved template. Cast: it was a draft of the editor, which the response describes loosely. */
export function editionOf({ draft }: Pick<TemplateDetail, "draft">): Edition {
  return draft as Edition;
}
