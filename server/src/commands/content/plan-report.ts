import type { FolderChange } from "@fanfare/contract/content-folder";
import type { FolderPlan } from "@fanfare/contract/schema/content/content-folder";

/** Exit code if content changed on the server after the last push. */
export const DRIFTED = 3;

/** Content that isn't live as the files have it, and could be. */
export function publishable({ unpublished, incomplete }: FolderPlan): FolderPlan["unpublished"] {
  return unpublished.filter(({ path }) => !incomplete.includes(path));
}

export function describePlan({ changes, unchanged, incomplete }: FolderPlan): readonly string[] {
  const words = { create: "new", update: "changed", drift: "changed on both sides", archive: "archived" } as const;
  return [
    ...changes.map(({ path, change }) => `  ${path}: ${words[change]}`),
    ...incomplete.map((path) => `  ${path}: not complete, so it can't be published`),
    `${changes.length} items changed, ${unchanged} unchanged.`,
  ];
}

export function describeDrift({ path, by, at }: FolderChange): string {
  return `${path} changed on the server after the last push${by === null ? "" : `, by ${by}`}${at === null ? "" : ` at ${at}`}.`;
}
