import { ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";

/** Entity tag of a revision or of a state's tag: `"7"`. */
export function revisionTag(revision: number | string): string {
  return `"${revision}"`;
}

/** Tag of the state that the caller has seen, from `If-Match`. Undefined when the header is missing. */
export function ifMatchState(c: Context): string | undefined {
  return ifMatch(c)?.replaceAll(/^"|"$/g, "");
}

/**
 * `If-Match` without the `W/` that proxies add to `ETag` when they compress: the tag counts revisions, not bytes.
 *
 * @throws ProblemError `revision_required` for `*`, which would overwrite any state (RFC 9110, section 13.1.1).
 */
function ifMatch(c: Context): string | undefined {
  const text = c.req.header("If-Match")?.trim().replace(/^W\//, "");
  if (text !== "*") return text;
  throw new ProblemError(
    "revision_required",
    "If-Match: * isn't supported, because it would overwrite other people's changes. Send the ETag that you read, such as If-Match: \"7\".",
  );
}

/**
 * Revision in `If-Match`.
 *
 * @throws ProblemError `revision_required` if it's missing or not a revision.
 */
export function ifMatchRevision(c: Context): number {
  const revision = /^"([1-9][0-9]{0,14})"$/.exec(ifMatch(c) ?? "")?.[1];
  if (revision !== undefined) return Number(revision);
  throw new ProblemError(
    "revision_required",
    `Send the revision that you change, such as If-Match: "7", from the ETag that you read. This protects other people's changes.`,
  );
}
