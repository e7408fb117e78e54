import type { FolderChange } from "@fanfare/contract/content-folder";
import { ProblemError } from "@fanfare/contract/problem";
import type { FolderAudience, FolderPlan } from "@fanfare/contract/schema/content/content-folder";
import type { PublishWarningResponse } from "@fanfare/contract/schema/responses/content/publish-warnings";
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

/** What may surprise visitors once an item is published. It never stops a push. */
interface PushWarning extends Pick<PublishWarningResponse, "message" | "part_id" | "variant"> {
  readonly path: string;
}

/** Warnings about each item. */
async function pushWarnings(
  { warnings }: Pick<FolderClient, "warnings">,
  ready: FolderPlan["unpublished"],
): Promise<readonly PushWarning[]> {
  const found: PushWarning[] = [];
  for (const { path, id } of ready) {
    const items = await warnings(id);
    found.push(...items.map(({ message, part_id, variant }) => ({ path, message, part_id, variant })));
  }
  return found;
}

interface Published {
  /** Paths of content that is live now. */
  readonly published: readonly string[];
  /** Paths of content that another member must approve first. */
  readonly unapproved: readonly string[];
}

/** Publishes each item that may be. One that awaits approval doesn't stop the others. */
async function publishAll(
  { publish }: Pick<FolderClient, "publish">,
  ready: FolderPlan["unpublished"],
): Promise<Published> {
  const published: string[] = [];
  const unapproved: string[] = [];
  for (const item of ready) {
    try {
      await publish(item);
      published.push(item.path);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "review_required") throw error;
      unapproved.push(item.path);
    }
  }
  return { published, unapproved };
}

/** Saved drafts with their warnings, and what was published, unless nothing was to be. */
interface PushResult {
  readonly pushed: FolderPlan;
  readonly warnings: readonly PushWarning[];
  readonly done: Published | undefined;
}

/** Publishes if it may, then asks for warnings: content that starts other content of the same push needs none. */
export async function finishPush(client: FolderClient, pushed: FolderPlan, publish: boolean): Promise<PushResult> {
  const ready = publishable(pushed);
  const done = publish ? await publishAll(client, ready) : undefined;
  return { pushed, warnings: await pushWarnings(client, ready), done };
}

/** Prints what a push did. Returns the exit code. */
export function printPushed(context: CommandContext, json: boolean, { pushed, warnings, done }: PushResult): number {
  const { published, unapproved } = done ?? { published: [], unapproved: [] };
  const last =
    done === undefined
      ? "Saved as drafts. Publish them in the console or with --publish."
      : `${published.length} published.`;
  printResult(context, json, { ...pushed, warnings, published: published.length, unapproved }, () => [
    ...describePlan(pushed),
    ...published.map((path) => `  ${path}: published`),
    ...warnings.map(describeWarning),
    ...unapproved.map((path) => `  ${path}: saved. It must be approved before it can be published.`),
    last,
  ]);
  return unapproved.length === 0 ? 0 : UNAPPROVED;
}

function describeWarning({ path, variant, message }: PushWarning): string {
  return `  ${path}: warning${variant === null ? "" : ` about variant ${variant}`}: ${message}`;
}

export function describePlan({ changes, unchanged, incomplete }: FolderPlan): readonly string[] {
  const words = { create: "new", update: "changed", drift: "changed on both sides", archive: "archived" } as const;
  return [
    ...changes.map(({ path, change }) => `  ${path}: ${words[change]}`),
    ...incomplete.map((path) => `  ${path}: not complete, so it can't be published`),
    `${changes.length} ${changes.length === 1 ? "item" : "items"} changed, ${unchanged} unchanged.`,
  ];
}

/** Content that a push with `--publish` would publish: also what it doesn't change, if its draft isn't live. */
export function describePublishing({ changes, unpublished, incomplete }: FolderPlan): readonly string[] {
  const changed = changes.filter(({ path, change }) => change !== "archive" && path.startsWith("contents/"));
  const paths = new Set([...changed, ...unpublished].map(({ path }) => path));
  return [...paths]
    .filter((path) => !incomplete.includes(path))
    .sort()
    .map((path) => `  ${path}: would be published`);
}

export function describeDrift({ path, by, at }: FolderChange): string {
  return `${path} changed on the server after the last push${by === null ? "" : `, by ${by}`}${at === null ? "" : ` at ${at}`}.`;
}

/** `contents/welcome: live in 1001. Audience: 3 of 12 people.` */
export function describeAudience({ path, live_in, people }: FolderAudience): string {
  const where = live_in.length === 0 ? "not live" : `live in ${live_in.join(", ")}`;
  return `${path}: ${where}.${people === null ? "" : ` Audience: ${peopleText(people)}.`}`;
}

function peopleText({ count, unknown, of, exact }: NonNullable<FolderAudience["people"]>): string {
  const unclear = unknown === 0 ? "" : `, depends on the page for ${unknown}`;
  return `${exact ? "" : "about "}${count} of ${of} ${of === 1 ? "person" : "people"}${unclear}`;
}
