import type { Edition } from "@fanfare/contract/content";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content";
import { toJson } from "../store/columns.ts";
import type { JsonText } from "../store/schema.ts";

/**
 * A draft as it is stored, and how many things keep it from being published.
 *
 * @throws ProblemError `body_too_large` for one that, with its translations, no editor could send back.
 */
export function draftColumns(draft: Edition): { readonly draft: JsonText; readonly draft_issues: number } {
  const text = toJson(draft);
  const bytes = Buffer.byteLength(text);
  if (bytes <= limits.edition_bytes_max) return { draft: text, draft_issues: issuesOf(draft) };
  throw new ProblemError(
    "body_too_large",
    `With its translations the content would have ${bytes} bytes, and it may have ${limits.edition_bytes_max}. Make two of it.`,
  );
}

function issuesOf(draft: Edition): number {
  return editionSchema.safeParse(draft).error?.issues.length ?? 0;
}
