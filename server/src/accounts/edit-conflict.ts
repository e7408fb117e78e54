import { createHash } from "node:crypto";
import { ProblemError } from "@fanfare/contract/problem";
import { isUniqueViolation } from "../store/store.ts";

/** Error for the second of two concurrent edits. */
export function staleRevision({ revision }: { readonly revision: number }): ProblemError {
  return new ProblemError(
    "revision_stale",
    `Someone else changed this after you opened it (revision ${revision}). Reload it, then repeat your change.`,
    { current: { revision } },
  );
}

const TAG_CHARS = 16;

/** ETag of a resource without a revision column: a hash of its editable state. */
export function stateTag(...state: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(state)).digest("hex").slice(0, TAG_CHARS);
}

/** @throws ProblemError `revision_stale` if the caller passed a tag and it no longer matches. */
export function assertNotStale(seen: string | undefined, etag: string): void {
  if (seen === undefined || seen === etag) return;
  throw new ProblemError(
    "revision_stale",
    "Someone else changed this after you opened it. Reload it, then repeat your change.",
    { current: { etag } },
  );
}

/**
 * Runs a write that requires a unique name.
 *
 * @throws ProblemError `name_taken`.
 */
export async function withUniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ProblemError("name_taken", `The name ${name} is already in use. Choose another name.`, {
      fields: [{ pointer: "/name", message: "This name is already in use." }],
    });
  }
}
