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

/** Never stored: revisions count from 1. */
const NO_REVISION = 0;

/**
 * Revision in `If-Match`. Another entity tag matches no revision.
 *
 * @throws ProblemError `revision_required` if it's missing or not an entity tag.
 */
export function ifMatchRevision(c: Context): number {
  const tag = /^"([^"]*)"$/.exec(ifMatch(c) ?? "")?.[1];
  if (tag !== undefined) return /^[1-9][0-9]{0,14}$/.test(tag) ? Number(tag) : NO_REVISION;
  throw new ProblemError(
    "revision_required",
    `Send the revision that you change, such as If-Match: "7", from the ETag that you read. This protects other people's changes.`,
  );
}
