import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { tKnown } from "../../lib/i18n/t.ts";
import { draftSchema } from "./draft-schema.ts";

/** Messages by dot-separated path in the edition: `body.steps.0.title`. */
export type Problems = ReadonlyMap<string, string>;

const NO_PROBLEMS: Problems = new Map();

/**
 * Validates a draft for publishing with the server's schema. Invalid drafts are still saved.
 *
 * @example
 * validateDraft(draft).get("body.steps.0.title"); // "Give the step a title."
 */
export function validateDraft(draft: Draft): Problems {
  const result = draftSchema.safeParse(draft);
  if (result.success) return NO_PROBLEMS;
  const problems = new Map<string, string>();
  for (const issue of result.error.issues) {
    const [first, ...rest] = issue.path;
    const path = (first === "edition" ? rest : issue.path).join(".");
    if (!problems.has(path)) problems.set(path, tKnown(issue.message));
  }
  return problems;
}

/** Returns the first problem at or below a path. */
export function problemUnder(problems: Problems, path: string): string | undefined {
  for (const [at, message] of problems) {
    if (at === path || at.startsWith(`${path}.`)) return message;
  }
  return undefined;
}

export function countUnder(problems: Problems, path: string): number {
  return [...problems.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}
