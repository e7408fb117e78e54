import { ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";

/** The revision, or the tag of a state, as an entity tag: `"7"`. */
export function revisionTag(revision: number | string): string {
  return `"${revision}"`;
}

/** What the caller has seen of something without a revision, where it says so: the tag in `If-Match`. */
export function seenState(c: Context): string | undefined {
  return c.req.header("If-Match")?.trim().replaceAll(/^"|"$/g, "");
}

/**
 * The revision that the caller has seen, from `If-Match`.
 *
 * @throws ProblemError `revision_required` when it is missing or not a revision.
 */
export function seenRevision(c: Context): number {
  const revision = /^"([1-9][0-9]{0,14})"$/.exec(c.req.header("If-Match")?.trim() ?? "")?.[1];
  if (revision !== undefined) return Number(revision);
  throw new ProblemError(
    "revision_required",
    'Say which revision you change, so that nobody else\'s work is overwritten: If-Match: "7", from the ETag of the content.',
  );
}
