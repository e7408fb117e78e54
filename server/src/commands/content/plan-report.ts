import type { FolderChange } from "@fanfare/contract/content-folder";
import { ProblemError } from "@fanfare/contract/problem";
import type { FolderPlan } from "@fanfare/contract/schema/content/content-folder";
import { type CommandContext, printResult } from "../command.ts";
import type { FolderClient } from "./folder-client.ts";

/** Exit code if content changed on the server after the last push. */
export const DRIFTED = 3;
/** Exit code if content awaits approval. Everything else is published. */
const UNAPPROVED = 4;

/** Content that isn't live as the files have it, and could be. */
function publishable({ unpublished, incomplete }: FolderPlan): FolderPlan["unpublished"] {
  return unpublished.filter(({ path }) => !incomplete.includes(path));
}

interface Published {
  readonly published: number;
  /** Paths of content that another member must approve first. */
  readonly unapproved: readonly string[];
}

/** Publishes each item that may be. One that awaits approval doesn't stop the others. */
export async function publishAll({ publish }: Pick<FolderClient, "publish">, pushed: FolderPlan): Promise<Published> {
  const ready = publishable(pushed);
  const unapproved: string[] = [];
  for (const item of ready) {
    try {
      await publish(item);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "review_required") throw error;
      unapproved.push(item.path);
    }
  }
  return { published: ready.length - unapproved.length, unapproved };
}

/** Prints what a push did. `done` is undefined if it published nothing. Returns the exit code. */
export function printPushed(
  context: CommandContext,
  json: boolean,
  pushed: FolderPlan,
  done: Published | undefined,
): number {
  const { published, unapproved } = done ?? { published: 0, unapproved: [] };
  const last =
    done === undefined ? "Saved as drafts. Publish them in the console or with --publish." : `${published} published.`;
  printResult(context, json, { ...pushed, published, unapproved }, () => [
    ...describePlan(pushed),
    ...unapproved.map((path) => `  ${path}: saved. It must be approved before it can be published.`),
    last,
  ]);
  return unapproved.length === 0 ? 0 : UNAPPROVED;
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
