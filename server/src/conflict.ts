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
