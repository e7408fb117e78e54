import type { Edition } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { Cause } from "@fanfare/contract/wording/cause";
import { refusal, refusalText } from "@fanfare/contract/wording/refusals";
import { toJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";

/**
 * Stored columns of a draft, with the number of errors that block publishing.
 *
 * @throws ProblemError `body_too_large` if the draft with its translations exceeds what an editor could send back.
 */
export function draftColumns(draft: Edition): { readonly draft: JsonText; readonly draft_issues: number } {
  const text = toJson(draft);
  const bytes = Buffer.byteLength(text);
  if (bytes <= limits.edition_bytes_max) return { draft: text, draft_issues: draftIssues(draft) };
  throw new ProblemError("body_too_large", refusalText(contentTooLarge(bytes)));
}

export const contentTooLarge = (bytes: number): Cause =>
  refusal("content_too_large", { bytes, bytes_max: limits.edition_bytes_max });

function draftIssues(draft: Edition): number {
  return editionSchema.safeParse(draft).error?.issues.length ?? 0;
}
