import { createHash } from "node:crypto";
import { ProblemError } from "@fanfare/contract/problem";
import { isTwin } from "./store/store.ts";

/** What the second of two people is told who changed the same thing. */
export function stale({ revision }: { readonly revision: number }): ProblemError {
  return new ProblemError(
    "revision_stale",
    `Somebody changed this after you opened it: it is at revision ${revision}. Load it again, then make your change.`,
    { current: { revision } },
  );
}

const TAG_CHARS = 16;

/** The tag of what has no revision, which every write would have to raise: it is that of its state, as far as it can be changed. */
export function stateTag(...state: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(state)).digest("hex").slice(0, TAG_CHARS);
}

/** @throws ProblemError `revision_stale` when the caller has said what it saw, and that is no longer there. */
export function assertSeen(seen: string | undefined, etag: string): void {
  if (seen === undefined || seen === etag) return;
  throw new ProblemError(
    "revision_stale",
    "Somebody changed this after you opened it. Load it again, then make your change.",
    { current: { etag } },
  );
}

/**
 * Writes what has a name that nothing else of its kind may have.
 *
 * @throws ProblemError `name_taken`.
 */
export async function named<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTwin(error)) throw error;
    throw new ProblemError("name_taken", `There is one called ${name} already. Choose a different name.`, {
      fields: [{ pointer: "/name", message: "This name is taken." }],
    });
  }
}
