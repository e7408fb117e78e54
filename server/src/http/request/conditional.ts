import { ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";

/** The revision, or the tag of a state, as an entity tag: `"7"`. */
export function revisionTag(revision: number | string): string {
  return `"${revision}"`;
}

/** What the caller has seen of something without a revision, where it says so: the tag in `If-Match`. */
export function ifMatchState(c: Context): string | undefined {
  return c.req.header("If-Match")?.trim().replaceAll(/^"|"$/g, "");
}

/**
 * The revision that the caller has seen, from `If-Match`.
 *
 * @throws ProblemError `revision_required` when it is missing or not a revision.
 */
export function ifMatchRevision(c: Context): number {
  const revision = /^"([1-9][0-9]{0,14})"$/.exec(c.req.header("If-Match")?.trim() ?? "")?.[1];
  if (revision !== undefined) return Number(revision);
  throw new ProblemError(
    "revision_required",
    "Send the revision that you change, such as If-Match: \"7\", from the content's ETag. This protects other people's changes.",
  );
}
